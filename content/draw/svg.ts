/** Formats a number for SVG: short, with one decimal. */
export const n = (value: number): string => String(Math.round(value * 10) / 10)

/** Shapes moved to a place, scaled (negative x mirrors) and turned. */
export function at(
  x: number,
  y: number,
  shapes: string,
  options: { scale?: number; mirror?: boolean; turn?: number; opacity?: number } = {},
): string {
  const { scale = 1, mirror = false, turn = 0, opacity = 1 } = options
  if (opacity <= 0) return ''
  const size = `scale(${(mirror ? -scale : scale).toFixed(3)} ${scale.toFixed(3)})`
  const fade = opacity < 1 ? ` opacity="${n(opacity * 100) + '%'}"` : ''
  return `<g transform="translate(${n(x)} ${n(y)}) ${size} rotate(${n(turn)})"${fade}>${shapes}</g>`
}

export const fill = (d: string, colour: string): string => `<path d="${d}" fill="${colour}"/>`

export function line(d: string, colour: string, width = 3, extra = ''): string {
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round" ${extra}/>`
}

export function disc(x: number, y: number, r: number, colour: string, extra = ''): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${colour}" ${extra}/>`
}

export function oval(x: number, y: number, rx: number, ry: number, colour: string, extra = ''): string {
  return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${colour}" ${extra}/>`
}

export function box(x: number, y: number, w: number, h: number, colour: string, r = 0, extra = ''): string {
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" rx="${n(r)}" fill="${colour}" ${extra}/>`
}

export function text(x: number, y: number, size: number, colour: string, words: string, anchor = 'middle'): string {
  return `<text x="${n(x)}" y="${n(y)}" font-family="Ojuju" font-weight="700" font-size="${n(size)}" fill="${colour}" text-anchor="${anchor}">${words}</text>`
}

/** The same drawing `count` times, each with its index. */
export const many = (count: number, draw: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => draw(i)).join('')
