import { person } from '../../draw/person.ts'
import { ink } from '../../draw/pigments.ts'
import { tree } from '../../draw/places.ts'

import { at, box, line } from '../../draw/svg.ts'
import { ease, mix, sway, walk } from '../../draw/tween.ts'
import { coil, goat, plant } from '../../draw/well.ts'
import { glide } from '../../video.ts'
import { bitrus, grandmother, halimat } from '../people.ts'
import type { Scene } from '../../video.ts'
import { floor, yard, yellow, red, carried, pulling, mothers, child } from './stage.ts'

export const ending: readonly Scene[] = [
  {
    seconds: 6.2,
    mood: 'hopeful',
    captions: [
      'At dawn she brought the rope and a yellow bucket.',
      'Bitrus brought the red one. They tied one to each end.',
    ],
    view: glide({ x: 320, y: 200, zoom: 1.05 }, { x: 320, y: 215, zoom: 1.25 }, 6),
    draw: (t) => {
      const l = walk(
        t,
        [
          [0, 20],
          [2.4, 210],
        ],
        1,
      )
      const r = walk(
        t,
        [
          [0, 620],
          [2.4, 430],
        ],
        -1,
      )
      const tied = t > 3.6
      const tying = { lift: 96, fold: 20 + sway(t, 1.6) * 12 }
      return (
        yard({
          night: 0.3 * (1 - ease(t, 0, 5)),
          stones: 1,
          ...(tied
            ? {
                state: {
                  turn: sway(t, 0.2) * 30,
                  left: { height: 26 + sway(t, 0.4) * 4, water: 0 },
                  right: { height: 26 - sway(t, 0.4) * 4, water: 0 },
                },
              }
            : {}),
        }) +
        child(halimat, l.x, t, {
          stride: l.stride,
          ...(tied ? {} : { hold: carried(yellow(), 0.62) + at(0, -2, coil(), { scale: 0.7 }) }),
          near: t > 2.8 ? tying : { lift: 24, fold: 30 },
          mood: { mouth: 'grin', brow: 'up' },
        }) +
        child(bitrus, r.x, t, {
          face: -1,
          stride: r.stride,
          ...(tied ? {} : { hold: carried(red(), 0.62) }),
          near: t > 2.8 ? tying : { lift: 24, fold: 30 },
          mood: { mouth: t > 2.6 ? 'grin' : 'smile', brow: 'up' },
        })
      )
    },
  },
  {
    seconds: 6.4,
    mood: 'joyful',
    captions: ['One bucket went up while the other went down.', 'Up, down, up, down! Nobody had to wait.'],
    view: () => ({ x: 320, y: 190, zoom: 1.34 }),
    draw: (t) => {
      const swing = sway(t, 0.36, -0.25)
      return (
        yard({
          stones: 1,
          state: {
            turn: swing * 120,
            left: { height: -12 + swing * 50, water: 1 },
            right: { height: -12 - swing * 50, water: 1 },
          },
        }) +
        child(halimat, 206, t, {
          near: { lift: 78 - swing * 16, fold: 10 },
          far: { lift: 96 + swing * 30, fold: 24 },
          lean: swing * 5,
          mood: { mouth: 'grin', brow: 'up' },
        }) +
        child(bitrus, 434, t, {
          face: -1,
          near: { lift: 78 + swing * 16, fold: 10 },
          far: { lift: 96 - swing * 30, fold: 24 },
          lean: -swing * 5,
          mood: { mouth: 'grin', brow: 'up' },
        })
      )
    },
  },
  {
    seconds: 6.6,
    mood: 'hopeful',
    captions: [
      'She took the first water across the stones, to Bitrus’s grandmother.',
      'The mothers saw it, and were sorry.',
    ],
    draw: (t) => {
      const h = walk(
        t,
        [
          [0, 150],
          [3.2, 426],
        ],
        1,
      )
      const given = ease(t, 3.4, 4)
      const soft = t > 4.2 ? ({ mouth: 'smile', brow: 'up' } as const) : ({ mouth: 'flat', brow: 'calm' } as const)
      return (
        yard({ stones: 1 }) +
        mothers(
          t,
          {
            x: 84,
            mood: { ...soft, look: [0.9, 0] },
            near: t > 4.2 ? { lift: 60, fold: 110 } : { lift: 8, fold: 14 },
          },
          { x: 600, y: floor - 4, mood: soft, near: t > 4.4 ? { lift: 60, fold: 110 } : { lift: 8, fold: 14 } },
        ) +
        at(496, 334, box(-24, -26, 44, 6, ink.laterite800, 2) + line('M-18 -22v22M14 -22v22', ink.laterite800, 5)) +
        person(grandmother, {
          x: 494,
          y: floor + 18,
          t,
          face: -1,
          scale: 0.98,
          near: given > 0.3 ? { lift: 60, fold: 50 } : { lift: 14, fold: 30 },
          mood: { mouth: given > 0.8 ? 'grin' : 'flat', brow: given > 0.6 ? 'up' : 'worried' },
          lean: 5,
        }) +
        child(halimat, h.x, t, {
          y: floor + 20,
          stride: h.stride,
          near: given > 0 ? { lift: 70, fold: 20 } : { lift: 8, fold: 14 },
          far: given > 0 ? { lift: 60, fold: 20 } : { lift: 168, fold: 10 },
          ...(given > 0 ? {} : { onHead: at(0, 4, yellow(1), { scale: 0.8 }) }),
          mood: { mouth: 'smile' },
        }) +
        (given > 0 ? at(mix(426, 460, given), mix(206, 292, given), yellow(1), { scale: 0.84 }) : '')
      )
    },
  },
  {
    seconds: 5.8,
    mood: 'joyful',
    captions: ['Away went the stones. Two families, two buckets, one well, and water for all.'],
    view: glide({ x: 320, y: 210, zoom: 1.2 }, { x: 320, y: 180, zoom: 1 }, 5),
    draw: (t) => {
      const swing = sway(t, 0.36)
      return (
        yard({
          state: {
            turn: swing * 120,
            left: { height: -6 + swing * 44, water: 1 },
            right: { height: -6 - swing * 44, water: 1 },
          },
        }) +
        at(24, 326, tree(0.3)) +
        mothers(
          t,
          { ...pulling(t), mood: { mouth: 'grin', brow: 'up' } },
          { ...pulling(t + 0.7), mood: { mouth: 'grin', brow: 'up' } },
        ) +
        child(halimat, 116, t, {
          hop: Math.abs(sway(t, 1)) * 10,
          far: { lift: 145, fold: 16 },
          mood: { mouth: 'grin' },
        }) +
        child(bitrus, 528, t, {
          face: -1,
          hop: Math.abs(sway(t, 1, 0.25)) * 10,
          far: { lift: 145, fold: 16 },
          mood: { mouth: 'grin' },
        }) +
        at(250, 344, plant(ease(t, 0, 2)), { scale: 1.1 }) +
        at(392, 346, plant(ease(t, 0.5, 2.6)), { scale: 1.2 }) +
        at(56, 340, goat(0, false))
      )
    },
  },
]
