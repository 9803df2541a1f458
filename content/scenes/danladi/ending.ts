import { person } from '../../draw/person.ts'
import { ink } from '../../draw/pigments.ts'
import { tree } from '../../draw/places.ts'
import { bubble, heart, tear } from '../../draw/props.ts'
import { at, box, many } from '../../draw/svg.ts'
import { ease, keys, mix, sway, walk } from '../../draw/tween.ts'
import { ball, photo, sandal, stall, wallet } from '../../draw/wallet.ts'
import { glide } from '../../video.ts'
import { cobbler, garba, trader } from '../people.ts'
import type { Scene } from '../../video.ts'
import { floor, town, boy, big, clutch, withBaby } from './stage.ts'

export const ending: readonly Scene[] = [
  {
    seconds: 5.8,
    mood: 'bright',
    captions: ['He showed the photo in the market. “She went to the clinic, crying,” said the tomato seller.'],
    view: glide({ x: 320, y: 200, zoom: 1.1 }, { x: 350, y: 210, zoom: 1.2 }, 5),
    draw: (t) => {
      const step = walk(t, [
        [0, 40],
        [1.7, 236],
        [4, 236],
        [5.8, 470],
      ])
      const points = t > 2.8
      return (
        town(10) +
        at(520, 290, stall(ink.palm600, 'shoes'), { scale: 0.9 }) +
        person(trader, {
          x: 356,
          y: 296,
          t,
          face: -1,
          near: points ? { lift: -100, fold: -10 } : { lift: 20, fold: 40 },
          mood: { mouth: points ? 'open' : 'smile', brow: 'up' },
        }) +
        at(364, 308, stall(ink.pepper600, 'tomatoes', 196), { scale: 1.1 }) +
        boy(step.x, t, {
          y: floor + 16,
          stride: step.stride,
          ...(t > 1.7 && t < 3.8
            ? { near: { lift: 84, fold: 10 }, hold: at(12, -4, photo(), { scale: 0.62 }) }
            : clutch),
          mood: { mouth: t > 1.8 && t < 2.8 ? 'open' : 'smile', brow: 'up' },
        })
      )
    },
  },
  {
    seconds: 7,
    mood: 'hopeful',
    captions: [
      'There she was. Her baby was ill, and she could not pay for the medicine.',
      '“Is this yours?” asked Ɗanladi.',
    ],
    view: glide({ x: 360, y: 200, zoom: 1.1 }, { x: 380, y: 215, zoom: 1.34 }, 4.5),
    draw: (t) => {
      const step = walk(t, [
        [1, 40],
        [3.6, 330],
      ])
      const give = ease(t, 4, 4.8)
      return (
        town(90) +
        at(540, 304, stall(ink.palm600, 'medicine'), { scale: 1.15 }) +
        at(
          428,
          0,
          withBaby(t, 0, {
            face: t > 3.4 ? -1 : 1,
            tilt: t > 3.4 ? 0 : 10,
            mood: { mouth: t > 5 ? 'open' : 'sad', brow: t > 5 ? 'up' : 'worried', look: [0.6, t > 3.4 ? 0.5 : 0.8] },
          }),
        ) +
        (t < 4.6 ? at(438, 194, tear(t)) : '') +
        boy(step.x, t, {
          y: floor + 10,
          stride: step.stride,
          ...(t > 3.7
            ? {
                near: { lift: 60 + give * 30, fold: 30 - give * 26 },
                far: { lift: 50 + give * 20, fold: 20 },
                hold: at(8, -6, wallet(0.5), { scale: 0.6 }),
              }
            : clutch),
          mood: { mouth: t > 3.6 ? 'smile' : 'open', brow: 'up' },
        })
      )
    },
  },
  {
    seconds: 5.8,
    mood: 'joyful',
    captions: ['She paid for the medicine, and the baby smiled.', '“God bless you, my son,” she said.'],
    view: glide({ x: 400, y: 210, zoom: 1.25 }, { x: 400, y: 215, zoom: 1.36 }, 5),
    draw: (t) =>
      town(90) +
      at(540, 304, stall(ink.palm600, 'medicine'), { scale: 1.15 }) +
      at(
        428,
        0,
        withBaby(t, t > 1.6 ? 1 : 0, { face: -1, mood: { mouth: 'grin', brow: 'up', look: [0.6, 0.5] }, lean: 5 }),
      ) +
      at(
        mix(520, 452, ease(t, 0.6, 1.4)),
        mix(240, 236, ease(t, 0.6, 1.4)),
        t < 1.6 ? box(-6, -12, 12, 24, ink.palm600, 3) : '',
      ) +
      boy(322, t, {
        y: floor + 10,
        mood: { mouth: 'grin', brow: 'up', look: [0.8, -0.4] },
        hop: t > 2 ? Math.abs(sway(t, 0.8)) * 4 : 0,
      }) +
      many(3, (i) =>
        at(372 + i * 14, 170 - ((t * 22 + i * 20) % 60), heart(), { scale: 0.8, opacity: t > 1.6 ? 0.9 : 0 }),
      ),
  },
  {
    view: glide({ x: 230, y: 220, zoom: 1.26 }, { x: 320, y: 215, zoom: 1.16 }, 4),
    seconds: 6.6,
    mood: 'joyful',
    captions: [
      'The old cobbler had seen it all. He mended the sandal for nothing.',
      'And Garba came back, to say sorry and to play.',
    ],
    draw: (t) => {
      const g = walk(
        t,
        [
          [2.4, 690],
          [4.2, 430],
        ],
        -1,
      )
      const hit = Math.max(0, sway(t, 1.6)) * (t < 2.6 ? 1 : 0)
      const roll = keys(t, [
        [4.4, 404],
        [5.2, 330],
      ])
      return (
        town(40) +
        at(96, 300, tree(0.9)) +
        at(196, floor + 6, box(-20, -22, 40, 22, ink.laterite800, 3)) +
        person(cobbler, {
          x: 150,
          y: floor,
          t,
          near: { lift: 44 + hit * 24, fold: 40 },
          far: { lift: 40, fold: 30 },
          mood: { mouth: 'smile', brow: 'calm', look: [0.7, t < 2.6 ? 0.8 : 0] },
        }) +
        at(197, floor - 20, t < 2.8 ? sandal(t > 2 ? 1 : 0) : '', { scale: 0.8 }) +
        at(220, 180, bubble(at(0, 0, sandal(1), { scale: 1.3 }), t, 2.1, 3.7, { lean: 1, wide: 96, high: 64 })) +
        boy(290, t, {
          y: floor + 10,
          face: t > 3.6 || t < 0 ? 1 : -1,
          hop: t > 2.8 && t < 3.6 ? Math.abs(sway(t, 1.4)) * 10 : 0,
          near: t > 4.6 ? { lift: 70, fold: 10 } : { lift: 10, fold: 20 },
          mood: { mouth: t > 1.8 ? 'grin' : 'smile', brow: 'up' },
        }) +
        big(garba, g.x, t, {
          face: -1,
          stride: g.stride,
          tilt: t < 5.2 ? 10 : 0,
          near: t > 4.6 ? { lift: 70, fold: 10 } : { lift: 8, fold: 14 },
          mood: { mouth: t > 4.8 ? 'grin' : 'flat', brow: t > 4.8 ? 'up' : 'worried', look: [0.5, 0.6] },
        }) +
        at(t < 4.4 ? g.x - 30 : roll, floor + 4, ball(t < 4.4 ? g.x * 5 : roll * 5), { opacity: t > 2.4 ? 1 : 0 })
      )
    },
  },
]
