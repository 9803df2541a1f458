import { person, type Look, type Pose } from '../../draw/person.ts'
import { ink, skin } from '../../draw/pigments.ts'
import { ground, hills, house, sky } from '../../draw/places.ts'
import { at } from '../../draw/svg.ts'
import { thankTree } from '../../draw/thanks.ts'

export const floor = 328

export const kosi: Look = {
  build: 'child',
  head: { skin: skin.brown, hair: 'braids' },
  top: { colour: ink.zobo300, trim: ink.zobo700, length: 0.52, pattern: 'adire', sleeve: 'short', flare: 0.34 },
  shoe: ink.laterite800,
}

export const grandma: Look = {
  build: 'elder',
  head: { skin: skin.warm, wear: 'gele', wearColour: ink.danfo500, wearTrim: ink.palm700, hairColour: ink.white },
  top: { colour: ink.palm700, trim: ink.danfo500, length: 0.84, pattern: 'asooke', sleeve: 'long' },
  shoe: ink.laterite800,
}

export const rider: Look = {
  build: 'adult',
  head: { skin: skin.deep, hair: 'fade', wear: 'cap', wearColour: ink.danfo500, wearTrim: ink.pepper600 },
  top: { colour: ink.indigo600, trim: ink.white, length: 0.1, pattern: 'plain', sleeve: 'short' },
  legs: { colour: ink.slate, length: 0.94 },
  shoe: ink.black,
}

export const teacher: Look = {
  build: 'adult',
  head: { skin: skin.light, hair: 'crop' },
  top: { colour: ink.palm800, trim: ink.danfo500, length: 0.12, pattern: 'suit', sleeve: 'long' },
  legs: { colour: ink.slate, length: 0.96 },
  shoe: ink.black,
}

export const uche: Look = {
  build: 'child',
  head: { skin: skin.deep, hair: 'crop' },
  top: { colour: ink.danfo500, trim: ink.laterite600, length: 0.1, pattern: 'check', sleeve: 'short' },
  legs: { colour: ink.indigo700, length: 0.46 },
  shoe: ink.laterite800,
}

export const seller: Look = {
  build: 'adult',
  head: { skin: skin.warm, wear: 'gele', wearColour: ink.zobo700, wearTrim: ink.zobo300 },
  top: { colour: ink.laterite500, trim: ink.danfo200, length: 0.8, pattern: 'plain', sleeve: 'short' },
  shoe: ink.black,
}

/** Grandma's yard below the hills of Enugu, in the harmattan, with a bare tree. */
export function yard(t: number, options: { night?: number; leaves?: number; noTree?: boolean } = {}): string {
  const { night = 0, leaves = 0 } = options
  return (
    sky(night, { sunX: 108, day: '#F3E2C4' }) +
    hills(246, '#B9B07C') +
    hills(268, '#8FA05E') +
    at(548, 284, house({ wall: ink.danfo200, roof: ink.laterite700, door: ink.palm700, lit: night, wide: 150 }), {
      scale: 1.15,
    }) +
    ground(276, '#B8552E', ink.laterite200) +
    (options.noTree ? '' : at(286, 318, thankTree(leaves, t), { scale: 1.02 }))
  )
}

export const child = (look: Look, x: number, t: number, pose: Partial<Pose> = {}) =>
  person(look, { x, y: floor, t, scale: 1.12, ...pose })

export const tall = (look: Look, x: number, t: number, pose: Partial<Pose> = {}) =>
  person(look, { x, y: floor - 4, t, ...pose })
