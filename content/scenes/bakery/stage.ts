import { brownRoofs, oven } from '../../draw/bakery.ts'
import { type Look, person, type Pose } from '../../draw/person.ts'
import { ink, skin } from '../../draw/pigments.ts'
import { cloud, ground, sky } from '../../draw/places.ts'
import { at, box, disc, fill, line, many, text } from '../../draw/svg.ts'

export const floor = 322

export const dara: Look = {
  build: 'child',
  head: { skin: skin.warm, hair: 'braids' },
  top: { colour: ink.danfo500, trim: ink.laterite600, length: 0.55, pattern: 'pinafore', sleeve: 'short', flare: 0.34 },
  shoe: ink.laterite800,
}
export const papa: Look = {
  build: 'adult',
  head: { skin: skin.brown, hair: 'fade', wear: 'fila', wearColour: ink.white, wearTrim: ink.stone },
  top: { colour: ink.white, trim: ink.indigo300, length: 0.34, pattern: 'pinafore', sleeve: 'short' },
  legs: { colour: ink.indigo800, length: 0.95 },
  shoe: ink.black,
}
export const sade: Look = {
  build: 'child',
  head: { skin: skin.deep, hair: 'puffs' },
  top: { colour: ink.zobo300, trim: ink.zobo700, length: 0.5, pattern: 'adire', sleeve: 'short', flare: 0.34 },
  shoe: ink.black,
}
export const lekan: Look = {
  build: 'child',
  head: { skin: skin.light, hair: 'crop' },
  top: { colour: ink.palm600, trim: ink.palm100, length: 0.1, pattern: 'check', sleeve: 'short' },
  legs: { colour: ink.indigo700, length: 0.46 },
  shoe: ink.black,
}
export const teacher: Look = {
  build: 'adult',
  head: { skin: skin.deep, wear: 'gele', wearColour: ink.palm600, wearTrim: ink.danfo500 },
  top: { colour: ink.palm600, trim: ink.danfo500, length: 0.84, pattern: 'asooke', sleeve: 'short' },
  shoe: ink.black,
}

export const child = (look: Look, x: number, t: number, pose: Partial<Pose> = {}) =>
  person(look, { x, y: floor, t, scale: 1.16, ...pose })

export const adult = (look: Look, x: number, t: number, pose: Partial<Pose> = {}) =>
  person(look, { x, y: floor - 4, t, ...pose })

/** The bakery seen from the street; its door's middle is at x = 0, its floor at y = 0. */
const shop = () =>
  box(-110, -150, 220, 152, ink.danfo200) +
  fill('M-128 -146L-92 -196H92L128 -146Z', '#8A4B2A') +
  line('M-104 -152l22 -38M-60 -150l12 -42M0 -150v-42M60 -150l-12 -42M104 -152l-22 -38', '#5E2F18', 2, 'opacity=".5"') +
  box(-30, -96, 60, 98, '#5B3622', 3) +
  box(-26, -92, 52, 94, '#2B1510', 2) +
  box(48, -92, 46, 44, ink.indigo800, 3) +
  box(-98, -92, 46, 44, ink.indigo800, 3) +
  box(-62, -138, 124, 32, ink.laterite600, 6) +
  text(0, -114, 24, ink.white, 'BREAD')

export const street = (options: { night?: number; shopX?: number } = {}) =>
  sky(options.night ?? 0, { sunX: 560, day: ink.indigo100 }) +
  cloud(170, 50, 1.2, ink.white) +
  at(0, 236, brownRoofs()) +
  ground(268, '#C9773F', ink.laterite200) +
  at(options.shopX ?? 130, 288, shop())

export interface Room {
  night?: boolean
  fire?: number
  /** What is in the mouth of the oven. */
  inside?: string
}

/** Inside the bakery: the door on the left, the table in the middle, the oven on the right. */
export const room = (t: number, options: Room = {}) =>
  box(0, 0, 640, 360, options.night ? '#8E6A5E' : '#F3D9B8') +
  box(0, 290, 640, 70, options.night ? '#5E3A2A' : '#A8693F') +
  line('M0 290H640', '#6E3822', 4) +
  box(30, 128, 84, 164, options.night ? ink.indigo900 : ink.indigo100, 3) +
  box(30, 128, 84, 164, 'none', 3, 'stroke="#6E3822" stroke-width="8"') +
  box(180, 60, 110, 84, options.night ? ink.indigo900 : ink.indigo100, 4) +
  (options.night
    ? disc(256, 92, 16, ink.danfo100) +
      many(6, (i) => disc(192 + ((i * 37) % 84), 72 + ((i * 23) % 60), 1.6, ink.danfo200))
    : disc(256, 96, 18, ink.danfo500)) +
  line('M235 60v84M180 102h110', '#6E3822', 4) +
  box(180, 60, 110, 84, 'none', 4, 'stroke="#6E3822" stroke-width="6"') +
  at(526, 304, oven(t, options.fire ?? 0, options.inside ?? ''), { scale: 1.12 })

export const table = (things = '') =>
  things + box(226, 258, 160, 12, '#8A4B2A', 4) + line('M244 270V322M368 270V322', '#6E3822', 8)
