import { person, type Look, type Pose } from '../../draw/person.ts'
import { ink } from '../../draw/pigments.ts'
import { ground, hills, house, sky } from '../../draw/places.ts'
import { note } from '../../draw/props.ts'
import { at } from '../../draw/svg.ts'
import { sway } from '../../draw/tween.ts'
import { baby, wallet } from '../../draw/wallet.ts'
import { danladi, mother } from '../people.ts'

export const floor = 316

export const town = (shift = 0) =>
  sky(0, { sunX: 520, day: ink.indigo100 }) +
  hills(256, ink.danfo200) +
  [60, 210, 372, 520]
    .map((x, i) =>
      at(
        x - shift,
        278,
        house({
          wall: [ink.laterite200, ink.danfo200, ink.palm300, ink.zobo300][i] ?? ink.white,
          roof: [ink.laterite700, ink.palm800, ink.laterite800, ink.zobo700][i] ?? ink.black,
          door: ink.indigo700,
          wide: 128,
        }),
        { scale: 0.96 },
      ),
    )
    .join('') +
  ground(276, ink.danfo600, ink.danfo100)

export const boy = (x: number, t: number, pose: Partial<Pose> = {}) =>
  person(danladi, { x, y: floor, t, scale: 1.12, ...pose })
export const big = (look: Look, x: number, t: number, pose: Partial<Pose> = {}) =>
  person(look, { x, y: floor, t, scale: 1.06, ...pose })

/** The wallet held to the chest with both hands. */
export const clutch = {
  near: { lift: 30, fold: 100 },
  far: { lift: 24, fold: 96 },
  hold: at(2, -2, wallet(0), { scale: 0.42 }),
}

export const money = () => at(-18, -6, note(), { scale: 1.1, turn: -8 }) + at(14, 8, note(), { scale: 1.1, turn: 8 })

export const withBaby = (t: number, better: number, pose: Partial<Pose>) =>
  person(mother, {
    x: 0,
    y: floor,
    t,
    near: { lift: 22, fold: 78 },
    far: { lift: 26, fold: 60 },
    hold: at(-2, -22, baby(better, t), { scale: 1.05, turn: sway(t, 0.6) * 4 }),
    ...pose,
  })
