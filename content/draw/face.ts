import { ink } from './pigments.ts'
import { disc, line, n, oval } from './svg.ts'

export type Mouth = 'smile' | 'grin' | 'flat' | 'sad' | 'open' | 'shout'
export type Brow = 'calm' | 'up' | 'angry' | 'worried'

/** What a face shows. Eyes look at [right, down], each -1 to 1. */
export interface Mood {
  mouth: Mouth
  brow: Brow
  look: readonly [number, number]
  shut: boolean
}

export const calm: Mood = { mouth: 'smile', brow: 'calm', look: [0.4, 0], shut: false }

const browTilt: Record<Brow, readonly [inner: number, outer: number]> = {
  calm: [0, 0],
  up: [-3, -2],
  angry: [3.4, -1.5],
  worried: [-3.4, 1.6],
}

/** Eyes, brows, nose and mouth around a centre, for a head of radius `r` turned three quarters to the right. */
export function features(
  r: number,
  mood: Mood,
  dark: string,
  options: { nose?: boolean; brows?: string } = {},
): string {
  const turn = r * 0.22
  const eyes = [-0.36, 0.4].map((side) => eye(turn + side * r, -r * 0.04, r, mood, dark)).join('')
  const [inner, outer] = browTilt[mood.brow]
  const browY = -r * 0.4
  const colour = options.brows ?? dark
  const brows =
    line(`M${n(turn - 0.58 * r)} ${n(browY + outer)}L${n(turn - 0.2 * r)} ${n(browY + inner)}`, colour, r * 0.11) +
    line(`M${n(turn + 0.24 * r)} ${n(browY + inner)}L${n(turn + 0.62 * r)} ${n(browY + outer)}`, colour, r * 0.11)
  const nose =
    options.nose === false
      ? ''
      : line(
          `M${n(turn + 0.02 * r)} ${n(r * 0.2)}q${n(r * 0.12)} ${n(r * 0.09)} ${n(r * 0.2)} -1`,
          dark,
          r * 0.09,
          'opacity=".75"',
        )
  return eyes + brows + nose + mouthOf(turn + 0.06 * r, r * 0.5, r, mood.mouth, dark)
}

function eye(x: number, y: number, r: number, mood: Mood, dark: string): string {
  if (mood.shut)
    return line(`M${n(x - r * 0.16)} ${n(y)}q${n(r * 0.16)} ${n(r * 0.14)} ${n(r * 0.32)} 0`, dark, r * 0.1)
  const [lookX, lookY] = mood.look
  const pupilX = x + lookX * r * 0.07
  const pupilY = y + lookY * r * 0.08
  return (
    oval(x, y, r * 0.18, r * 0.21, ink.white) +
    disc(pupilX, pupilY, r * 0.125, '#120B08') +
    disc(pupilX + r * 0.04, pupilY - r * 0.05, r * 0.04, ink.white)
  )
}

function mouthOf(x: number, y: number, r: number, mouth: Mouth, dark: string): string {
  const w = r * 0.3
  switch (mouth) {
    case 'smile':
      return line(`M${n(x - w)} ${n(y - 2)}q${n(w)} ${n(r * 0.3)} ${n(2 * w)} 0`, dark, r * 0.1)
    case 'grin':
      return `<path d="M${n(x - w)} ${n(y - 3)}h${n(2 * w)}q${n(-w * 0.2)} ${n(r * 0.42)} ${n(-w)} ${n(r * 0.42)}q${n(-w * 0.8)} 0 ${n(-w)} ${n(-r * 0.42)}Z" fill="${ink.white}" stroke="${dark}" stroke-width="1.4" stroke-linejoin="round"/>`
    case 'flat':
      return line(`M${n(x - w * 0.8)} ${n(y)}h${n(w * 1.6)}`, dark, r * 0.1)
    case 'sad':
      return line(`M${n(x - w * 0.9)} ${n(y + 3)}q${n(w * 0.9)} ${n(-r * 0.28)} ${n(1.8 * w)} 0`, dark, r * 0.1)
    case 'open':
      return oval(x, y + 1, r * 0.13, r * 0.16, '#3A0F12')
    case 'shout':
      return oval(x, y + 1, r * 0.22, r * 0.24, '#3A0F12') + oval(x, y + r * 0.13, r * 0.13, r * 0.08, ink.pepper300)
  }
}
