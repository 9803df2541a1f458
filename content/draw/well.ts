import { ink } from './pigments.ts'
import { at, disc, fill, line, many, n, oval } from './svg.ts'
import { bucket } from './props.ts'

export interface Well {
  /** The wheel's rotation in degrees; rope and buckets follow. */
  turn?: number
  /** Buckets on the rope: how high each hangs above the rim (negative is inside the well). */
  left?: { height: number; water: number }
  right?: { height: number; water: number }
  /** A rope without a bucket, ending at this height. */
  bare?: number
}

/** The well on the cover: roof, wheel and stone wall. Its foot is at (0, 0). */
export function well(state: Well = {}): string {
  const wheelY = -138
  const hung = (x: number, hang: { height: number; water: number } | undefined, colour: string, rim: string) => {
    if (!hang) return ''
    const y = -52 - hang.height
    return (
      line(`M${x} ${wheelY}V${n(Math.min(y - 62, -40))}`, ink.danfo100, 3) + at(x, y, bucket(colour, rim, hang.water))
    )
  }
  return (
    `<ellipse cx="0" cy="2" rx="88" ry="8" fill="#0C1033" opacity=".18"/>` +
    line('M-62 -40V-150M62 -40V-150', ink.laterite800, 9) +
    line('M-70 -152H70', ink.laterite800, 8) +
    oval(0, -54, 72, 14, ink.slate) +
    `<clipPath id="shaft"><path d="M-72 -220H72V-52Q40 -40 0 -40T-72 -52Z"/></clipPath><g clip-path="url(#shaft)">` +
    (state.bare === undefined
      ? ''
      : line(`M-12 ${wheelY}V${n(-40 - state.bare)}`, ink.danfo100, 3) +
        line(`M-12 ${n(-40 - state.bare)}l-3 6M-12 ${n(-40 - state.bare)}l3 6`, ink.danfo100, 2)) +
    hung(-28, state.left, ink.danfo500, ink.danfo700) +
    hung(28, state.right, ink.laterite500, ink.laterite800) +
    '</g>' +
    disc(0, wheelY, state.left ? 28 : 13, ink.laterite700) +
    disc(0, wheelY, state.left ? 22 : 8, ink.danfo600) +
    `<g transform="rotate(${n(state.turn ?? 0)} 0 ${wheelY})">${many(3, (i) => line(`M-${state.left ? 20 : 7} ${wheelY}h${state.left ? 40 : 14}`, ink.laterite800, 3, `transform="rotate(${i * 60} 0 ${wheelY})"`))}</g>` +
    fill('M-72 -54Q-40 -40 0 -40T72 -54L64 2H-64Z', ink.stone) +
    line(
      'M-70 -36Q0 -22 70 -36M-68 -18Q0 -6 67 -18M-34 -43v14M4 -40v12M38 -44v14M-52 -32v14M-16 -27v14M22 -27v13M54 -32v14M-34 -14v14M6 -11v13M40 -14v14',
      ink.slate,
      2,
      'opacity=".6"',
    ) +
    fill('M-88 -150L0 -196L88 -150Z', ink.laterite600) +
    line('M-60 -154L0 -186L60 -154', ink.laterite200, 2, 'stroke-dasharray="6 5" opacity=".7"')
  )
}

export const coil = (): string =>
  many(3, (i) => oval(0, 6 + i * 5, 13, 6, 'none', `stroke="${i % 2 ? ink.danfo200 : ink.danfo100}" stroke-width="4"`))

/** A plant that droops (0) or blooms (1). */
export function plant(life: number): string {
  const droop = (1 - life) * 62
  const colour = life > 0.5 ? ink.palm600 : '#9A8A3C'
  const leafAt = (y: number, side: number) =>
    at(0, y, fill('M0 0Q10 -12 26 -8Q20 6 0 0Z', colour), { mirror: side < 0, turn: droop * 0.9 })
  return `<g>${line(`M0 0Q${n(droop * 0.05)} -26 ${n(droop * 0.4)} ${n(-46 + droop * 0.3)}`, colour, 4)}${leafAt(-16, 1)}${leafAt(-22, -1)}${at(droop * 0.4, -48 + droop * 0.34, many(5, (i) => oval(0, -8, 5, 8, life > 0.5 ? ink.zobo700 : ink.danfo700, `transform="rotate(${i * 72})"`)) + disc(0, 0, 5, ink.danfo500), { scale: 0.5 + life * 0.5, turn: droop * 2 })}</g>`
}

/** A goat; `pant` moves the tongue. */
export function goat(pant: number, tired: boolean): string {
  const head = tired ? 12 : 0
  return (
    line('M-20 -16v16M-12 -14v14M14 -14v14M22 -16v16', ink.black, 5) +
    fill('M-28 -34Q-30 -12 -18 -12H20Q28 -14 26 -34Q10 -42 -28 -34Z', ink.danfo100) +
    fill('M-28 -34q-8 -4 -9 -11q8 2 12 8Z', ink.danfo100) +
    `<g transform="translate(30 ${-44 + head}) rotate(${head})">${fill('M-10 14L-6 -6Q4 -14 12 -4L22 8Q18 14 8 12L0 20Z', ink.danfo100)}${fill('M-6 -6q-10 0 -12 8q8 0 12 -2Z', ink.laterite200)}${line('M0 -10q-4 -8 -10 -9M6 -9q-1 -9 -6 -12', ink.slate, 3)}${disc(8, 0, 2, ink.black)}${tired ? fill(`M16 12q4 ${6 + pant * 4} 6 0Z`, ink.pepper300) : line('M15 10q3 1 6 -1', ink.black, 1.6)}</g>`
  )
}
