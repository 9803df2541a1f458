import { ink } from './pigments.ts'
import { at, box, disc, fill, line, many, n, oval } from './svg.ts'
import { pop, sway } from './tween.ts'

/** A laced drum, foot at (0, 0), 66 high. */
export function drum(beat = 0): string {
  return at(
    -24,
    -68 + beat * 1.5,
    fill('M2 10c14 20 14 38 0 58h44c-14-20-14-38 0-58Z', ink.danfo500) +
      line('M8 12 13 40 8 66M17 12l3 28-3 26M31 12l-3 28 3 26M40 12l-5 28 5 26', ink.laterite800, 2) +
      oval(24, 9, 25, 8, ink.danfo100, `stroke="${ink.laterite800}" stroke-width="3"`) +
      line('M-1 68c0 4 11 7 25 7s25-3 25-7', ink.laterite800, 4),
  )
}

/** Rings of sound spreading from a point. */
export function rings(t: number, start: number, colour: string = ink.danfo500): string {
  return many(3, (i) => {
    const age = t - start - i * 0.16
    if (age < 0 || age > 0.9) return ''
    return disc(
      0,
      0,
      14 + age * 74,
      'none',
      `stroke="${colour}" stroke-width="${n(5 - age * 4)}" opacity="${(1 - age / 0.9).toFixed(2)}" stroke-dasharray="12 7"`,
    )
  })
}

/** Notes that rise and sway from a point. */
export function notes(t: number, colour: string = ink.laterite700): string {
  return many(3, (i) => {
    const age = (t * 0.55 + i / 3) % 1
    return at(
      sway(t, 0.5, i / 3) * 10 + (i - 1) * 24,
      -age * 62,
      oval(0, 0, 5, 4, colour, 'transform="rotate(-20)"') + line('M4.500 -1V-18q8 1 9 8', colour, 2.4),
      { opacity: Math.min(1, (1 - age) * 2) },
    )
  })
}

/** A bucket, bottom at (0, 0), 40 high; `water` from 0 to 1 shows at the rim. */
export function bucket(colour: string, rim: string, water = 0): string {
  return (
    line('M-21 -38Q0 -64 21 -38', ink.danfo100, 2.6) +
    fill('M-22 -38H22L17 0H-17Z', colour) +
    fill('M-20 -22H20l-1 5h-38Z', rim) +
    oval(0, -38, 22, 5.5, water > 0 ? ink.indigo300 : rim) +
    (water > 0 ? line('M-12 -39q5 -2 10 0t10 0', ink.white, 1.6) : '')
  )
}

/** A speech or thought bubble with a picture inside; its tail points down to the speaker at (0, 0). */
export function bubble(
  picture: string,
  t: number,
  start: number,
  end: number,
  options: { think?: boolean; wide?: number; high?: number; lean?: number } = {},
): string {
  const size = pop(t, start) * (t > end ? Math.max(0, 1 - (t - end) / 0.2) : 1)
  if (size <= 0.01) return ''
  const { think = false, wide = 108, high = 76, lean = 1 } = options
  const x = lean * wide * 0.28
  const tail = think
    ? disc(lean * 4, -6, 4, ink.danfo100) + disc(lean * 10, -18, 6.5, ink.danfo100)
    : fill(`M0 0L${n(x - 14)} -26H${n(x + 14)}Z`, ink.danfo100)
  const frame =
    box(x - wide / 2, -high - 24, wide, high, ink.danfo100, think ? high / 2.2 : 16) +
    `<rect x="${n(x - wide / 2 + 5)}" y="${n(-high - 19)}" width="${wide - 10}" height="${high - 10}" rx="${think ? high / 2.6 : 12}" fill="none" stroke="${ink.danfo600}" stroke-width="1.6" stroke-dasharray="5 4"/>`
  return `<g transform="scale(${size.toFixed(3)})">${tail}${frame}<g transform="translate(${n(x)} ${n(-24 - high / 2)})">${picture}</g></g>`
}

/** A puff of leaves or dust that rises once, from `start`. */
export function burst(t: number, start: number, colour: string): string {
  const age = t - start
  if (age < 0 || age > 1) return ''
  return many(12, (i) => {
    const angle = Math.PI + (i / 11) * Math.PI
    const far = 20 + age * (56 + (i % 3) * 16)
    return at(
      Math.cos(angle) * far,
      Math.sin(angle) * far * 0.9 + age * age * 50,
      fill('M-8 0Q0 -7 8 0Q0 7 -8 0Z', colour),
      { turn: i * 40 + age * 200, opacity: 1 - age },
    )
  })
}

/** Tears falling from an eye, for sad scenes watched without sound. */
export const tear = (t: number): string => {
  const age = (t * 0.8) % 1
  return fill(`M0 ${n(age * 14)}q-4 6 0 8q4 -2 0 -8Z`, ink.indigo300)
}

export const heart = (colour: string = ink.zobo700): string =>
  fill('M0 12C-16 0-14-12-6-12-2-12 0-8 0-6 0-8 2-12 6-12 14-12 16 0 0 12Z', colour)

export const cross = (colour: string = ink.pepper600): string => line('M-10 -10L10 10M10 -10L-10 10', colour, 5)

export const tick = (colour: string = ink.palm600): string => line('M-10 0L-3 8L11 -9', colour, 5)

export const book = (colour: string): string =>
  fill('M-15 -2Q-8 -6 0 -2Q8 -6 15 -2V-16Q8 -20 0 -16Q-8 -20 -15 -16Z', ink.white) +
  line('M-15 -2Q-8 -6 0 -2Q8 -6 15 -2', colour, 3.4) +
  line('M0 -16V-3', colour, 1.4) +
  line('M-11 -13h6M-11 -9h6M5 -13h6M5 -9h6', ink.stone, 1.2)

export const note = (): string =>
  box(-15, -9, 30, 18, ink.palm100, 2) +
  box(-12, -6, 24, 12, 'none', 1, `stroke="${ink.palm700}" stroke-width="1.400"`) +
  disc(0, 0, 4, 'none', `stroke="${ink.palm700}" stroke-width="1.400"`)
