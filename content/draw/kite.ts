import { armPoints, type Arm, type Point } from './limbs.ts'
import { ink } from './pigments.ts'
import { at, box, disc, fill, line, many, n } from './svg.ts'
import { sway } from './tween.ts'

export interface Kite {
  colour?: string
  state?: 'new' | 'torn' | 'patched'
}

/** A paper kite with a tail of bows; its middle is at (0, 0). */
export function kite({ colour = ink.laterite500, state = 'new' }: Kite, t: number): string {
  const right = state === 'torn' ? 'L30 -8L13 2L21 11L5 13L13 22L0 44' : 'L30 -8L0 44'
  const tailAt = (i: number) => ({ x: sway(t, 0.9, -i / 7) * (3 + i * 2.4), y: 44 + i * 13 })
  const tail = Array.from({ length: 5 }, (_, i) => tailAt(i))
  return (
    line(`M${tail.map(({ x, y }) => `${n(x)} ${n(y)}`).join('L')}`, ink.danfo100, 2) +
    tail
      .slice(1)
      .map(({ x, y }, i) => at(x, y, fill('M0 0L-7 -4V4ZM0 0L7 -4V4Z', i % 2 ? ink.danfo500 : ink.palm600)))
      .join('') +
    fill(`M0 -40${right}L-30 -8Z`, colour) +
    fill('M0 -40V44L-30 -8Z', '#fff').replace('/>', ' opacity=".16"/>') +
    line('M0 -40V42M-28 -8H28', ink.laterite800, 2.4) +
    (state === 'torn' ? fill('M24 -2q12 8 8 22q-8 -4 -12 -14Z', colour) : '') +
    (state === 'patched'
      ? fill('M4 0L24 -3L20 12L8 27L2 20Z', ink.danfo500) +
        line('M4 0L24 -3L20 12L8 27L2 20Z', ink.indigo800, 1.8, 'stroke-dasharray="3 3"')
      : '')
  )
}

/** The string from a hand to a kite, hanging a little. */
export const string = (from: Point, to: Point, sag = 16): string =>
  line(
    `M${n(from.x)} ${n(from.y)}Q${n((from.x + to.x) / 2)} ${n((from.y + to.y) / 2 + sag)} ${n(to.x)} ${n(to.y)}`,
    ink.indigo900,
    1.6,
  )

/** Where the near hand of an upright child is on the stage. */
export function handOf(child: { x: number; y: number; face?: 1 | -1; scale?: number; near: Arm }): Point {
  const { face = 1, scale = 1 } = child
  const { hand } = armPoints({ x: -7, y: -69 }, child.near, 42)
  return { x: child.x + hand.x * face * scale, y: child.y + hand.y * scale }
}

/** A stick with string around it, held in a hand. */
export const spool = (): string => box(-3, -12, 6, 24, ink.laterite800, 2) + box(-6, -7, 12, 14, ink.danfo100, 4)

/** A flat-roofed house of red earth with horns on its corners; bottom middle at (0, 0). */
export function earthHouse(wide: number, high: number, wall: string, lit = ''): string {
  const horn = (x: number) =>
    fill(
      `M${n(x - 7)} ${n(-high + 1)}Q${n(x - 4)} ${n(-high - 20)} ${n(x)} ${n(-high - 24)}Q${n(x + 4)} ${n(-high - 20)} ${n(x + 7)} ${n(-high + 1)}Z`,
      wall,
    )
  const half = wide / 2
  return (
    [-half + 7, 0, half - 7].map(horn).join('') +
    box(-half, -high, wide, high + 2, wall, 3) +
    line(`M${n(-half + 10)} ${n(-high + 13)}H${n(half - 10)}`, '#fff', 2.4, 'stroke-dasharray="9 6" opacity=".55"') +
    at(-half + 30, -high + 36, lit || box(-9, -9, 18, 22, ink.indigo800, 8)) +
    fill(`M${n(half - 44)} 2V-34Q${n(half - 31)} -50 ${n(half - 18)} -34V2Z`, ink.palm800) +
    disc(half - 23, -18, 2, ink.danfo500)
  )
}

/** A thorn tree: a flat crown and bare, pointed twigs. Foot at (0, 0). */
export const thornTree = (): string =>
  line('M0 2Q-4 -50 4 -96M2 -70Q-24 -96 -54 -112M4 -84Q24 -112 56 -120M4 -96Q2 -120 -8 -136', ink.laterite800, 8) +
  fill('M-92 -116Q-60 -152 -8 -150Q60 -158 98 -122Q60 -112 4 -122Q-50 -108 -92 -116Z', ink.palm700) +
  many(9, (i) => line(`M${-76 + i * 19} ${-116 + (i % 3) * 5}l-5 12m5 -12l4 11`, ink.danfo100, 2))
