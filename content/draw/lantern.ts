import { ink } from './pigments.ts'
import { glow } from './places.ts'
import { at, box, disc, fill, line, many, oval } from './svg.ts'

/** The lantern on the cover. It stands on (0, 0) and is 62 high. `lit` goes from 0 to 1. */
export function lantern(lit: number, flicker = 0): string {
  return (
    line('M-13 -50C-13 -68 13 -68 13 -50', ink.danfo100, 2.6) +
    fill('M-14 -52H14l-4 8h-20Z', ink.laterite500) +
    fill('M-11 -44H11Q18 -28 11 -12H-11Q-18 -28 -11 -44Z', lit > 0 ? ink.danfo100 : ink.stone) +
    (lit > 0
      ? at(
          0,
          -14,
          fill('M0 -24q11 14 0 22q-11 -8 0 -22Z', ink.danfo500) + fill('M0 -13q5 7 0 11q-5 -4 0 -11Z', ink.laterite500),
          { scale: 0.9 + flicker * 0.08 },
        )
      : '') +
    fill('M-15 -12H15L18 -3H-18Z', ink.laterite500) +
    box(-18, -3, 36, 4, ink.laterite700)
  )
}

/** A milk tin, dull or polished. */
export function tin(shine: number): string {
  return (
    box(-9, -24, 18, 24, shine > 0.5 ? ink.indigo100 : ink.slate, 2) +
    oval(0, -24, 9, 3, shine > 0.5 ? ink.white : ink.stone) +
    box(-9, -17, 18, 9, shine > 0.5 ? ink.danfo500 : ink.laterite800) +
    (shine > 0.5 ? line('M14 -30l5 -5M17 -22h7M-14 -30l-5 -5', ink.danfo200, 2.4) : '')
  )
}

/** The lantern with its crown of polished tins, throwing light everywhere. */
export function sunLantern(lit: number, flicker: number): string {
  const petals = many(8, (i) =>
    at(
      0,
      -30,
      fill('M-8 -22L-13 -44Q0 -52 13 -44L8 -22Z', i % 2 ? ink.indigo100 : ink.white) +
        line('M-5 -28L-8 -42', ink.indigo300, 2),
      { turn: i * 45 },
    ),
  )
  return petals + disc(0, -30, 24, ink.danfo200, lit > 0 ? '' : 'opacity="0"') + lantern(lit, flicker)
}

export function pool(x: number, y: number, r: number, strength: number): string {
  if (strength <= 0) return ''
  return (
    glow(x, y, r, strength) +
    oval(x, y + r * 0.5, r * 1.3, r * 0.2, ink.danfo500, `opacity="${(0.14 * strength).toFixed(2)}"`)
  )
}

/** A bulb, crossed out when the power is off. */
export function bulb(on: boolean): string {
  return (
    fill('M-8 8Q-16 0 -16 -10A16 16 0 0 1 16 -10Q16 0 8 8Z', on ? ink.danfo500 : ink.slate) +
    box(-8, 9, 16, 11, ink.slate, 2) +
    line('M-4 6V-6l4 5l4 -5V6', on ? ink.danfo700 : ink.stone, 2) +
    (on ? '' : line('M-24 -24L24 22', ink.pepper600, 6))
  )
}

export const hammer = (): string => line('M0 8V-26', ink.laterite800, 5) + box(-11, -34, 22, 11, ink.slate, 3)
