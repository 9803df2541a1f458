import { ink } from './pigments.ts'
import { at, box, disc, fill, line, many, n, oval } from './svg.ts'
import { chance, clamp, sway } from './tween.ts'

const crusts = { pale: '#E9CF9F', golden: '#D9963F', burnt: '#2A201C' }

/** A loaf, 40 wide; bottom at (0, 0). */
export function loaf(state: keyof typeof crusts): string {
  const seam = state === 'burnt' ? '#4A3A32' : '#A8652A'
  return (
    fill('M-20 0Q-24 -20 -12 -21Q0 -25 12 -21Q24 -20 20 0Z', crusts[state]) +
    line('M-10 -17q3 6 1 9M0 -19q3 6 1 10M10 -17q3 6 1 9', seam, 2.2)
  )
}

/** A tin tray, 130 wide, with two rows of loaves; bottom at (0, 0). */
export const loaves = (state: keyof typeof crusts): string =>
  many(3, (i) => at(-38 + i * 38, -12, loaf(state), { scale: 0.86 })) +
  box(-66, -12, 132, 8, ink.slate, 3) +
  many(3, (i) => at(-38 + i * 38, -2, loaf(state), { scale: 0.92 })) +
  box(-68, -4, 136, 7, ink.slate, 3)

/** A clay oven, 170 wide, its floor at y = 0; `fire` from 0 to 1. `inside` is drawn in its mouth, at (0, -34). */
export function oven(t: number, fire: number, inside = ''): string {
  return (
    box(44, -196, 26, 74, '#8A4A2E') +
    box(40, -202, 34, 10, '#6E3822', 3) +
    fill('M-88 0V-70Q-84 -150 0 -152Q84 -150 88 -70V0Z', '#B5653C') +
    line('M-80 -72Q-74 -140 0 -142Q74 -140 80 -72', ink.laterite200, 2, 'stroke-dasharray="7 6" opacity=".6"') +
    line('M-60 -20h26M20 -16h30M-20 -126h24M40 -110h20', '#8A4A2E', 3, 'opacity=".7"') +
    fill('M-52 -28V-62Q-48 -104 0 -106Q48 -104 52 -62V-28Z', '#2B1510') +
    (fire > 0
      ? many(5, (i) =>
          at(
            -34 + i * 17,
            -30,
            fill(
              `M-9 0Q-8 ${n(-26 - sway(t, 1.6, i / 5) * 6)} 0 ${n(-40 - sway(t, 1.3, i / 4) * 6)}Q8 -22 9 0Z`,
              i % 2 ? ink.danfo500 : ink.danfo600,
            ),
            { scale: 0.5 + fire * 0.4, opacity: fire },
          ),
        )
      : '') +
    at(0, -34, inside) +
    box(-62, -32, 124, 10, '#8A4A2E', 3)
  )
}

/** Dark smoke that rises from (0, 0). */
export const smoke = (t: number, thick: number): string =>
  many(9, (i) => {
    const age = (t * 0.32 + i / 9) % 1
    return disc(
      sway(t, 0.4, i / 4) * 16 + (chance(i) - 0.5) * 60,
      -age * 150,
      12 + age * 26,
      '#3B3440',
      `opacity="${n((1 - age) * thick * 0.7)}"`,
    )
  })

/** A sand clock, 64 high, its foot at (0, 0). `share` of the sand has run down. */
export function sandClock(share: number, t: number): string {
  const left = 1 - clamp(share)
  return (
    fill('M-17 -58H17Q16 -40 3 -32Q16 -24 17 -6H-17Q-16 -24 -3 -32Q-16 -40 -17 -58Z', ink.indigo100) +
    (left > 0
      ? fill(`M${n(-4 - 10 * left)} ${n(-36 - 16 * left)}H${n(4 + 10 * left)}L0 -32Z`, ink.danfo600) +
        line(`M0 -32V${n(-10 + sway(t, 3))}`, ink.danfo600, 1.8)
      : '') +
    fill(`M-15 -7Q0 ${n(-10 - 20 * (1 - left))} 15 -7Z`, ink.danfo600) +
    box(-21, -64, 42, 7, ink.laterite800, 2) +
    box(-21, -7, 42, 7, ink.laterite800, 2) +
    line('M-18 -58V-6M18 -58V-6', ink.laterite800, 2.4)
  )
}

/** A lump of dough, bottom at (0, 0), pressed flat by `press` from 0 to 1. */
export const dough = (press: number): string =>
  oval(0, -13 + press * 5, 34 + press * 10, 15 - press * 5, '#F3E2C0') +
  oval(-8, -18 + press * 6, 12, 4, ink.white, 'opacity=".6"')

/** A sack of flour, 66 high, its foot at (0, 0). */
export const flour = (): string =>
  fill('M-26 0Q-32 -30 -22 -52L-14 -58H14L22 -52Q32 -30 26 0Q0 6 -26 0Z', ink.danfo100) +
  line('M-15 -56Q0 -50 15 -56', ink.danfo700, 3) +
  fill('M-14 -58Q-8 -70 0 -62Q8 -70 14 -58Z', ink.danfo100) +
  line('M0 -14V-40M0 -36q-8 -2 -10 -9M0 -36q8 -2 10 -9M0 -27q-8 -2 -10 -9M0 -27q8 -2 10 -9', ink.danfo600, 2.4)

/** A skipping rope between two hands that are `wide` apart; `turn` is its angle in turns. The hands are at y = 0. */
export const rope = (wide: number, turn: number): string =>
  line(`M${n(-wide / 2)} 0Q0 ${n(Math.cos(turn * Math.PI * 2) * 150)} ${n(wide / 2)} 0`, ink.danfo200, 3.4)

/** The brown roofs of Ibadan on their hills, from y = -150 to 0; 640 wide. */
export function brownRoofs(): string {
  const roofs = ['#8A4B2A', '#9B5A33', '#7A3F22', '#A8693F']
  const walls = ['#E9CFA8', '#DDB98C', '#F0DDBD']
  const hill = fill('M-10 40V-120Q320 -190 650 -120V40Z', '#DDB98C')
  const rows = [0, 1, 2, 3]
    .map((row) =>
      many(12, (i) => {
        const x = i * 58 - 20 + (row % 2) * 28 + (chance(i + row * 20) - 0.5) * 12
        const y = -118 + row * 32 - Math.sin((x / 640) * Math.PI) * (40 - row * 9)
        const wide = 46 + chance(i * 3 + row) * 16
        return (
          box(x - wide / 2, y, wide, 70, walls[(i + row) % 3] ?? ink.white) +
          fill(
            `M${n(x - wide / 2 - 5)} ${n(y)}L${n(x - wide / 4)} ${n(y - 18)}H${n(x + wide / 4)}L${n(x + wide / 2 + 5)} ${n(y)}Z`,
            roofs[(i * 2 + row) % 4] ?? ink.laterite800,
          ) +
          box(x - 7, y + 9, 9, 11, '#5B3622', 1) +
          box(x + 8, y + 9, 7, 11, '#5B3622', 1)
        )
      }),
    )
    .join('')
  return hill + rows
}
