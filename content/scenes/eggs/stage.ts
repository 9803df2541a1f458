import { reach } from '../../draw/limbs.ts'
import { barrow, eggTray, nigerBridge, splat, yams } from '../../draw/market.ts'
import { type Look, person, type Pose } from '../../draw/person.ts'
import { ink, skin } from '../../draw/pigments.ts'
import { cloud, ground, sky } from '../../draw/places.ts'
import { at } from '../../draw/svg.ts'
import { sway } from '../../draw/tween.ts'
import { stall } from '../../draw/wallet.ts'

export const floor = 322

export const amaka: Look = {
  build: 'child',
  head: { skin: skin.warm, hair: 'puffs' },
  top: { colour: ink.palm600, trim: ink.danfo500, length: 0.55, pattern: 'adire', sleeve: 'short', flare: 0.34 },
  shoe: ink.laterite800,
}
export const kene: Look = {
  build: 'child',
  head: { skin: skin.deep, hair: 'none', wear: 'cap', wearColour: ink.indigo700, wearTrim: ink.danfo500 },
  top: { colour: ink.indigo300, trim: ink.indigo700, length: 0.1, pattern: 'check', sleeve: 'short' },
  legs: { colour: ink.laterite800, length: 0.46 },
  shoe: ink.black,
}
export const uju: Look = {
  build: 'adult',
  head: { skin: skin.brown, wear: 'gele', wearColour: ink.danfo500, wearTrim: ink.zobo700 },
  top: { colour: ink.zobo700, trim: ink.danfo500, length: 0.84, pattern: 'adire', sleeve: 'short' },
  shoe: ink.black,
}
export const seller: Look = {
  build: 'adult',
  head: { skin: skin.deep, wear: 'gele', wearColour: ink.indigo600, wearTrim: ink.indigo100 },
  top: { colour: ink.indigo600, trim: ink.indigo100, length: 0.84, pattern: 'asooke', sleeve: 'short' },
  shoe: ink.black,
}
export const buyer: Look = {
  build: 'adult',
  head: { skin: skin.warm, hair: 'fade' },
  top: { colour: ink.danfo200, trim: ink.laterite700, length: 0.3, pattern: 'embroidered', sleeve: 'long' },
  legs: { colour: ink.slate, length: 0.94 },
  shoe: ink.black,
}

/** Onitsha market beside the Niger. `shift` moves the row of stalls to the left. */
export const market = (shift = 0) =>
  sky(0, { sunX: 520, day: ink.laterite100 }) +
  cloud(150, 58, 1.2, ink.white) +
  at(0, 238, nigerBridge()) +
  ground(270, '#C9773F', ink.laterite200) +
  [
    [70, ink.palm600, 'tomatoes'],
    [230, ink.indigo600, 'shoes'],
    [392, ink.zobo700, 'tomatoes'],
    [560, ink.danfo600, 'shoes'],
  ]
    .map(([x, awning, goods]) =>
      at(Number(x) - shift, 288, stall(String(awning), goods === 'shoes' ? 'shoes' : 'tomatoes'), { scale: 0.92 }),
    )
    .join('')

export const child = (look: Look, x: number, t: number, pose: Partial<Pose> = {}) =>
  person(look, { x, y: floor, t, scale: 1.14, ...pose })

export const adult = (look: Look, x: number, t: number, pose: Partial<Pose> = {}) =>
  person(look, { x, y: floor - 6, t, ...pose })

/** Amaka with the tray on her head, balanced by one hand. */
export const carrying = (t: number, share = 1): Partial<Pose> => ({
  onHead: at(0, 0, eggTray(), { scale: 0.9, turn: sway(t, 0.8) * 2 }),
  near: { lift: -150, fold: -10 },
  far: { lift: 40 * share, fold: 20 },
})

/** Kene behind his barrow, which is at `x`. */
export const pushing = (x: number, t: number, load: string = yams(), pose: Partial<Pose> = {}) =>
  child(kene, x - 92, t, { near: reach(24, 30, 42), far: reach(18, 30, 42), ...pose }) +
  at(x, floor + 6, barrow(x * 4, load), { scale: 1.1 })

/** The broken eggs, as [x, y, size]. */
const broken = [
  [268, 330, 1],
  [304, 342, 1.1],
  [338, 328, 0.9],
  [362, 346, 1.15],
  [392, 332, 1],
  [238, 346, 1],
  [418, 347, 0.9],
] as const

export const mess = (spread = 1) =>
  broken.map(([x, y, size], i) => at(x, y, splat(Math.min(1, Math.max(0, spread * 7 - i))), { scale: size })).join('')
