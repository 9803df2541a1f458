import { doorX, seats, umbrella } from '../../draw/danfo.ts'
import { ink } from '../../draw/pigments.ts'
import { rain } from '../../draw/places.ts'
import { ease, keys, mix, sway, walk } from '../../draw/tween.ts'
import { glide } from '../../video.ts'
import { baba, bisi, okon } from '../people.ts'
import type { Scene } from '../../video.ts'
import { kerb, street, busStop, sitting, girl, man, ducking, bus, cabin } from './stage.ts'

export const ending: readonly Scene[] = [
  {
    seconds: 5.6,
    mood: 'gentle',
    captions: ['The danfo drove off. Mr Okon was ashamed.', 'He opened his umbrella over Bisi too.'],
    view: glide({ x: 340, y: 200, zoom: 1.05 }, { x: 430, y: 235, zoom: 1.22 }, 4),
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
          far: t < 1.8 ? { lift: 140, fold: 10 + sway(t, 2) * 16 } : { lift: 8, fold: 14 },
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
    captions: ['Baba told the riders what the girl had done.', 'They moved closer. Now there was room for two.'],
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
]
