import { ink } from './pigments.ts'
import { at, box, disc, fill, line, many, n, oval } from './svg.ts'
import { sway } from './tween.ts'

/** Water from `y` to the bottom of the stage, with small waves. */
export const water = (t: number, y: number): string =>
  box(0, y, 640, 360 - y, '#2E6F8E') +
  box(0, y, 640, 5, '#7FB9C9') +
  many(10, (i) => {
    const x = ((i * 131 + 40) % 620) + sway(t, 0.25, i / 10) * 10
    return line(`M${n(x)} ${n(y + 20 + (i % 4) * 21)}q9 -5 18 0t18 0`, '#7FB9C9', 2.2, 'opacity=".7"')
  })

/** The water in front of a canoe, which hides the bottom of its hull. */
export const ripple = (t: number, x: number, y: number): string =>
  line(`M${n(x - 92)} ${n(y)}q15 ${n(5 + sway(t, 0.5) * 2)} 30 0t30 0 30 0 30 0 30 0 30 0`, '#7FB9C9', 3)

/** A dugout canoe, 180 long; the waterline is at y = 0, and its rim is 24 above it. */
export const canoe = (colour: string = ink.laterite800): string =>
  fill('M-98 -32Q-80 -22 -60 -22H60Q80 -22 98 -32Q92 8 58 10H-58Q-92 8 -98 -32Z', colour) +
  line('M-90 -23Q-76 -17 -60 -17H60Q76 -17 90 -23', ink.danfo500, 2.4, 'stroke-dasharray="8 6" opacity=".8"')

export const paddle = (): string =>
  line('M0 -54V34', ink.danfo700, 4.4) + fill('M-7 30Q-9 56 0 60Q9 56 7 30Z', ink.danfo700)

/** A fish around (0, 0), facing right, 92 long. `eggs` from 0 to 1 shows its round belly full of eggs; `wag` moves its tail. */
export function fish(options: { eggs?: number; wag?: number; colour?: string; sad?: boolean } = {}): string {
  const { eggs = 0, wag = 0, colour = '#8FA9C4', sad = false } = options
  return (
    fill(`M-30 0L-54 ${n(-18 + wag * 6)}Q-46 0 -54 ${n(18 + wag * 6)}Z`, ink.slate) +
    fill('M-8 -16Q2 -34 20 -20Z', ink.slate) +
    fill(
      `M-34 0Q-14 -22 12 -20Q36 -18 42 0Q34 ${n(20 + eggs * 6)} 8 ${n(21 + eggs * 9)}Q-18 ${n(18 + eggs * 6)} -34 0Z`,
      colour,
    ) +
    fill(
      `M-26 4Q0 14 38 6Q30 ${n(19 + eggs * 6)} 8 ${n(20 + eggs * 9)}Q-16 ${n(17 + eggs * 6)} -26 4Z`,
      ink.indigo100,
    ) +
    (eggs > 0
      ? many(9, (i) =>
          disc(-10 + (i % 5) * 8 + (i > 4 ? 4 : 0), i > 4 ? 19 : 12, 2.6, ink.danfo600, `opacity="${n(eggs)}"`),
        )
      : '') +
    line('M22 -14Q14 0 22 13', ink.slate, 2, 'opacity=".6"') +
    disc(31, -6, 5, ink.white) +
    disc(32, -6, 2.8, ink.black) +
    line(sad ? 'M34 7q3 -4 7 -3' : 'M32 4q5 3 9 -1', ink.black, 2)
  )
}

/** A tangled piece of net around (0, 0). */
export const netting = (): string =>
  line(
    'M-46 -26Q-10 -40 44 -28M-50 -8Q0 -20 50 -10M-50 10Q0 0 50 8M-44 26Q0 34 44 26M-36 -34Q-44 0 -32 32M-14 -38Q-20 0 -12 34M10 -38Q6 0 10 34M32 -34Q38 0 30 32',
    ink.danfo100,
    1.8,
    'opacity=".85"',
  )

/** A mangrove on its stilt roots; the water is at y = 0. */
export const mangrove = (): string =>
  line(
    'M0 -70Q-30 -40 -44 6M0 -66Q-14 -30 -20 8M0 -66Q12 -34 14 8M0 -70Q30 -44 46 6M-26 -28Q-10 -10 -4 8',
    '#5B3622',
    7,
  ) +
  line('M0 -64V-120M0 -96L-34 -130M0 -104L36 -136', '#5B3622', 10) +
  oval(-44, -140, 46, 30, ink.palm700) +
  oval(44, -146, 48, 32, ink.palm600) +
  oval(0, -168, 54, 34, ink.palm700) +
  oval(
    0,
    -168,
    46,
    27,
    'none',
    'stroke="#fff" stroke-width="2" stroke-dasharray="1 8" stroke-linecap="round" opacity=".5"',
  )

/** A house on stilts; the water is at y = 0, and its floor is 46 above it. */
export const stiltHouse = (): string =>
  line('M-56 6V-46M-20 6V-46M20 6V-46M56 6V-46', '#5B3622', 6) +
  box(-70, -52, 140, 9, '#5B3622', 2) +
  box(-58, -122, 116, 72, ink.danfo200) +
  line('M-40 -122V-52M-20 -122V-52M0 -122V-52M20 -122V-52M40 -122V-52', ink.danfo600, 1.6, 'opacity=".6"') +
  box(14, -102, 26, 50, ink.indigo700, 2) +
  box(-42, -100, 32, 26, ink.indigo800, 2) +
  fill('M-76 -118L-40 -162H40L76 -118Z', ink.danfo700) +
  line('M-60 -124l16 -30M-30 -122l8 -36M0 -122v-38M30 -122l-8 -36M60 -124l-16 -30', ink.danfo500, 2, 'opacity=".5"')

/** A pot of soup on its fire, bottom at (0, 0), with steam. `full` shows a fish in it. */
export const soupPot = (t: number, full: boolean): string =>
  many(3, (i) =>
    at(-14 + i * 14, -52 - ((t * 16 + i * 9) % 26), line('M0 0q-5 -6 0 -12t0 -12', ink.white, 3), {
      opacity: full ? 0.8 : 0,
    }),
  ) +
  (full ? at(2, -38, fish(), { scale: 0.5, turn: -56 }) : '') +
  fill('M-34 -38H34Q40 0 18 0H-18Q-40 0 -34 -38Z', ink.black) +
  oval(0, -38, 34, 7, full ? ink.laterite500 : ink.slate) +
  line('M-36 -32h-7M36 -32h7', ink.black, 5)

export const bowl = (full: boolean): string =>
  fill('M-17 -8H17Q14 6 0 6T-17 -8Z', ink.laterite600) + oval(0, -8, 17, 4, full ? ink.danfo500 : ink.laterite800)
