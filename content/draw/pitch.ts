import { ink } from './pigments.ts'
import { at, box, disc, fill, line, many, n, oval, text } from './svg.ts'

/** Granite boulders in a stack, like those around Jos; foot at (0, 0), 150 wide and 140 high. */
export function boulders(): string {
  const rock = (x: number, y: number, rx: number, ry: number, turn: number, colour: string) =>
    at(
      x,
      y,
      oval(0, 0, rx, ry, colour) +
        oval(-rx * 0.25, -ry * 0.4, rx * 0.5, ry * 0.28, ink.white, 'opacity=".22"') +
        line(
          `M${n(-rx * 0.5)} ${n(ry * 0.45)}q${n(rx * 0.4)} ${n(ry * 0.3)} ${n(rx * 0.9)} 0`,
          ink.slate,
          2,
          'opacity=".4"',
        ),
      { turn },
    )
  return (
    rock(-44, -22, 40, 28, 4, '#9A93A6') +
    rock(40, -24, 46, 30, -5, '#8B8499') +
    rock(-4, -66, 42, 28, 8, '#A9A2B4') +
    rock(8, -108, 28, 24, -12, '#958EA2')
  )
}

/** A goal of two bamboo posts and a net, seen a little from the side; the middle of its line is at (0, 0). */
export function goal(): string {
  const net = many(6, (i) => line(`M${-34 + i * 14} -74l-16 62`, ink.white, 1.2, 'opacity=".6"'))
  const rows = many(5, (i) => line(`M${n(-40 - i * 3.4)} ${-66 + i * 14}h76`, ink.white, 1.2, 'opacity=".6"'))
  return net + rows + line('M-40 2V-78H40V2', ink.danfo200, 6)
}

/** A chalkboard with the score; its foot is at (0, 0). */
export const scoreboard = (left: number, right: number): string =>
  line('M-20 0V-96M20 0V-96', ink.laterite800, 4) +
  box(-38, -144, 76, 48, ink.black, 4) +
  box(-38, -144, 76, 48, 'none', 4, `stroke="${ink.laterite600}" stroke-width="4"`) +
  text(0, -111, 28, ink.white, `${left} : ${right}`)

/** A round cake on a plate; `cut` from 0 to 1 parts its halves. */
export function cake(cut: number): string {
  const half = (side: 1 | -1) => {
    const far = side * cut * 9
    return (
      fill(`M${n(far)} -26H${n(far + side * 34)}V-4Q${n(far + side * 18)} 3 ${n(far)} 3Z`, '#C98A3C') +
      fill(
        `M${n(far)} -38Q${n(far + side * 32)} -36 ${n(far + side * 34)} -26Q${n(far + side * 18)} -17 ${n(far)} -17Z`,
        '#E8B35C',
      ) +
      disc(far + side * 12, -29, 2.4, ink.laterite600) +
      disc(far + side * 23, -25, 2.2, ink.laterite600)
    )
  }
  return oval(0, 2, 58, 9, ink.indigo100) + oval(0, 0, 46, 6, ink.white) + half(-1) + half(1)
}

export const knife = (): string =>
  fill('M-3 -8H6V-46Q-5 -40 -3 -8Z', ink.stone) + box(-4, -10, 9, 20, ink.laterite800, 3)

/** Two teams of dots, one per player, with a line between them; big dots are tall players. */
export function teams(left: readonly number[], right: readonly number[]): string {
  const dots = (sizes: readonly number[], side: number, colour: string) =>
    sizes
      .map((size, i) => disc(side * (18 + (i % 2) * 17), -14 + Math.floor(i / 2) * 22 + (i % 2) * 6, size, colour))
      .join('')
  return (
    line('M0 -30V26', ink.slate, 2.4, 'stroke-dasharray="5 4"') +
    dots(left, -1, ink.zobo700) +
    dots(right, 1, ink.indigo600)
  )
}
