import { earthHouse, handOf, kite, spool, string, type Kite } from '../../draw/kite.ts'
import { person, type Look, type Pose } from '../../draw/person.ts'
import { ink, skin } from '../../draw/pigments.ts'
import { cloud, ground, sky } from '../../draw/places.ts'
import { at, box, disc, fill } from '../../draw/svg.ts'
import { ease, keys, mix, sway, walk } from '../../draw/tween.ts'

export const floor = 326

export const aminu: Look = {
  build: 'child',
  head: { skin: skin.deep, hair: 'none', wear: 'hula', wearColour: ink.laterite600, wearTrim: ink.danfo200 },
  top: { colour: ink.danfo100, trim: ink.laterite600, length: 0.5, pattern: 'embroidered', sleeve: 'long' },
  legs: { colour: ink.danfo100, length: 0.88 },
  shoe: ink.laterite800,
}

/** Zainab wears her yellow scarf until she cuts it up for the kite. */
export const zainab: Look = {
  build: 'child',
  head: { skin: skin.warm, wear: 'hijab', wearColour: ink.danfo500 },
  top: { colour: ink.zobo700, trim: ink.danfo200, length: 0.84, pattern: 'adire', sleeve: 'long', flare: 0.26 },
  shoe: ink.laterite800,
}
export const zainabInPink: Look = { ...zainab, head: { ...zainab.head, wearColour: ink.zobo300 } }

/** An open place at the edge of old Kano, with its flat roofs behind. */
export function kano(t: number, night = 0): string {
  const wall = (i: number) => [ink.laterite200, '#E0A07A', '#D98A5C', '#EBB896'][i % 4] ?? ink.laterite200
  return (
    sky(night, { sunX: 540, day: ink.indigo100 }) +
    (night > 0 ? '' : cloud(150 + sway(t, 0.03) * 16, 62, 1, ink.white)) +
    at(
      322,
      250,
      box(-30, -96, 14, 96, '#E9C9A8') +
        fill('M-33 -96L-23 -116L-13 -96Z', ink.palm600) +
        fill('M-12 -40A40 40 0 0 1 68 -40V0H-12Z', ink.palm300) +
        disc(28, -84, 3, ink.danfo500),
    ) +
    [44, 150, 250, 420, 520, 610]
      .map((x, i) => at(x, 262, earthHouse(96 + (i % 3) * 10, 58 + (i % 2) * 16, wall(i)), { scale: 0.9 }))
      .join('') +
    ground(258, '#E3B268', ink.danfo100)
  )
}

export const child = (look: Look, x: number, t: number, pose: Partial<Pose> = {}) =>
  person(look, { x, y: floor, t, scale: 1.12, ...pose })

export const carriedKite = (paper: Kite, t: number, scale = 0.9) => at(2, -30 * scale, kite(paper, t), { scale })

/** One child runs with the kite and lets it go, the other holds the string. */
export function launch(t: number, paper: Kite, runner: Look, top: { x: number; y: number }): string {
  const run = walk(
    t,
    [
      [0, 250],
      [2.3, 400],
    ],
    1,
  )
  const near = { lift: 128, fold: 20 }
  const hand = handOf({ x: run.x, y: floor, scale: 1.12, near })
  const up = ease(t, 2.3, 4.4)
  const place = {
    x: mix(hand.x + 8, top.x, up) + sway(t, 0.4) * 8 * up,
    y: mix(hand.y - 42, top.y, up) + sway(t, 0.55, 0.2) * 5 * up,
  }
  const pull = { lift: 96 + sway(t, 1.1) * 10 * up, fold: 18 }
  const holder = {
    x: keys(t, [
      [2.3, 120],
      [3.6, 96],
    ]),
    y: floor + 4,
    scale: 1.12,
    near: pull,
  }
  const flying = up > 0
  return (
    child(runner, run.x, t, {
      stride: run.stride,
      near: flying ? { lift: 92 + sway(t, 1.6) * 14, fold: 12 } : near,
      ...(flying ? { far: { lift: 130 - sway(t, 1.6) * 14, fold: 20 }, hop: Math.abs(sway(t, 1.3)) * 8 } : {}),
      mood: { mouth: 'grin', brow: 'up', look: [0.5, flying ? -0.8 : 0] },
    }) +
    string(handOf(holder), place, 26 * (1 - up) + 10) +
    at(place.x, place.y, kite(paper, t), { scale: 0.9, turn: up * 14 + sway(t, 0.5) * 5 * up }) +
    person(aminu, {
      ...holder,
      t,
      lean: 0,
      hold: spool(),
      mood: { mouth: 'grin', brow: 'up', look: [0.7, flying ? -0.8 : 0] },
    })
  )
}
