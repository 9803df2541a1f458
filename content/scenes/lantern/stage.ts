import { lantern, pool } from '../../draw/lantern.ts'
import { person, type Look, type Pose } from '../../draw/person.ts'
import { ink } from '../../draw/pigments.ts'
import { ground, house, nightfall, sky, tree } from '../../draw/places.ts'
import { book, burst } from '../../draw/props.ts'
import { at, box, line, text } from '../../draw/svg.ts'
import { clamp, ease, keys, sway, walk } from '../../draw/tween.ts'
import { ada, chinedu, kemi, musa } from '../people.ts'

export const floor = 322
export const readers: readonly (readonly [Look, number, string])[] = [
  [ada, 108, ink.zobo700],
  [musa, 236, ink.palm600],
  [kemi, 540, ink.indigo600],
]

/** Ọbọ Street at night. `power` says how brightly each of the four houses is lit, and `night` how dark the rest is. */
export function street(power: readonly number[], night: number): string {
  const walls = [ink.zobo300, ink.palm300, ink.danfo200, ink.indigo300]
  const roofs = [ink.zobo700, ink.palm800, ink.laterite700, ink.indigo700]
  return (
    sky(night, { sunX: 120 }) +
    [82, 236, 400, 556]
      .map((x, i) =>
        at(
          x,
          278,
          house({
            wall: walls[i] ?? ink.white,
            roof: roofs[i] ?? ink.black,
            door: ink.indigo800,
            lit: power[i] ?? 0,
            wide: 134,
          }),
          { scale: 1.08 },
        ),
      )
      .join('') +
    line('M0 92Q160 120 320 94T640 92', ink.indigo950, 2) +
    ground(276, ink.laterite700, ink.laterite200)
  )
}

export const mat = (x: number, colour: string, y = floor) =>
  box(x - 44, y - 3, 88, 9, colour, 4) + line(`M${x - 40} ${y + 1}h80`, ink.danfo500, 2, 'stroke-dasharray="7 5"')

/** A child on a mat with a book on the lap, with eyes following the lines. */
export function reading(look: Look, x: number, colour: string, t: number, pose: Partial<Pose> = {}): string {
  const eyes = sway(t, 0.45, x / 300)
  const open = { lift: 30, fold: 62 }
  return (
    mat(x, colour) +
    person(look, {
      x,
      y: floor,
      t,
      sit: true,
      scale: 1.15,
      near: open,
      far: open,
      hold: at(8, 0, book(colour)),
      tilt: 6,
      mood: { mouth: 'smile', brow: 'calm', look: [eyes * 0.7, 0.9] },
      ...pose,
    })
  )
}

export const sighing = (look: Look, x: number, colour: string, t: number) =>
  reading(look, x, colour, t, {
    near: { lift: 46, fold: 128 },
    hold: '',
    far: { lift: 20, fold: 60 },
    tilt: 10,
    mood: { mouth: 'sad', brow: 'worried', look: [0, 0.8] },
  })

export const workshop = (t: number) =>
  keys(t, [
    [0, 0],
    [6.4, 1],
  ])

export const pop2 = (t: number, i: number) => Math.max(0.01, ease(t, 0.4 + i * 0.35, 0.8 + i * 0.35))

/** Two failed attempts: the lantern on the ground, then on a thin string. */
export function firstTries(t: number): string {
  const carry = walk(
    t,
    [
      [0, 440],
      [1, 360],
    ],
    -1,
  )
  const hung = ease(t, 2.8, 3.4)
  const fall = clamp((t - 4.3) / 0.4)
  const lampX = t < 1 ? carry.x - 26 : 330
  const lampY = t < 1 ? floor - 30 : floor + 4 - hung * 130 + fall * fall * 130
  const sad = (t > 1.6 && t < 2.7) || t > 4.6
  return (
    street([0, 0, 0, 0], 1) +
    at(318, 296, tree(1.22)) +
    readers.map(([look, x, colour]) => sighing(look, x, colour, t)).join('') +
    nightfall(0.85) +
    pool(lampX, lampY - 30, 78, 1) +
    (hung > 0.1
      ? line(fall > 0 ? `M330 106q6 12 2 26` : `M330 106V${Math.max(106, lampY - 62)}`, ink.danfo100, 2)
      : '') +
    at(330, 160, burst(t, 4.3, ink.danfo200), { scale: 0.5 }) +
    at(lampX, lampY, lantern(1, sway(t, 2)), { turn: fall >= 1 ? 18 * Math.max(0, 1 - (t - 4.7) * 2) : 0 }) +
    person(chinedu, {
      x: carry.x + (t > 1 ? 26 : 0),
      y: floor + 6,
      t,
      face: -1,
      stride: carry.stride,
      scale: 1.15,
      near:
        t < 1
          ? { lift: 50, fold: 30 }
          : t > 2.7 && t < 4.2
            ? { lift: 120, fold: 10 }
            : sad
              ? { lift: 40, fold: 110 }
              : { lift: 8, fold: 14 },
      mood: {
        mouth: sad ? 'sad' : 'smile',
        brow: sad ? 'worried' : 'up',
        look: [0.6, t > 2.8 && t < 4.3 ? -0.8 : 0.3],
      },
    }) +
    at(0, 0, text(416, 206, 34, ink.danfo500, '?'), { opacity: t > 5 ? 1 : 0 })
  )
}
