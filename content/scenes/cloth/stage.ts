import { cloth, pot, rock, shades, washingLine } from '../../draw/dye.ts'
import { person, type Look, type Pose } from '../../draw/person.ts'
import { ink, skin } from '../../draw/pigments.ts'
import { cloud, ground, hills, house, sky } from '../../draw/places.ts'
import { at, line } from '../../draw/svg.ts'
import { mix, sway } from '../../draw/tween.ts'

export const floor = 328

export const tobi: Look = {
  build: 'child',
  head: { skin: skin.brown, hair: 'fade' },
  top: { colour: ink.laterite500, trim: ink.danfo200, length: 0.1, pattern: 'plain', sleeve: 'short' },
  legs: { colour: ink.palm700, length: 0.46 },
  shoe: ink.laterite800,
}

export const fola: Look = {
  build: 'child',
  head: { skin: skin.warm, hair: 'puffs' },
  top: { colour: ink.danfo500, trim: ink.zobo700, length: 0.5, pattern: 'plain', sleeve: 'short', flare: 0.34 },
  shoe: ink.laterite800,
}

export const aunt: Look = {
  build: 'adult',
  head: { skin: skin.warm, wear: 'gele', wearColour: ink.laterite500, wearTrim: ink.danfo500 },
  top: { colour: ink.zobo700, trim: ink.zobo300, length: 0.84, pattern: 'adire', sleeve: 'short' },
  shoe: ink.laterite800,
}

/** Somebody who wears a cloth. */
export const wearing = (look: Look, colour: string, trim: string = ink.white): Look => ({
  ...look,
  top: { colour, trim, length: 0.62, pattern: 'adire', sleeve: 'short', flare: 0.34 },
})

/** The dyer's yard below the rock. */
export function yard(t: number, options: { night?: number; grey?: boolean } = {}): string {
  const { night = 0, grey = false } = options
  return (
    sky(night, { sunX: 556, day: grey ? '#9AA3CC' : ink.danfo100, sun: !grey }) +
    cloud(110 + sway(t, 0.03) * 14, 58, 1.2, grey ? '#5C638C' : ink.white) +
    (grey ? cloud(470, 50, 1.7, ink.slate) : '') +
    rock(330, 262) +
    hills(262, ink.palm300) +
    at(60, 280, house({ wall: ink.laterite200, roof: ink.laterite700, door: ink.indigo700, wide: 130 })) +
    at(590, 280, house({ wall: ink.danfo200, roof: ink.laterite800, door: ink.palm700, wide: 120 }), { mirror: true }) +
    ground(276, '#C9753F', ink.laterite100)
  )
}

export const child = (look: Look, x: number, t: number, pose: Partial<Pose> = {}) =>
  person(look, { x, y: floor, t, scale: 1.12, ...pose })

export const tall = (look: Look, x: number, t: number, pose: Partial<Pose> = {}) =>
  person(look, { x, y: floor - 8, t, scale: 1.02, ...pose })

/** A line with finished blue cloths behind the yard. */
export const blues = (t: number, y = 168) =>
  washingLine(128, 512, y, 290) +
  [168, 244, 320, 396, 472]
    .map((x, i) => at(x, y + 2 + (i % 2), cloth(62, 92, i % 2 ? ink.indigo700 : ink.indigo900, t + i)))
    .join('')

/** A child dips a cloth: `down` from 0 (above the pot) to 1 (under the dye). */
export function dipping(
  look: Look,
  x: number,
  t: number,
  dip: { down: number; colour: string; face?: 1 | -1; mood?: Pose['mood'] },
): string {
  const face = dip.face ?? 1
  const top = mix(-148, -84, dip.down)
  return (
    at(x, floor + 6, pot(at(0, top, cloth(40, 64, dip.colour, t)))) +
    child(look, x - 62 * face, t, {
      face,
      near: { lift: mix(108, 70, dip.down), fold: 12 },
      far: { lift: mix(116, 78, dip.down), fold: 10 },
      mood: { mouth: 'smile', brow: 'up', look: [0.7, 0.4], ...dip.mood },
    })
  )
}

export const stick = () => line('M0 -46L6 58', ink.laterite800, 5)

export { shades }
