import { moon, star } from './motifs.ts'
import { ink } from './pigments.ts'
import { at, box, disc, fill, line, many, n, oval } from './svg.ts'
import { sway } from './tween.ts'

/** The colours of a cloth: white, green when it leaves the pot, then one more blue for each day. */
export const shades = {
  white: '#F6F3EA',
  green: '#9CC48B',
  days: ['#B4C3EE', '#8492DC', '#5867C2', ink.indigo700, ink.indigo900],
} as const

/** A cloth that hangs from (0, 0), its top edge's middle, with adire rings that the dye does not reach. */
export function cloth(wide: number, high: number, colour: string, t = 0, marks = 0.8): string {
  const half = wide / 2
  const wave = (i: number) => sway(t, 0.35, i / 5) * high * 0.035
  const rows = Math.max(1, Math.round(high / wide))
  return (
    fill(
      `M${n(-half)} 0H${n(half)}L${n(half + wave(0))} ${n(high + wave(1))}Q${n(half * 0.4)} ${n(high + 5 + wave(2))} 0 ${n(high + wave(3))}T${n(-half + wave(0))} ${n(high + wave(4))}Z`,
      colour,
    ) +
    many(rows, (i) =>
      at(wave(1) * 0.6, (high / rows) * (i + 0.5), (i % 2 ? star : moon)(ink.white), {
        scale: wide / 100,
        opacity: marks,
      }),
    )
  )
}

/** A clay dye pot, foot at (0, 0), mouth 58 above it; what is dipped is drawn behind its front. */
export function pot(dipped = ''): string {
  return (
    oval(0, 0, 46, 6, '#0C1033', 'opacity=".18"') +
    oval(0, -58, 36, 9, ink.laterite800) +
    oval(0, -57, 31, 7, ink.indigo800) +
    dipped +
    fill('M-36 -58Q-36 -48 0 -48T36 -58Q58 -26 30 0H-30Q-58 -26 -36 -58Z', ink.laterite700) +
    line('M-40 -40Q0 -28 40 -40', ink.danfo500, 2.4, 'stroke-dasharray="6 5"') +
    line('M-44 -26Q0 -12 44 -26', ink.laterite200, 2, 'opacity=".6"')
  )
}

/** A line between two posts, which carries cloths. */
export const washingLine = (from: number, to: number, y: number, foot: number): string =>
  line(`M${n(from)} ${n(foot)}V${n(y - 6)}M${n(to)} ${n(foot)}V${n(y - 6)}`, ink.laterite800, 6) +
  line(`M${n(from)} ${n(y)}Q${n((from + to) / 2)} ${n(y + 6)} ${n(to)} ${n(y)}`, ink.danfo100, 2.4)

/** The great rock above Abẹ́òkúta. */
export const rock = (x: number, y: number): string =>
  at(
    x,
    y,
    fill('M-190 0Q-170 -92 -96 -104Q-70 -150 6 -146Q76 -150 104 -96Q176 -84 196 0Z', '#8C7C86') +
      line('M-96 -104Q-60 -84 -56 -20M6 -146Q-4 -96 26 -40M104 -96Q84 -60 100 -8', '#5F5468', 3, 'opacity=".6"') +
      fill('M-120 -60q20 -14 36 2q-20 12 -36 -2ZM44 -98q22 -10 36 6q-20 8 -36 -6Z', '#A99AA2'),
  )

/** A row of suns, one for each day; those that are over are bright. */
export const days = (done: number, scale = 1): string =>
  many(5, (i) =>
    at(
      (i - 2) * 22 * scale,
      0,
      disc(0, 0, 8, i < done ? ink.danfo500 : ink.stone) +
        many(8, (k) => line('M0 -10.500V-13', i < done ? ink.danfo600 : ink.stone, 2, `transform="rotate(${k * 45})"`)),
      { scale },
    ),
  )

/** Blue water that runs down from a cloth: streaks below a hem `wide`, and a puddle on the ground. */
export const running = (wide: number, high: number, share: number, colour: string): string =>
  oval(0, high, wide * 0.9 * share, 6 * share, colour, 'opacity=".8"') +
  many(5, (i) =>
    box(-wide / 2 + (i * wide) / 4 - 2, 0, 4, Math.max(0, high * Math.min(1, share * 1.5 - (i % 3) * 0.2)), colour, 2),
  )
