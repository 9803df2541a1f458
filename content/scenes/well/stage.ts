import { person, type Look, type Pose } from '../../draw/person.ts'
import { ink } from '../../draw/pigments.ts'
import { ground, hills, house, sky } from '../../draw/places.ts'
import { bucket } from '../../draw/props.ts'
import { at, disc, line, many, oval } from '../../draw/svg.ts'
import { clamp, sway } from '../../draw/tween.ts'
import { well, type Well } from '../../draw/well.ts'
import { bitrusMother, halimatsMother } from '../people.ts'

export const floor = 312

export function yard(
  options: { night?: number; dry?: number; state?: Well; stones?: number; noWell?: boolean } = {},
): string {
  const { night = 0, dry = 0, stones = 0 } = options
  return (
    sky(night, { sunX: 470, day: dry > 0.5 ? ink.danfo200 : ink.palm100 }) +
    hills(258, dry > 0.5 ? '#C9B66A' : ink.palm300) +
    at(78, 276, house({ wall: ink.danfo200, roof: ink.palm800, door: ink.palm700, lit: night })) +
    at(562, 276, house({ wall: ink.laterite200, roof: ink.laterite700, door: ink.indigo700, lit: night }), {
      mirror: true,
    }) +
    ground(272, dry > 0.5 ? '#D98A4A' : ink.laterite500, ink.laterite200) +
    (stones > 0
      ? many(4, (i) =>
          at(320 + i * 5, 318 + i * 13, oval(0, 0, 15, 9, ink.stone) + oval(-3, -2, 8, 4, ink.white, 'opacity=".5"'), {
            opacity: clamp(stones * 4 - i),
          }),
        )
      : '') +
    (options.noWell ? '' : at(320, 300, well(options.state), { scale: 1.05 }))
  )
}

export const yellow = (water = 0) => bucket(ink.danfo500, ink.danfo700, water)
export const red = (water = 0) => bucket(ink.laterite500, ink.laterite800, water)

/** A bucket in the hand: the top of the handle is at the fist. */
export const carried = (shapes: string, scale = 0.9) => at(0, 50 * scale, shapes, { scale })

export const idea = (t: number) => {
  const lift = sway(t, 0.5) * 12
  return (
    disc(0, -18, 11, ink.laterite700) +
    disc(0, -18, 4, ink.danfo500) +
    line(`M-11 -18V${8 - lift}M11 -18V${8 + lift}`, ink.laterite800, 2.4) +
    at(-11, 30 - lift, yellow(), { scale: 0.46 }) +
    at(11, 30 + lift, red(), { scale: 0.46 })
  )
}

export const pulling = (t: number) => ({
  near: { lift: 74 + sway(t, 0.7) * 30, fold: 26 },
  far: { lift: 74 - sway(t, 0.7) * 30, fold: 26 },
})

export const mothers = (
  t: number,
  left: Partial<Pose>,
  right: Partial<Pose>,
  at_: readonly [number, number] = [204, 440],
) =>
  person(halimatsMother, { x: at_[0], y: floor, t, ...left }) +
  person(bitrusMother, { x: at_[1], y: floor, t, face: -1, ...right })

export const child = (look: Look, x: number, t: number, pose: Partial<Pose> = {}) =>
  person(look, { x, y: floor + 16, t, scale: 1.08, ...pose })
