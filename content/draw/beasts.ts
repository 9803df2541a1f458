import { features, type Mood } from './face.ts'
import { ink } from './pigments.ts'
import { disc, fill, line, n, oval } from './svg.ts'

export type Beast = 'tortoise' | 'hare' | 'duiker'

const dark = '#0C1033'

/** A fable animal's head around its centre, facing right. `flop` leans the ears. */
export function beastHead(beast: Beast, r: number, mood: Mood, flop = 0): string {
  switch (beast) {
    case 'tortoise':
      return tortoiseHead(r, mood)
    case 'hare':
      return hareHead(r, mood, flop)
    case 'duiker':
      return duikerHead(r, mood)
  }
}

function tortoiseHead(r: number, mood: Mood): string {
  return (
    fill(
      `M${n(-r * 0.9)} 0A${n(r * 0.95)} ${n(r * 0.92)} 0 0 1 ${n(r * 0.8)} ${n(-r * 0.45)}Q${n(r * 1.25)} ${n(r * 0.1)} ${n(r * 1.05)} ${n(r * 0.5)}Q${n(r * 0.6)} ${n(r * 0.98)} ${n(-r * 0.2)} ${n(r * 0.92)}Q${n(-r * 0.9)} ${n(r * 0.8)} ${n(-r * 0.9)} 0Z`,
      ink.palm600,
    ) +
    line(`M${n(-r * 0.7)} ${n(r * 0.4)}q4 6 9 7`, ink.palm700, 2) +
    features(r * 1.02, mood, dark, { nose: false, brows: ink.palm800 }) +
    disc(r * 0.95, r * 0.16, 1.3, dark)
  )
}

function hareHead(r: number, mood: Mood, flop: number): string {
  const fur = '#A9744A'
  const ear = (x: number, turn: number) =>
    `<g transform="translate(${n(x)} ${n(-r * 0.75)}) rotate(${n(turn)})">${oval(0, -r * 0.95, r * 0.3, r * 1.05, fur)}${oval(0, -r * 0.9, r * 0.15, r * 0.78, ink.laterite200)}</g>`
  return (
    ear(-r * 0.45, -14 - flop) +
    ear(r * 0.2, 8 - flop * 0.6) +
    oval(0, 0, r * 0.95, r * 0.92, fur) +
    oval(r * 0.42, r * 0.42, r * 0.52, r * 0.4, ink.danfo100) +
    features(r, mood, '#2A160C', { nose: false }) +
    oval(r * 0.5, r * 0.2, r * 0.13, r * 0.09, ink.laterite700) +
    line(`M${n(r * 0.85)} ${n(r * 0.35)}l9 -3M${n(r * 0.85)} ${n(r * 0.45)}l9 2`, ink.danfo100, 1)
  )
}

function duikerHead(r: number, mood: Mood): string {
  const fur = ink.laterite600
  return (
    line(`M${n(-r * 0.1)} ${n(-r * 0.8)}q-4 -10 -2 -16M${n(r * 0.4)} ${n(-r * 0.8)}q2 -9 6 -14`, ink.black, 4) +
    oval(-r * 0.85, -r * 0.45, r * 0.42, r * 0.2, fur, `transform="rotate(28 ${n(-r * 0.85)} ${n(-r * 0.45)})"`) +
    oval(0, 0, r * 0.88, r * 0.94, fur) +
    oval(r * 0.42, r * 0.46, r * 0.5, r * 0.38, ink.laterite200) +
    features(r, mood, '#2A0F06', { nose: false }) +
    oval(r * 0.62, r * 0.26, r * 0.14, r * 0.1, ink.black)
  )
}

/** A tortoise's back and belly for the upright rig: shell behind, plates before. */
export function tortoiseTorso(shoulderY: number, hipY: number): string {
  const mid = (shoulderY + hipY) / 2
  return (
    oval(-8, mid, 27, 33, ink.palm700) +
    line(
      `M-33 ${n(mid - 8)}q8 8 6 22M-30 ${n(mid - 16)}l10 6 -2 16 -10 8M-20 ${n(mid - 26)}l8 10`,
      ink.palm300,
      1.8,
      'opacity=".8"',
    ) +
    oval(4, mid + 1, 18, 28, ink.danfo500) +
    oval(6, mid + 1, 15, 25, ink.danfo200) +
    line(`M-7 ${n(mid - 10)}h26M-8 ${n(mid + 3)}h28M-5 ${n(mid + 15)}h22`, ink.danfo600, 1.6)
  )
}

/** The same tortoise withdrawn into its shell, resting on the ground at 0. */
export function shell(peek: number): string {
  return (
    fill('M-30 -6h13v8h-13zM18 -6h13v8h-13z', ink.palm800) +
    oval(40 - (1 - peek) * 16, -12, 13, 10, ink.palm600, peek <= 0 ? 'opacity="0"' : '') +
    (peek > 0.5
      ? disc(45 - (1 - peek) * 16, -15, 2.2, dark) + disc(45.6 - (1 - peek) * 16, -15.6, 0.7, ink.white)
      : '') +
    fill('M-44 -8C-44 -42 -22 -58 0 -58S44 -42 44 -8Z', ink.palm700) +
    line('M-45 -7h90', ink.danfo500, 5) +
    `<g fill="none" stroke="#fff" stroke-width="2" stroke-linejoin="round" opacity=".8"><path d="M0 -52-11 -40v14l11 10 11-10V-40ZM-11 -40-27 -38M11 -40l16 2M-11 -26-27 -14M11 -26l16 12"/></g>`
  )
}

/** A hen for the crowd; `peck` from 0 to 1 lowers the head. */
export function hen(peck: number, colour: string = ink.white): string {
  const headY = -27 + peck * 16
  return (
    line('M-3 -8v7h5M5 -8v7h5', ink.danfo600, 2) +
    fill('M-22 -30q4 14 6 18Q-8 -4 4 -5 15 -7 15 -18q-6 4 -16 0Q-12 -20 -22 -30Z', colour) +
    `<g transform="translate(${n(13 + peck * 4)} ${n(headY)})">${line('M-4 9L-1 3', colour, 9)}${disc(0, 0, 6.5, colour)}${fill('M-3 -6q0 -6 3 -3q3 -4 4 0q3 -1 2 4Z', ink.pepper600)}${fill('M6 -1l7 2l-7 2.500Z', ink.danfo600)}${disc(2, -1, 1.4, dark)}</g>` +
    fill('M-8 -18q10 8 18 -1q-3 10 -11 9t-7 -8Z', ink.indigo300)
  )
}
