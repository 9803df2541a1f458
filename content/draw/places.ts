import { ink } from './pigments.ts'
import { at, box, disc, fill, line, many, n, oval } from './svg.ts'
import { chance, mix } from './tween.ts'

function blend(from: string, to: string, share: number): string {
  const part = (hex: string, i: number) => parseInt(hex.slice(1 + i * 2, 3 + i * 2), 16)
  const hex = [0, 1, 2].map((i) =>
    Math.round(mix(part(from, i), part(to, i), share))
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${hex.join('')}`
}

/** Day, apricot dusk, violet evening, indigo night. */
function skyColour(night: number, day: string): string {
  const stops = [day, '#F6C39A', '#6B4C9A', ink.indigo800]
  const place = Math.min(night, 0.999) * 3
  const i = Math.floor(place)
  return blend(stops[i] ?? day, stops[i + 1] ?? ink.indigo800, place - i)
}

/** Sky, and sun or moon. `night` goes from 0 (day) to 1. */
export function sky(night: number, options: { day?: string; sunX?: number; sun?: boolean } = {}): string {
  const { day = ink.indigo100, sunX = 500, sun = true } = options
  const dusk = skyColour(night, day)
  const stars =
    night > 0.6
      ? many(34, (i) =>
          disc(chance(i) * 640, chance(i + 50) * 190, 1.3, ink.danfo200, `opacity="${n((night - 0.6) * 2.2)}"`),
        )
      : ''
  const sunY = 74 + night * 330
  const moonY = 70 + (1 - night) * 300
  const orb = (x: number, y: number, core: string, ring: string) =>
    disc(x, y, 38, core) +
    disc(x, y, 30, 'none', `stroke="${ring}" stroke-width="2" stroke-dasharray="5 4"`) +
    disc(x, y, 21, 'none', `stroke="${ring}" stroke-width="2"`)
  const orbs = sun
    ? (night < 0.85 ? orb(sunX, sunY, ink.danfo500, ink.danfo600) : '') +
      (night > 0.3 ? orb(640 - sunX, moonY, ink.danfo100, ink.danfo200) : '')
    : ''
  return box(0, 0, 640, 360, dusk) + stars + orbs
}

/** Darkens everything drawn so far; lights are drawn after it. */
export const nightfall = (night: number): string =>
  night <= 0 ? '' : `<rect width="640" height="360" fill="${ink.indigo950}" opacity="${(night * 0.55).toFixed(2)}"/>`

/** Flat rings of light around a lamp. */
export function glow(x: number, y: number, r: number, strength = 1): string {
  return [1, 0.68, 0.4]
    .map((share, i) => disc(x, y, r * share, ink.danfo500, `opacity="${(strength * (0.1 + i * 0.07)).toFixed(2)}"`))
    .join('')
}

/** Ground with a stitched seam; its top edge is `y`. */
export function ground(y: number, colour: string, seam: string): string {
  return (
    fill(`M0 ${n(y + 6)}Q160 ${n(y - 8)} 320 ${n(y)}T640 ${n(y + 2)}V360H0Z`, colour) +
    line(
      `M-4 ${n(y + 22)}Q160 ${n(y + 8)} 320 ${n(y + 16)}T644 ${n(y + 18)}`,
      seam,
      2,
      'stroke-dasharray="10 8" opacity=".55"',
    )
  )
}

export function hills(y: number, colour: string): string {
  return fill(
    `M0 ${n(y)}Q80 ${n(y - 60)} 170 ${n(y - 12)}Q280 ${n(y - 90)} 390 ${n(y - 16)}Q500 ${n(y - 66)} 640 ${n(y - 10)}V${n(y + 60)}H0Z`,
    colour,
  )
}

/** A broad tree with beaded crowns, as in the product's hero picture; foot of the trunk at (0, 0). */
export function tree(scale: number, options: { trunk?: string; hollow?: boolean } = {}): string {
  const trunk = options.trunk ?? ink.laterite800
  const crown = (x: number, y: number, rx: number, ry: number, colour: string) =>
    oval(x, y, rx, ry, colour) +
    oval(
      x,
      y,
      rx - 8,
      ry - 7,
      'none',
      'stroke="#fff" stroke-width="2" stroke-dasharray="1 8" stroke-linecap="round" opacity=".5"',
    )
  return `<g transform="scale(${scale})">${
    fill('M-34 4Q-16 -10 -14 -70L-16 -130H16L14 -70Q16 -10 36 4Q0 12 -34 4Z', trunk) +
    line('M-10 -118Q-24 -150 -62 -170M10 -118Q26 -150 64 -166M0 -120V-190', trunk, 14) +
    (options.hollow ? oval(0, -48, 9, 14, '#3d140a') : '') +
    crown(-74, -182, 52, 34, ink.palm700) +
    crown(74, -178, 54, 34, ink.palm600) +
    crown(0, -216, 66, 42, ink.palm700)
  }</g>`
}

export interface HouseLook {
  wall: string
  roof: string
  door: string
  lit?: number
  wide?: number
}

/** A small house with one door and one window; bottom middle at (0, 0). */
export function house(look: HouseLook): string {
  const w = look.wide ?? 120
  const lit = look.lit ?? 0
  const pane = blend(ink.indigo800, ink.danfo500, lit)
  return (
    box(-w / 2, -86, w, 88, look.wall) +
    fill(`M${n(-w / 2 - 12)} -84L${n(-w / 2 + 10)} -122H${n(w / 2 - 10)}L${n(w / 2 + 12)} -84Z`, look.roof) +
    line(
      `M${n(-w / 2 + 4)} -92L${n(-w / 2 + 16)} -116M${n(-w / 4)} -92V-116M0 -92V-116M${n(w / 4)} -92V-116M${n(w / 2 - 4)} -92L${n(w / 2 - 16)} -116`,
      '#000',
      1.6,
      'opacity=".18"',
    ) +
    box(w / 2 - 46, -56, 28, 58, look.door, 2) +
    disc(w / 2 - 24, -26, 2, ink.danfo500) +
    box(-w / 2 + 14, -60, 36, 34, pane, 3) +
    line(`M${n(-w / 2 + 32)} -60v34M${n(-w / 2 + 14)} -43h36`, look.roof, 2.4) +
    `<rect x="${n(-w / 2)}" y="-6" width="${w}" height="8" fill="#000" opacity=".12"/>`
  )
}

/** Slanting rain. It never covers faces for long, because each drop is short. */
export function rain(t: number, strength = 1): string {
  const d = Array.from({ length: Math.round(18 * strength) }, (_, i) => {
    const speed = 420 + chance(i) * 160
    const y = ((t * speed + chance(i + 9) * 420) % 420) - 40
    const x = ((chance(i + 77) * 760 - y * 0.25 + 760) % 760) - 40
    return `M${n(x)} ${n(y)}l-5 20`
  }).join('')
  return line(d, ink.white, 2.6, 'opacity=".5"')
}

export function cloud(x: number, y: number, scale: number, colour: string): string {
  return at(x, y, fill('M-46 10a18 18 0 0 1 4 -35a26 26 0 0 1 48 -6a20 20 0 0 1 38 12a15 15 0 0 1 2 29Z', colour), {
    scale,
  })
}

export function grass(x: number, y: number, colour: string): string {
  return line(
    `M${n(x)} ${n(y)}q-2 -8 -7 -11M${n(x + 2)} ${n(y)}q0 -9 1 -14M${n(x + 4)} ${n(y)}q2 -8 8 -10`,
    colour,
    2.6,
  )
}
