import { ink } from './pigments.ts'
import { box, disc, line, many, n, text } from './svg.ts'
import { sway } from './tween.ts'

export interface Danfo {
  /** How far the sliding door is open, 0 to 1. */
  open: number
  /** Distance driven, which turns the wheels. */
  driven: number
  t: number
  /** Figures behind the windows, in the bus's own coordinates. */
  inside: string
  /** A figure standing in the open door. */
  atDoor?: string
}

const hole = (x: number, y: number, w: number, h: number) => `M${x} ${y}h${w}v${h}h${-w}Z`

/** Where a seated passenger's feet would be, so that the head shows in each window. */
export const seats = { rear: -116, middle: -54, driver: 84 }
export const doorX = 10

/** A Lagos danfo facing right; the road is at y = 0, and the bus is 320 long and 168 high. */
export function danfo(bus: Danfo): string {
  const bounce = sway(bus.t, 4) * 0.6
  const shell = 'M-160 -150q0 -18 18 -18H84q18 0 28 16l34 56q14 4 14 22v48H-160Z'
  const windows =
    hole(-146, -150, 58, 50) +
    hole(-80, -150, 58, 50) +
    hole(-16, -152, 56, 122) +
    hole(50, -150, 36, 50) +
    'M94 -150h4q4 0 8 6l27 44h-39Z'
  const door = `<g transform="translate(${n(-62 * bus.open)} 0)"><path d="${hole(-16, -152, 56, 122)}${hole(-8, -146, 40, 46)}" fill="${ink.danfo500}" fill-rule="evenodd" stroke="${ink.danfo700}" stroke-width="2"/>${box(-16, -84, 56, 7, ink.black)}${box(-16, -68, 56, 7, ink.black)}${box(26, -92, 9, 4, ink.black, 2)}</g>`
  const wheel = (x: number) => {
    const turn = (bus.driven / 24) * 57.3
    return (
      disc(x, -22, 24, ink.black) +
      disc(x, -22, 11, ink.stone) +
      `<g transform="rotate(${n(turn % 360)} ${x} -22)">${many(4, (i) => line(`M${x} -22v-9`, ink.slate, 3, `transform="rotate(${i * 90} ${x} -22)"`))}</g>`
    )
  }
  return (
    `<ellipse cx="0" cy="2" rx="170" ry="8" fill="#0C1033" opacity=".25"/>` +
    `<g transform="translate(0 ${n(bounce)})">` +
    box(-150, -156, 240, 128, ink.indigo800) +
    `<clipPath id="cabin"><path d="M-150 -158H96L134 -100V-28H-150Z"/></clipPath><g clip-path="url(#cabin)">${bus.inside}</g>` +
    `<path d="${shell}${windows}" fill="${ink.danfo500}" fill-rule="evenodd"/>` +
    box(-160, -84, 144, 7, ink.black) +
    box(40, -84, 116, 7, ink.black) +
    box(-160, -68, 144, 7, ink.black) +
    box(40, -68, 120, 7, ink.black) +
    text(-45, -42, 19, ink.laterite700, 'Sùúrù') +
    box(148, -60, 13, 12, ink.white, 4) +
    box(-163, -60, 7, 16, ink.pepper600, 2) +
    box(120, -34, 44, 9, ink.slate, 4) +
    box(-166, -34, 20, 9, ink.slate, 4) +
    box(-24, -30, 70, 7, ink.slate, 2) +
    (bus.atDoor ?? '') +
    door +
    '</g>' +
    wheel(-98) +
    wheel(98)
  )
}

export function umbrella(colour: string, open = 1): string {
  const wide = 62 * open
  return (
    line('M0 10V-62', ink.slate, 3) +
    `<path d="M${n(-wide)} -58Q${n(-wide * 0.8)} -104 0 -108Q${n(wide * 0.8)} -104 ${n(wide)} -58Q${n(wide * 0.75)} -70 ${n(wide * 0.5)} -58Q${n(wide * 0.25)} -70 0 -58Q${n(-wide * 0.25)} -70 ${n(-wide * 0.5)} -58Q${n(-wide * 0.75)} -70 ${n(-wide)} -58Z" fill="${colour}"/>` +
    line(
      `M${n(-wide * 0.5)} -60Q${n(-wide * 0.35)} -96 0 -108Q${n(wide * 0.35)} -96 ${n(wide * 0.5)} -60`,
      ink.danfo200,
      1.6,
    ) +
    line('M0 -108v-7', ink.slate, 3)
  )
}

export const stick = (): string =>
  line('M0 -8V62', ink.laterite800, 4.4) + line('M0 -8q-1 -8 -9 -6', ink.laterite800, 4.4)

export const briefcase = (): string =>
  box(-16, 4, 34, 24, ink.laterite500, 4) +
  line('M-5 4v-5h12v5', ink.laterite500, 3) +
  box(-2, 12, 6, 5, ink.danfo500, 1)

/** A single bus seat, as a picture for a bubble. */
export const seat = (): string =>
  box(-17, -26, 9, 40, ink.zobo700, 4) + box(-17, 6, 34, 11, ink.zobo700, 4) + line('M-10 18v9M11 18v9', ink.slate, 4)
