import { bowl, canoe, mangrove, paddle, ripple, stiltHouse, water } from '../../draw/creek.ts'
import type { Mood } from '../../draw/face.ts'
import { type Look, person, type Pose } from '../../draw/person.ts'
import { ink, skin } from '../../draw/pigments.ts'
import { cloud, hills, sky } from '../../draw/places.ts'
import { at, box, line, many } from '../../draw/svg.ts'
import { sway } from '../../draw/tween.ts'

/** The heights of the water, and of a canoe's waterline. */
export const shore = 252
export const deck = 282
export const afloat = 308

export const ebi: Look = {
  build: 'child',
  head: { skin: skin.deep, hair: 'crop' },
  top: { colour: ink.danfo500, trim: ink.laterite600, length: 0.1, pattern: 'check', sleeve: 'short' },
  legs: { colour: ink.indigo700, length: 0.46 },
  shoe: ink.laterite800,
}
export const grandpa: Look = {
  build: 'elder',
  head: { skin: skin.deep, hair: 'none', wear: 'cap', wearColour: ink.black, wearTrim: ink.danfo500, beard: '#F1EEE6' },
  top: { colour: ink.danfo200, trim: ink.pepper600, length: 0.3, pattern: 'embroidered', sleeve: 'long' },
  legs: { colour: ink.zobo700, length: 0.92 },
  shoe: ink.laterite800,
}
export const timi: Look = {
  build: 'adult',
  head: { skin: skin.brown, hair: 'fade' },
  top: { colour: ink.pepper600, trim: ink.white, length: 0.1, pattern: 'plain', sleeve: 'short' },
  legs: { colour: ink.indigo900, length: 0.94 },
  shoe: ink.black,
}
export const preye: Look = {
  build: 'adult',
  head: { skin: skin.warm, hair: 'none', wear: 'cap', wearColour: ink.palm600, wearTrim: ink.white },
  top: { colour: ink.palm300, trim: ink.palm700, length: 0.1, pattern: 'check', sleeve: 'short' },
  legs: { colour: ink.slate, length: 0.94 },
  shoe: ink.black,
}
export const auntie: Look = {
  build: 'adult',
  head: { skin: skin.brown, wear: 'gele', wearColour: ink.danfo500, wearTrim: ink.pepper600 },
  top: { colour: ink.pepper600, trim: ink.danfo500, length: 0.84, pattern: 'adire', sleeve: 'short' },
  shoe: ink.black,
}

export const creek = (t: number, options: { night?: number; grey?: boolean } = {}) =>
  sky(options.night ?? 0, { sunX: 430, day: options.grey ? '#8E97C4' : ink.indigo100, sun: !options.grey }) +
  cloud(210 + sway(t, 0.03) * 12, 60, 1.3, options.grey ? ink.slate : ink.white) +
  cloud(500 + sway(t, 0.03, 0.4) * 12, 44, 1.1, options.grey ? '#5C638C' : ink.white) +
  hills(250, '#5FA27E') +
  many(7, (i) => at(40 + i * 98, 254, mangrove(), { scale: 0.34 + (i % 3) * 0.06 })) +
  water(t, shore)

/** The landing: planks on posts, with nets hung up to dry on a line. */
export const landing = (nets = true) =>
  line('M24 286V360M120 286V360M216 286V360', '#5B3622', 8) +
  box(-10, deck, 250, 12, '#8A5A36', 3) +
  line('M-10 288H240', '#5B3622', 2, 'stroke-dasharray="26 4"') +
  (nets
    ? line('M150 282V168M232 282V168M150 172Q190 184 232 172', '#5B3622', 4) +
      many(8, (i) => line(`M${156 + i * 10} 178Q${152 + i * 10} 210 ${156 + i * 10} 246`, ink.danfo100, 1.8)) +
      many(5, (i) => line(`M154 ${190 + i * 13}Q190 ${198 + i * 13} 230 ${190 + i * 13}`, ink.danfo100, 1.8))
    : '')

export const home = () => at(74, shore + 30, stiltHouse(), { scale: 1.05 })

/** Somebody sitting in a canoe, drawn without the hull. */
export const aboard = (look: Look, x: number, t: number, pose: Partial<Pose> = {}) =>
  person(look, {
    x,
    y: afloat - 8 + sway(t, 0.4) * 1.5,
    t,
    sit: true,
    scale: look.build === 'child' ? 1.1 : 0.92,
    ...pose,
  })

/** A canoe with its crew, rocking on the water. */
export const boat = (x: number, t: number, crew: string, colour?: string) =>
  crew + at(x, afloat + sway(t, 0.4) * 1.5, canoe(colour), { turn: sway(t, 0.3) }) + ripple(t, x, afloat + 9)

/** Paddling: both hands on the shaft, which swings back and forth. */
export const paddling = (t: number): Partial<Pose> => ({
  near: { lift: 44 + sway(t, 0.7) * 18, fold: 30 },
  far: { lift: 70 + sway(t, 0.7) * 14, fold: 30 },
  hold: at(0, 4, paddle(), { turn: -14 + sway(t, 0.7) * 20 }),
})

export const eating = (full = true): Partial<Pose> => ({
  near: { lift: 30, fold: 84 },
  far: { lift: 40, fold: 60 },
  hold: at(6, -2, bowl(full)),
})

export const mischief: Partial<Mood> = { mouth: 'grin', brow: 'angry' }
