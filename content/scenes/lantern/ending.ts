import { hammer, lantern, pool, sunLantern, tin } from '../../draw/lantern.ts'

import { person } from '../../draw/person.ts'
import { ink } from '../../draw/pigments.ts'
import { ground, house, nightfall, tree } from '../../draw/places.ts'
import { burst, tick } from '../../draw/props.ts'
import { at, box, disc, line, many } from '../../draw/svg.ts'
import { ease, sway, walk } from '../../draw/tween.ts'
import { glide } from '../../video.ts'
import { chinedu } from '../people.ts'
import type { Scene } from '../../video.ts'
import { floor, readers, street, reading, sighing, workshop, pop2 } from './stage.ts'

export const ending: readonly Scene[] = [
  {
    seconds: 7,
    mood: 'hopeful',
    captions: [
      'He gathered old milk tins. He cut, he hammered, he polished.',
      'The moon crossed the sky, and still he worked.',
    ],
    view: glide({ x: 320, y: 190, zoom: 1.05 }, { x: 320, y: 215, zoom: 1.25 }, 6.5),
    draw: (t) => {
      const done = workshop(t) * 7
      const hit = Math.max(0, sway(t, 1.6))
      const moonX = 90 + workshop(t) * 470
      return (
        box(0, 0, 640, 360, ink.indigo800) +
        many(30, (i) => disc((i * 97) % 640, (i * 53) % 150, 1.3, ink.danfo200)) +
        disc(moonX, 90 - Math.sin(workshop(t) * Math.PI) * 34, 30, ink.danfo100) +
        [82, 236, 400, 556]
          .map((x) =>
            at(x, 278, house({ wall: ink.indigo600, roof: ink.indigo900, door: ink.indigo950, wide: 134 }), {
              scale: 1.08,
            }),
          )
          .join('') +
        ground(276, ink.laterite800, ink.laterite200) +
        pool(240, 284, 96, 1 + sway(t, 1.7) * 0.05) +
        at(228, floor + 4, lantern(1, sway(t, 2))) +
        many(7, (i) =>
          i < Math.floor(done)
            ? at(416 + i * 22 - (i > 3 ? 77 : 0), floor + 12 - (i > 3 ? 24 : 0), tin(1), { scale: 0.95 })
            : at(150 - (i % 4) * 22, floor + 12 - (i > 3 ? 24 : 0), tin(0), { scale: 0.95 }),
        ) +
        box(342, 300, 40, 26, ink.laterite800, 4) +
        at(362, 300, tin(done % 1), { scale: 1 }) +
        at(362, 286, burst(t % 0.625, 0.16, ink.danfo200), { scale: 0.4 }) +
        person(chinedu, {
          x: 310,
          y: floor,
          t,
          scale: 1.2,
          sit: true,
          near: { lift: 62 + hit * 44, fold: 34 },
          far: { lift: 50, fold: 24 },
          hold: at(0, 0, hammer(), { turn: 70 - hit * 40, scale: 0.8 }),
          mood: { mouth: 'flat', brow: 'calm', look: [0.8, 0.8] },
        })
      )
    },
  },
  {
    seconds: 6.6,
    mood: 'joyful',
    captions: ['Up it went into the tree, with its crown of bright tins.', 'Light fell on the whole street!'],
    draw: (t) => {
      const up = ease(t, 0.5, 3)
      const y = 300 - up * 160
      const wide = 70 + 240 * ease(t, 2.6, 4)
      const pull = sway(t, 1.2) * (up < 1 ? 1 : 0)
      return (
        street([0, 0, 0, 0], 1) +
        at(318, 296, tree(1.22)) +
        (t < 2.7 ? readers.map(([look, x, colour]) => sighing(look, x, colour, t)).join('') : '') +
        nightfall(0.85 - 0.7 * ease(t, 2.6, 4)) +
        pool(372, y - 20, wide, 0.9 + sway(t, 1.5) * 0.05) +
        (t < 2.7
          ? ''
          : readers
              .map(([look, x, colour], i) =>
                t > 3.3 + i * 0.3
                  ? reading(look, x, colour, t, {
                      hold: '',
                      near: { lift: 20, fold: 30 },
                      far: { lift: 140, fold: 20 + sway(t, 1.6, i / 3) * 16 },
                      mood: { mouth: 'grin', brow: 'up', look: [x < 318 ? 0.8 : -0.8, -0.8] },
                    })
                  : sighing(look, x, colour, t),
              )
              .join('')) +
        line(`M372 ${y - 54}V104L430 250`, ink.danfo100, 2.4) +
        at(372, y, sunLantern(1, sway(t, 2)), { scale: 0.95 }) +
        person(chinedu, {
          x: 452,
          y: floor + 2,
          t,
          face: -1,
          scale: 1.15,
          near: { lift: 100 + pull * 26, fold: 14 },
          far: { lift: 96 - pull * 26, fold: 16 },
          lean: -4,
          mood: { mouth: 'grin', brow: 'up', look: [0.7, -0.8] },
        })
      )
    },
  },
  {
    seconds: 6,
    mood: 'gentle',
    captions: ['Everybody read. And when small Ada met a hard word, Chinẹ́dụ helped her.'],
    view: glide({ x: 320, y: 190, zoom: 1 }, { x: 190, y: 225, zoom: 1.3 }, 5),
    draw: (t) => {
      const step = walk(
        t,
        [
          [0.3, 420],
          [2.8, 196],
        ],
        -1,
      )
      return (
        street([0.15, 0.15, 0.15, 0.15], 1) +
        at(318, 296, tree(1.22)) +
        nightfall(0.15) +
        pool(372, 130, 310, 0.9 + sway(t, 1.5) * 0.05) +
        line('M372 86V104', ink.danfo100, 2.4) +
        at(372, 140, sunLantern(1, sway(t, 2)), { scale: 0.95 }) +
        readers
          .map(([look, x, colour], i) =>
            reading(
              look,
              i === 1 ? 290 : x,
              colour,
              t,
              i === 0
                ? {
                    mood: {
                      mouth: t > 3.4 ? 'grin' : 'flat',
                      brow: t > 3.4 ? 'up' : 'worried',
                      look: [t > 3.4 ? 0.7 : 0.2, 0.8],
                    },
                  }
                : {},
            ),
          )
          .join('') +
        person(chinedu, {
          x: step.x,
          y: floor + 6,
          t,
          face: -1,
          stride: step.stride,
          scale: 1.12,
          lean: step.stride > 0.2 ? 3 : 16,
          near: t > 3 ? { lift: 56 + sway(t, 0.9) * 5, fold: 10 } : { lift: 8, fold: 14 },
          mood: { mouth: 'smile', look: [0.6, 0.8] },
        })
      )
    },
  },
  {
    seconds: 5.6,
    mood: 'joyful',
    captions: ['In the morning every test paper on Ọbọ Street came back with a tick.'],
    view: glide({ x: 320, y: 205, zoom: 1.14 }, { x: 320, y: 195, zoom: 1.04 }, 5),
    draw: (t) => {
      const sheet = at(
        0,
        -12,
        box(-15, -20, 30, 38, ink.white, 3, `stroke="${ink.stone}"`) +
          line('M-9 -11h18M-9 -5h14', ink.stone, 2) +
          at(0, 8, tick(), { scale: 0.8 }),
      )
      return (
        street([0, 0, 0, 0], 0) +
        at(318, 296, tree(1.22)) +
        at(372, 140, sunLantern(0, 0), { scale: 0.95 }) +
        line('M372 84V104', ink.laterite800, 2.4) +
        [...readers, [chinedu, 400, ''] as const]
          .map(([look, x], i) =>
            person(look, {
              x: i === 1 ? 214 : x,
              y: floor,
              t,
              scale: 1.15,
              face: x > 320 ? -1 : 1,
              far: { lift: 148, fold: 10 },
              holdFar: at(0, 0, sheet, { scale: pop2(t, i), mirror: x > 320 }),
              hop: Math.abs(sway(t, 1, i / 5)) * 9,
              mood: { mouth: 'grin', brow: 'up' },
            }),
          )
          .join('')
      )
    },
  },
]
