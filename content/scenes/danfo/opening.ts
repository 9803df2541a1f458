import { seat, seats } from '../../draw/danfo.ts'
import { ink } from '../../draw/pigments.ts'
import { rain } from '../../draw/places.ts'
import { bubble, heart } from '../../draw/props.ts'
import { at, text } from '../../draw/svg.ts'
import { ease, keys, mix, sway, walk } from '../../draw/tween.ts'
import { glide } from '../../video.ts'
import { baba } from '../people.ts'
import type { Scene } from '../../video.ts'
import { kerb, street, busStop, sitting, oldMan, girl, man, ducking, inDoor, bus } from './stage.ts'

export const opening: readonly Scene[] = [
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
    captions: ['At the step Bisi looked back.', 'Baba was cold and wet, and his legs were tired.'],
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
          near: led ? { lift: 62, fold: 20 } : { lift: 8, fold: 14 },
          far: t > 5.6 ? { lift: 140, fold: 10 + sway(t, 2) * 16 } : { lift: 8, fold: 14 },
          mood: { mouth: t > 1.6 ? 'smile' : 'flat', brow: 'up' },
        }) +
        rain(t)
      )
    },
  },
]
