import { briefcase, danfo, doorX, seats, stick } from '../../draw/danfo.ts'
import { person, type Look, type Pose } from '../../draw/person.ts'
import { ink } from '../../draw/pigments.ts'
import { cloud, house, rain } from '../../draw/places.ts'
import { bubble, heart } from '../../draw/props.ts'
import { at, box, disc, fill, line, many, text } from '../../draw/svg.ts'
import { clamp, ease, mix, sway } from '../../draw/tween.ts'
import { baba, bisi, conductor, okon, trader } from '../people.ts'

export const kerb = 334
export const road = 298
export const size = 1.2

export function street(t: number, clear = 0): string {
  const sky = clear > 0.5 ? ink.indigo100 : '#8E97C4'
  return (
    box(0, 0, 640, 360, sky) +
    (clear > 0
      ? at(
          320,
          300,
          many(5, (i) =>
            disc(
              0,
              0,
              250 - i * 13,
              'none',
              `stroke="${[ink.pepper600, ink.danfo600, ink.danfo500, ink.palm600, ink.indigo600][i] ?? ink.white}" stroke-width="13" opacity=".75"`,
            ),
          ),
          { opacity: clear },
        )
      : '') +
    [70, 210, 360, 500, 610]
      .map((x, i) =>
        at(
          x,
          246,
          house({
            wall: [ink.laterite200, ink.palm300, ink.danfo200, ink.indigo300, ink.zobo300][i] ?? ink.white,
            roof: [ink.laterite700, ink.palm800, ink.laterite800, ink.indigo700, ink.zobo700][i] ?? ink.black,
            door: ink.indigo800,
            wide: 130,
          }),
        ),
      )
      .join('') +
    cloud(120 + sway(t, 0.04) * 14, 56, 1.5, clear > 0.5 ? ink.white : ink.slate) +
    cloud(430 + sway(t, 0.03, 0.4) * 14, 44, 1.8, clear > 0.5 ? ink.white : '#5C638C') +
    box(0, 244, 640, 70, clear > 0.5 ? ink.slate : ink.indigo900) +
    line('M-10 282H650', ink.white, 3, 'stroke-dasharray="26 20" opacity=".65"') +
    box(0, 312, 640, 48, clear > 0.5 ? ink.laterite200 : '#9AA0BE') +
    box(0, 310, 640, 5, ink.danfo100)
  )
}

export const busStop = () =>
  line('M590 326V190', ink.slate, 6) +
  box(552, 168, 78, 38, ink.indigo700, 6) +
  box(556, 172, 70, 30, 'none', 4, `stroke="${ink.danfo500}" stroke-width="1.500" stroke-dasharray="4 3"`) +
  text(591, 194, 18, ink.white, 'B U S')

export const sitting = (look: Look, x: number, t: number, pose: Partial<Pose> = {}) =>
  person(look, { x, y: 16, t, scale: 1, ...pose })
export const riders = (t: number) =>
  sitting(trader, seats.rear, t, { y: 12, scale: 0.9 }) +
  sitting(
    {
      ...okon,
      head: { ...okon.head, hair: 'crop', skin: '#7A4A2E' },
      top: { ...okon.top, colour: ink.palm600, pattern: 'plain' },
    },
    seats.driver,
    t,
  )
export const wheelman = riders

export const oldMan = (x: number, y: number, t: number, pose: Partial<Pose> = {}) =>
  person(baba, {
    x,
    y,
    t,
    scale: 0.98,
    lean: 7,
    near: { lift: 26, fold: 22 },
    hold: stick(),
    mood: { mouth: 'flat', brow: 'worried' },
    ...pose,
  })

export const girl = (x: number, y: number, t: number, pose: Partial<Pose> = {}) => {
  const bag = at(
    x - 17 * (pose.face ?? 1),
    y - 62 - (pose.hop ?? 0),
    box(-9, -8, 17, 30, ink.laterite600, 6) + box(-8, 6, 14, 10, ink.laterite500, 3),
    { mirror: (pose.face ?? 1) < 0, opacity: 1 },
  )
  return bag + person(bisi, { x, y, t, ...pose })
}

export const man = (x: number, y: number, t: number, pose: Partial<Pose> = {}) =>
  person(okon, { x, y, t, scale: 0.98, holdFar: briefcase(), ...pose })

export const ducking = (t: number) =>
  person(conductor, {
    x: doorX + 14,
    y: -28,
    t,
    scale: 0.86,
    near: { lift: 150, fold: 10 + sway(t, 1.4) * 8 },
    mood: { mouth: 'shout', brow: 'up' },
    lean: 8,
  })
export const inDoor = (t: number, lean = 6) =>
  person(conductor, {
    x: doorX + 12,
    y: -28,
    t,
    scale: 0.86,
    lean,
    near: { lift: 60, fold: 30 },
    mood: { mouth: 'smile' },
  })

export const bus = (x: number, t: number, part: { open: number; inside?: string; atDoor?: string }) =>
  at(
    x,
    road,
    danfo({
      open: part.open,
      driven: x,
      t,
      inside: wheelman(t) + (part.inside ?? ''),
      ...(part.atDoor ? { atDoor: part.atDoor } : {}),
    }),
    { scale: size },
  )

/** Inside the bus: a bench of riders who move closer together to make two places. */
export function cabin(t: number): string {
  const close = ease(t, 3, 4.4)
  const places: readonly (readonly [Look, number, number])[] = [
    [trader, 90, 70],
    [conductor, 210, 164],
    [
      { ...okon, top: { ...okon.top, colour: ink.palm600, pattern: 'plain' }, head: { ...okon.head, skin: '#7A4A2E' } },
      330,
      258,
    ],
    [baba, 450, 352],
  ]
  const bench = box(20, 232, 600, 26, ink.zobo700, 8) + box(20, 252, 600, 116, '#6E1236', 8)
  const free = at(
    0,
    0,
    many(2, (i) =>
      box(412 + i * 102, 190, 84, 44, 'none', 12, `stroke="${ink.danfo500}" stroke-width="4" stroke-dasharray="10 7"`),
    ),
    { opacity: clamp((t - 4.3) * 3) },
  )
  return (
    box(0, 0, 640, 360, ink.danfo600) +
    box(0, 0, 640, 36, ink.danfo500) +
    many(4, (i) => box(28 + i * 152, 52, 128, 96, '#8E97C4', 14)) +
    many(4, (i) => fill(`M${28 + i * 152} 130q30 -26 64 -8t64 0v16q0 10 -12 10h-104q-12 0 -12 -10Z`, ink.slate)) +
    `<clipPath id="panes"><path d="${Array.from({ length: 4 }, (_, i) => `M${28 + i * 152} 52h128v96h-128Z`).join('')}"/></clipPath><g clip-path="url(#panes)">${rain(t)}</g>` +
    box(0, 316, 640, 44, ink.danfo700) +
    places
      .map(([look, from, to], i) =>
        person(look, {
          x: mix(from, to, close),
          y: 352,
          t: t + i,
          scale: 1.4,
          face: i < 3 ? 1 : -1,
          stride: 0,
          near: i === 3 && t < 3 ? { lift: 86 + sway(t, 1.2) * 16, fold: 30 } : { lift: 18, fold: 40 },
          tilt: i < 3 && t > 1.8 && t < 3 ? sway(t, 1.6) * 5 : sway(t, 0.7, i / 4) * 2,
          hop: Math.abs(sway(t, 2.2, i / 5)) * 1.4,
          mood: { mouth: i === 3 && t < 3 ? 'open' : t > 2 ? 'grin' : 'flat', brow: 'up' },
        }),
      )
      .join('') +
    bench +
    free +
    at(
      416,
      124,
      bubble(
        at(-20, 34, person(bisi, { x: 0, y: 0, t, scale: 0.62 })) + at(26, 0, heart(), { scale: 1.2 }),
        t,
        0.5,
        2.9,
        { lean: -1, wide: 124, high: 88 },
      ),
    )
  )
}
