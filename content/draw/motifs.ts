import { ink } from './pigments.ts'
import { at, box, disc, line, many, n, text } from './svg.ts'
import { pop } from './tween.ts'

/** Adire motifs in the style of the product's cloth, each in an 80 by 80 square around 0. */
export function moon(colour: string): string {
  const ring = (r: number, dash: string) => disc(0, 0, r, 'none', `stroke="${colour}" stroke-width="3" ${dash}`)
  const beads = many(16, (i) => disc(Math.cos(i * 0.3927) * 35.5, Math.sin(i * 0.3927) * 35.5, 1.8, colour))
  return (
    ring(28, 'stroke-dasharray="5 2.4"') +
    ring(19, '') +
    ring(10, 'stroke-dasharray="4 2"') +
    disc(0, 0, 4, colour) +
    beads
  )
}

export function leaf(colour: string): string {
  return (
    many(8, (i) =>
      line('M0 -4C-7 -12-6 -26 0 -33c6 7 7 21 0 29Zm0 -6V-25', colour, 2.6, `transform="rotate(${i * 45})"`),
    ) + disc(0, 0, 4.5, colour)
  )
}

export function star(colour: string): string {
  return (
    many(4, (i) => line('M0 0-10-28 0-36 10-28Z', colour, 2.6, `transform="rotate(${i * 90})"`)) +
    many(4, (i) => `<path d="M0 0-4-20 0-28 4-20Z" fill="${colour}" transform="rotate(${i * 90 + 45})"/>`)
  )
}

export function steps(colour: string): string {
  return (
    many(3, (i) => {
      const a = 34 - i * 10
      return line(
        `M${n(-a)} 0V${n(-a * 0.6)}h${n(a * 0.3)}V${n(-a)}h${n(a * 1.4)}v${n(a * 0.4)}h${n(a * 0.3)}v${n(a * 1.2)}h${n(-a * 0.3)}v${n(a * 0.4)}h${n(-a * 1.4)}v${n(-a * 0.4)}h${n(-a * 0.3)}Z`,
        colour,
        2.6,
        i === 1 ? 'stroke-dasharray="4 4"' : '',
      )
    }) + disc(0, 0, 3.5, colour)
  )
}

export type Motif = (colour: string) => string

const strips = [
  [ink.indigo700, 12],
  [ink.danfo500, 4],
  [ink.indigo700, 3],
  [ink.laterite500, 12],
  [ink.danfo100, 2],
  [ink.laterite500, 3],
  [ink.palm700, 12],
  [ink.danfo500, 4],
  [ink.palm700, 3],
  [ink.danfo100, 3],
] as const

/** A band of aso-oke of the given length along x and height `high`. */
export function asooke(length: number, high: number): string {
  let x = 0
  let out = ''
  while (x < length) {
    for (const [colour, wide] of strips) {
      if (x >= length) break
      out += box(x, 0, Math.min(wide, length - x) + 0.3, high, colour)
      x += wide
    }
  }
  return out
}

/** The cloth that crosses the stage between two scenes: 58 wide, with vertical stripes. */
export const curtain = (): string => asooke(58, 360)

export interface Card {
  ground: string
  motif: Motif
  motifColour: string
  lines: readonly string[]
  picture: (t: number) => string
}

/** A video's first card: its picture on the left, its name on the right, on cloth. */
export function titleCard(card: Card, t: number): string {
  const high = 50
  const top = 186 - ((card.lines.length - 1) * high) / 2
  const words = card.lines.map((words, i) => text(296, top + i * high, 44, ink.white, words, 'start')).join('')
  return (
    box(0, 0, 640, 360, card.ground) +
    at(560, 60, card.motif(card.motifColour), { scale: 2.4, turn: t * 5, opacity: 0.3 }) +
    at(40, 330, card.motif(card.motifColour), { scale: 1.7, turn: -t * 5, opacity: 0.3 }) +
    at(0, 338, asooke(640, 22)) +
    at(158, 190, card.picture(t), { scale: Math.max(pop(t, 0.1, 0.6), 0.01) }) +
    words
  )
}

/** The last card: what the story teaches. */
export function endCard(card: Card, t: number, lines: readonly string[]): string {
  const high = 46
  const top = 176 - ((lines.length - 1) * high) / 2
  const words = lines
    .map((line, i) =>
      at(320, top + i * high, text(0, 0, 40, ink.white, line), { opacity: Math.min(1, Math.max(0, t * 2 - i * 0.7)) }),
    )
    .join('')
  return (
    box(0, 0, 640, 360, card.ground) +
    at(320, 160, card.motif(card.motifColour), { scale: 4.6, turn: t * 4, opacity: 0.14 }) +
    at(0, 0, asooke(640, 22)) +
    at(0, 338, asooke(640, 22)) +
    words +
    at(320, 270, card.picture(t), { scale: 0.42 })
  )
}
