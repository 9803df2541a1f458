import { ink } from './pigments.ts'
import { at, box, disc, fill, line, many, n, oval } from './svg.ts'
import { note } from './props.ts'

/** The wallet on the cover, 60 wide around 0; `open` makes notes and a photo stick out. */
export function wallet(open: number): string {
  return (
    (open > 0
      ? at(-9, -14 - open * 6, note(), { scale: 1.15, turn: -8 }) +
        at(8, -16 - open * 8, note(), { scale: 1.15, turn: 6 })
      : '') +
    box(-30, -18, 60, 38, ink.laterite800, 6) +
    `<rect x="-26" y="-14" width="52" height="30" rx="4" fill="none" stroke="${ink.laterite200}" stroke-width="1.4" stroke-dasharray="4 3"/>` +
    fill('M8 -5H34V9H8a7 7 0 0 1 0 -14Z', ink.laterite600) +
    disc(12, 2, 3, ink.danfo500)
  )
}

/** The photograph in it: a mother in a zobo hijab and her baby. */
export const photo = (): string =>
  box(-20, -24, 40, 48, ink.white, 2) +
  box(-17, -21, 34, 36, ink.indigo100) +
  fill('M-14 15Q-14 -16 0 -17Q14 -16 14 15Z', ink.zobo700) +
  oval(1, -4, 7, 8, '#96613C') +
  disc(8, 10, 6, ink.danfo200) +
  disc(8, 9, 4, '#7A4A2E') +
  line('M-3 -1q4 3 7 0', '#1E0F09', 1.2)

export const shoes = (): string =>
  many(2, (i) =>
    at(
      -13 + i * 24,
      4 - i * 5,
      fill('M-14 6v-14h10q2 7 16 8q4 1 4 6Z', ink.indigo700) +
        box(-15, 5, 32, 4, ink.white, 2) +
        line('M-3 -2l5 -3M1 1l5 -3', ink.danfo500, 1.6),
    ),
  )

/** A slipper with a torn strap. */
export const sandal = (mended: number): string =>
  oval(0, 4, 22, 7, ink.laterite800) +
  line(mended > 0.5 ? 'M8 2Q0 -12 -8 2M0 -5L14 3' : 'M8 2Q4 -8 -2 -9M-8 2q-4 -3 -3 -7', ink.laterite500, 4) +
  (mended > 0.5 ? line('M-3 -4h5', ink.danfo500, 2, 'stroke-dasharray="2 2"') : '')

export const ball = (turn: number): string =>
  disc(0, 0, 11, ink.white, `stroke="${ink.black}" stroke-width="1.500"`) +
  `<g transform="rotate(${n(turn)})">${fill('M0 -5L5 -1L3 5H-3L-5 -1Z', ink.black)}${line('M0 -5V-11M5 -1L10 -4M3 5L6 9M-3 5L-6 9M-5 -1L-10 -4', ink.black, 1.4)}</g>`

/** A market stall, 130 wide, with the top of its awning at `high` and its foot at (0, 0). */
export function stall(awning: string, goods: 'tomatoes' | 'shoes' | 'medicine', high = 132): string {
  const top = many(6, (i) => fill(`M${-72 + i * 24} ${-high}h24v22q-12 12 -24 0Z`, i % 2 ? ink.danfo100 : awning))
  const wares =
    goods === 'tomatoes'
      ? many(9, (i) =>
          disc(-44 + (i % 5) * 22 + (i > 4 ? 11 : 0), i > 4 ? -62 : -52, 9, i % 2 ? ink.pepper600 : '#D81F2A'),
        )
      : goods === 'shoes'
        ? at(-30, -54, shoes(), { scale: 0.9 }) + at(32, -54, shoes(), { scale: 0.9 })
        : many(5, (i) =>
            box(
              -50 + i * 22,
              -72,
              14,
              26,
              [ink.palm600, ink.indigo600, ink.white, ink.zobo700, ink.danfo600][i] ?? ink.white,
              3,
            ),
          )
  return (
    line(`M-64 0V${12 - high}M64 0V${12 - high}`, ink.laterite800, 6) +
    wares +
    box(-70, -46, 140, 46, ink.laterite700, 3) +
    line('M-70 -22H70', ink.laterite200, 2, 'stroke-dasharray="7 5"') +
    top +
    (goods === 'medicine' ? box(-16, -166, 32, 32, ink.white, 6) + line('M0 -160v20M-10 -150h20', ink.palm600, 8) : '')
  )
}

/** A baby wrapped in cloth; `better` turns the cry into a smile. */
export function baby(better: number, t: number): string {
  return (
    fill('M-14 4Q-18 30 4 32Q22 28 16 4Z', ink.danfo200) +
    disc(1, -2, 13, '#7A4A2E') +
    fill('M-12 -4A13 13 0 0 1 14 -4Q0 -12 -12 -4Z', ink.black) +
    (better > 0.5
      ? disc(-2, -1, 1.8, ink.black) + disc(7, -1, 1.8, ink.black) + line('M-3 5q5 5 10 0', ink.black, 1.8)
      : line('M-5 -1l5 1M5 0l5 -1', ink.black, 1.8) + oval(3, 6, 3.4, 3 + Math.sin(t * 9), '#3A0F12'))
  )
}
