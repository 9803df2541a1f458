import { ink } from './pigments.ts'
import { at, box, disc, fill, line, many, n, oval } from './svg.ts'

export const egg = (): string => oval(0, 0, 5.6, 7.4, '#F6E3CC') + oval(-1.6, -2.4, 1.8, 2.6, ink.white, 'opacity=".8"')

/** A cardboard tray with two rows of eggs, 64 wide; its bottom is at (0, 0). */
export const eggTray = (full = true): string =>
  (full ? many(5, (i) => at(-22 + i * 11, -14, egg())) + many(5, (i) => at(-24 + i * 12, -10, egg())) : '') +
  fill('M-33 -9L-28 0H28L33 -9Q27 -5 22 -9Q16 -5 11 -9Q5 -5 0 -9Q-5 -5 -11 -9Q-16 -5 -22 -9Q-27 -5 -33 -9Z', '#9A7B5B')

/** A broken egg on the ground. `spread` from 0 to 1 is how far it has run. */
export const splat = (spread: number): string =>
  spread <= 0
    ? ''
    : oval(0, 0, 17 * spread, 5.5 * spread, ink.white, 'opacity=".85"') +
      oval(1, -1.5, 6 * spread, 3.4 * spread, ink.danfo500) +
      fill('M-19 1l4 -8l4 4l5 -3l1 7Z', '#F6E3CC')

/** A yam lying on its side, 46 long. */
export const yam = (): string =>
  fill('M-24 2Q-26 -10 -8 -10Q12 -13 22 -8Q29 -3 22 3Q4 10 -24 2Z', '#7B5A3A') +
  line('M-14 -4h5M0 -6h6M8 0h6M-8 2h4', '#4A331F', 1.6)

/** A wheelbarrow facing right: the ground is at y = 0, its handles end at (-66, -40). `load` is drawn in the tub. */
export function barrow(turn: number, load: string): string {
  return (
    line('M-66 -40L-30 -32M-22 -28L-28 -2', ink.slate, 5) +
    at(0, -40, load) +
    fill('M-42 -44H42L24 -16H-24Z', ink.pepper600) +
    line('M-44 -44H44', ink.pepper300, 4) +
    line('M20 -20L42 -14', ink.slate, 5) +
    disc(42, -14, 14, ink.black) +
    disc(42, -14, 6, ink.stone) +
    `<g transform="rotate(${n(turn % 360)} 42 -14)">${line('M42 -26v24M30 -14h24', ink.slate, 2)}</g>`
  )
}

/** Yams in a barrow; with `high` a heap. */
export const yams = (): string =>
  at(-14, -4, yam(), { turn: -8 }) + at(16, -5, yam(), { turn: 10 }) + at(0, -14, yam(), { turn: 4 })

/** A round clay pot with a pattern; bottom at (0, 0), 56 high. */
export const clayPot = (): string =>
  fill('M-12 -56H12L10 -48Q34 -40 32 -20Q28 0 0 0T-32 -20Q-34 -40 -10 -48Z', ink.laterite600) +
  line('M-29 -28Q0 -20 29 -28', ink.danfo200, 3, 'stroke-dasharray="5 4"') +
  line('M-30 -20Q0 -12 30 -20', ink.danfo500, 2)

/** The same pot in pieces. */
export const shards = (): string =>
  at(-22, 0, fill('M-16 0Q-18 -18 -4 -24L6 -14L12 0Z', ink.laterite600) + line('M-13 -10l14 4', ink.danfo200, 2.4)) +
  at(16, 0, fill('M-12 0L-6 -14L8 -18Q20 -10 14 0Z', ink.laterite700) + line('M-4 -8l12 -2', ink.danfo500, 2)) +
  at(0, 2, fill('M-8 0L-2 -9L9 0Z', ink.laterite500)) +
  at(38, 2, fill('M-6 0L2 -7L7 0Z', ink.laterite600)) +
  at(-46, 2, fill('M-6 0L0 -6L7 0Z', ink.laterite700))

/** The bridge over the Niger at Onitsha: eight steel arches from (0, 0) to (640, 0). */
export const nigerBridge = (): string =>
  box(0, 6, 640, 34, '#4F8CA8') +
  many(8, (i) =>
    at(
      i * 80,
      0,
      line('M0 0Q40 -46 80 0', ink.slate, 3) +
        many(5, (j) => line(`M${14 + j * 13} 0V${n(-22 + Math.abs(2 - j) * 5)}`, ink.slate, 1.6)) +
        line('M0 0V26', ink.slate, 5),
    ),
  ) +
  box(0, -2, 640, 6, ink.slate)
