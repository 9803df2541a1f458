import { briefcase, danfo, doorX, seat, seats, stick, umbrella } from '../draw/danfo.ts'
import { star } from '../draw/motifs.ts'
import { person, type Look, type Pose } from '../draw/person.ts'
import { ink } from '../draw/pigments.ts'
import { cloud, house, rain } from '../draw/places.ts'
import { bubble, heart } from '../draw/props.ts'
import { at, box, disc, fill, line, many, text } from '../draw/svg.ts'
import { clamp, ease, keys, mix, sway, walk } from '../draw/tween.ts'
import { glide, type Film } from '../film.ts'
import { baba, bisi, conductor, okon, trader } from './people.ts'

const kerb = 334
const road = 298
const size = 1.2

function street(t: number, clear = 0): string {
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

const busStop = () =>
  line('M590 326V190', ink.slate, 6) +
  box(552, 168, 78, 38, ink.indigo700, 6) +
  box(556, 172, 70, 30, 'none', 4, `stroke="${ink.danfo500}" stroke-width="1.500" stroke-dasharray="4 3"`) +
  text(591, 194, 18, ink.white, 'B U S')

const sitting = (look: Look, x: number, t: number, pose: Partial<Pose> = {}) =>
  person(look, { x, y: 16, t, scale: 1, ...pose })
const riders = (t: number) =>
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
const wheelman = riders

const oldMan = (x: number, y: number, t: number, pose: Partial<Pose> = {}) =>
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

const girl = (x: number, y: number, t: number, pose: Partial<Pose> = {}) => {
  const bag = at(
    x - 17 * (pose.face ?? 1),
    y - 62 - (pose.hop ?? 0),
    box(-9, -8, 17, 30, ink.laterite600, 6) + box(-8, 6, 14, 10, ink.laterite500, 3),
    { mirror: (pose.face ?? 1) < 0, opacity: 1 },
  )
  return bag + person(bisi, { x, y, t, ...pose })
}

const man = (x: number, y: number, t: number, pose: Partial<Pose> = {}) =>
  person(okon, { x, y, t, scale: 0.98, holdFar: briefcase(), ...pose })

const ducking = (t: number) =>
  person(conductor, {
    x: doorX + 14,
    y: -28,
    t,
    scale: 0.86,
    near: { lift: 150, fold: 10 + sway(t, 1.4) * 8 },
    mood: { mouth: 'shout', brow: 'up' },
    lean: 8,
  })
const inDoor = (t: number, lean = 6) =>
  person(conductor, {
    x: doorX + 12,
    y: -28,
    t,
    scale: 0.86,
    lean,
    near: { lift: 60, fold: 30 },
    mood: { mouth: 'smile' },
  })

const bus = (x: number, t: number, part: { open: number; inside?: string; atDoor?: string }) =>
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

export const danfoFilm: Film = {
  slug: 'the-last-seat-on-the-danfo',
  title: 'The Last Seat on the Danfo',
  description: 'Rain is falling at Ojuelegba. One seat is left, and three people need it.',
  value: 'respect',
  card: {
    ground: ink.indigo700,
    motif: star,
    motifColour: ink.white,
    lines: ['The Last Seat', 'on the Danfo'],
    picture: (t) => at(-14, 70, danfo({ open: 0, driven: t * 60, t, inside: riders(t) }), { scale: 0.74 }),
  },
  moral: ['Make room for others,', 'and they make room for you.'],
  scenes: [
    {
      seconds: 5.6,
      mood: 'gentle',
      captions: ['Rain was falling at Ojuelegba.', 'Bisi, Mr Okon and old Baba Àlàbí all waited for a danfo.'],
      view: glide({ x: 400, y: 230, zoom: 1.1 }, { x: 440, y: 240, zoom: 1.35 }, 5.6),
      draw: (t) =>
        street(t) +
        busStop() +
        man(300, kerb, t, {
          near: { lift: 62, fold: 84 },
          mood: { mouth: 'flat', brow: 'worried', look: [0.2, t > 2 && t < 4 ? 0.9 : 0] },
        }) +
        girl(404, kerb + 2, t, { scale: 1.05, mood: { mouth: 'flat', brow: 'calm' }, tilt: sway(t, 0.25) * 4 }) +
        oldMan(500, kerb, t, { face: -1, lean: 8 + sway(t, 5) * 0.7 }) +
        rain(t),
    },
    {
      seconds: 5.6,
      mood: 'bright',
      captions: ['A yellow danfo stopped. “One more!” called the conductor.', 'Only one seat was left.'],
      draw: (t) => {
        const x = keys(t, [
          [0, -220],
          [2, 250],
        ])
        const open = ease(t, 2.1, 2.6)
        return (
          street(t) +
          busStop() +
          bus(x, t, { open, atDoor: open > 0.3 ? ducking(t) : '' }) +
          at(
            x + 62,
            168,
            bubble(at(-22, 0, seat()) + text(24, 14, 40, ink.pepper600, '1'), t, 2.8, 5.4, { lean: 1, wide: 116 }),
          ) +
          man(430, kerb + 8, t, { face: -1, mood: { mouth: t > 2.8 ? 'open' : 'flat', brow: 'up' } }) +
          girl(500, kerb + 10, t, {
            face: -1,
            scale: 1.05,
            mood: { mouth: t > 2.8 ? 'grin' : 'flat', brow: 'up' },
            hop: t > 2.8 && t < 4 ? Math.abs(sway(t, 1.6)) * 8 : 0,
          }) +
          oldMan(580, kerb + 8, t, { face: -1 }) +
          rain(t)
        )
      },
    },
    {
      seconds: 5,
      mood: 'bright',
      captions: ['Mr Okon hurried. But Bisi was quicker, and reached the door first.'],
      view: glide({ x: 320, y: 190, zoom: 1 }, { x: 320, y: 220, zoom: 1.25 }, 4),
      draw: (t) => {
        const bisiStep = walk(
          t,
          [
            [0, 500],
            [2.4, 300],
          ],
          -1,
        )
        const okonStep = walk(
          t,
          [
            [0.2, 430],
            [1.6, 376],
          ],
          -1,
        )
        const up = ease(t, 2.5, 3)
        return (
          street(t) +
          busStop() +
          bus(250, t, { open: 1, atDoor: inDoor(t) }) +
          man(okonStep.x, kerb + 8, t, {
            face: -1,
            stride: okonStep.stride,
            near: t > 1.4 ? { lift: 96, fold: 10 } : { lift: 30, fold: 60 },
            mood: { mouth: t > 2.2 ? 'shout' : 'open', brow: 'up' },
          }) +
          oldMan(580, kerb + 8, t, { face: -1 }) +
          girl(bisiStep.x, kerb + 10 - up * 22, t, {
            face: -1,
            stride: bisiStep.stride,
            scale: 1.05,
            near: { lift: 60 + up * 40, fold: 20 },
            mood: { mouth: 'grin', brow: 'up' },
          }) +
          rain(t)
        )
      },
    },
    {
      seconds: 5.6,
      mood: 'sad',
      captions: [
        'At the step Bisi looked back.',
        'Baba was cold and wet, and his legs were tired. She thought of her own grandfather.',
      ],
      view: (t) => ({
        x: keys(t, [
          [0, 330],
          [1.6, 470],
        ]),
        y: 220,
        zoom: keys(t, [
          [0, 1.25],
          [1.6, 1.36],
        ]),
      }),
      draw: (t) =>
        street(t) +
        busStop() +
        bus(250, t, { open: 1, atDoor: inDoor(t, 2) }) +
        girl(300, kerb - 12, t, {
          face: t > 0.8 ? 1 : -1,
          scale: 1.05,
          near: { lift: 20, fold: 20 },
          mood: { mouth: t > 2.6 ? 'flat' : 'smile', brow: t > 1.6 ? 'worried' : 'calm', look: [0.9, 0] },
        }) +
        oldMan(560, kerb + 8, t, {
          face: -1,
          lean: 12 + sway(t, 6) * 1.2,
          mood: { mouth: 'sad', brow: 'worried', shut: t > 3.6 && t < 4.2 },
        }) +
        rain(t) +
        at(
          338,
          208,
          bubble(at(-16, 4, seat()) + at(24, 0, heart(), { scale: 1.1 + sway(t, 1) * 0.1 }), t, 2.7, 5.5, {
            think: true,
            lean: 1,
          }),
        ),
    },
    {
      seconds: 7,
      mood: 'hopeful',
      captions: ['She stepped down, gave Baba her hand and led him to the door.', '“Please, sir, the seat is yours.”'],
      view: glide({ x: 400, y: 220, zoom: 1.15 }, { x: 300, y: 220, zoom: 1.25 }, 6),
      draw: (t) => {
        const b = walk(
          t,
          [
            [0, 340],
            [1.4, 500],
            [1.9, 500],
            [4.6, 372],
          ],
          1,
        )
        const o = walk(
          t,
          [
            [0, 560],
            [1.9, 560],
            [4.6, 318],
          ],
          -1,
        )
        const up = ease(t, 4.7, 5.4)
        const seated = t > 5.6
        const led = t > 1.6 && t < 4.9
        return (
          street(t) +
          busStop() +
          bus(250, t, {
            open: 1,
            atDoor: inDoor(t, 4),
            inside: seated ? sitting(baba, seats.middle + 4, t, { mood: { mouth: 'grin', brow: 'up' } }) : '',
          }) +
          man(444, kerb - 8, t, {
            face: -1,
            mood: { mouth: 'flat', brow: t > 3.6 ? 'worried' : 'up', look: [0.3, t > 4.6 ? 1 : 0] },
            tilt: 8 * ease(t, 4.6, 5.4),
          }) +
          (seated
            ? ''
            : oldMan(mix(o.x, 268, up), kerb + 8 - up * 40, t, {
                face: -1,
                stride: o.stride * 0.8,
                far: led ? { lift: -50, fold: 20 } : { lift: 6, fold: 12 },
                mood: { mouth: 'smile', brow: 'up' },
              })) +
          girl(led ? o.x + 50 : b.x, kerb + 12, t, {
            face: t > 1.5 ? -1 : 1,
            stride: led ? o.stride : b.stride,
            scale: 1.05,
            near: led
              ? { lift: 62, fold: 20 }
              : t > 5.6
                ? { lift: 140, fold: 10 + sway(t, 2) * 16 }
                : { lift: 8, fold: 14 },
            mood: { mouth: t > 1.6 ? 'smile' : 'flat', brow: 'up' },
          }) +
          rain(t)
        )
      },
    },
    {
      seconds: 5.6,
      mood: 'gentle',
      captions: [
        'The danfo drove off. Now Mr Okon was ashamed that he had pushed.',
        'He opened his umbrella over Bisi too.',
      ],
      view: glide({ x: 340, y: 200, zoom: 1.05 }, { x: 430, y: 250, zoom: 1.4 }, 4),
      draw: (t) => {
        const x = keys(t, [
          [0, 250],
          [0.5, 252],
          [2.4, 860],
        ])
        const o = walk(
          t,
          [
            [1.8, 540],
            [3, 474],
          ],
          -1,
        )
        const open = ease(t, 2.6, 3.1)
        const raised = { lift: 92, fold: 62 }
        return (
          street(t) +
          busStop() +
          bus(x, t, {
            open: 1 - ease(t, 0.1, 0.5),
            inside: sitting(baba, seats.middle + 4, t, { mood: { mouth: 'open', brow: 'up' } }),
          }) +
          girl(410, kerb + 10, t, {
            face: 1,
            scale: 1.05,
            near: t < 1.8 ? { lift: 140, fold: 10 + sway(t, 2) * 16 } : { lift: 8, fold: 14 },
            mood: { mouth: t > 3 ? 'grin' : 'flat', brow: t > 3 ? 'up' : 'worried', look: [0.6, t > 3 ? -0.4 : 0] },
          }) +
          man(o.x, kerb + 8, t, {
            face: -1,
            stride: o.stride,
            near: open > 0 ? raised : { lift: 8, fold: 14 },
            mood: { mouth: t > 3 ? 'smile' : 'flat', brow: 'worried' },
            ...(open > 0 ? { hold: umbrella(ink.zobo700, open) } : {}),
          }) +
          rain(t)
        )
      },
    },
    {
      seconds: 6,
      mood: 'hopeful',
      captions: [
        'In the bus Baba told everyone what the girl had done.',
        'The riders moved closer together. Now there was room for two.',
      ],
      draw: cabin,
    },
    {
      seconds: 6.4,
      mood: 'joyful',
      captions: ['The danfo came back. “Enter! There is space!”', 'Bisi and Mr Okon climbed in.'],
      draw: (t) => {
        const x = keys(t, [
          [0, 860],
          [2, 250],
        ])
        const open = ease(t, 2, 2.4)
        const b = walk(
          t,
          [
            [2.4, 440],
            [3.9, 300],
          ],
          -1,
        )
        const o = walk(
          t,
          [
            [3, 500],
            [4.8, 306],
          ],
          -1,
        )
        const upB = ease(t, 3.9, 4.4)
        const upO = ease(t, 4.8, 5.3)
        return (
          street(t, ease(t, 0, 0.1) * 0.01) +
          busStop() +
          bus(x, t, {
            open,
            atDoor: open > 0.3 && t < 4.2 ? ducking(t) : '',
            inside:
              sitting(baba, seats.middle + (upB >= 1 ? -12 : 4), t, { mood: { mouth: 'grin', brow: 'up' } }) +
              (upB >= 1 ? sitting(bisi, seats.middle + 20, t, { y: -36, mood: { mouth: 'grin' } }) : ''),
          }) +
          (upO < 1
            ? man(mix(o.x, 276, upO), kerb + 6 - upO * 44, t, {
                face: -1,
                stride: o.stride,
                near: { lift: 40, fold: 40 },
                mood: { mouth: 'grin', brow: 'up' },
              })
            : '') +
          (upB < 1
            ? girl(mix(b.x, 276, upB), kerb + 10 - upB * 44, t, {
                face: -1,
                stride: b.stride,
                scale: 1.05,
                hop: t > 1 && t < 2.4 ? Math.abs(sway(t, 1.6)) * 10 : 0,
                mood: { mouth: 'grin', brow: 'up' },
              })
            : '') +
          rain(t, 0.6)
        )
      },
    },
    {
      seconds: 5.4,
      mood: 'joyful',
      captions: ['The rain stopped. All the way home, there was room for everybody.'],
      draw: (t) =>
        street(t, 1) +
        bus(
          keys(
            t,
            [
              [0, 150],
              [5.4, 430],
            ],
            false,
          ),
          t,
          {
            open: 0,
            inside:
              sitting(baba, seats.middle - 12, t, { mood: { mouth: 'grin', brow: 'up' }, tilt: sway(t, 0.8) * 4 }) +
              sitting(bisi, seats.middle + 20, t, { y: -36, mood: { mouth: 'grin' }, tilt: sway(t, 0.8, 0.4) * 6 }) +
              sitting(okon, doorX + 4, t, { mood: { mouth: 'grin' } }),
          },
        ),
    },
  ],
}

/** Inside the bus: a bench of riders who slide together to make two places. */
function cabin(t: number): string {
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
  const bench = box(20, 232, 600, 26, ink.zobo700, 8) + box(20, 252, 600, 76, '#6E1236', 8)
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
    rain(t, 0.5) +
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
