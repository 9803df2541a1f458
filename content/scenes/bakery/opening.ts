import { loaves, rope, sandClock, smoke } from '../../draw/bakery.ts'
import { ink } from '../../draw/pigments.ts'
import { bubble } from '../../draw/props.ts'
import { at, text } from '../../draw/svg.ts'
import { ease, keys, sway, walk } from '../../draw/tween.ts'
import { glide, type Scene } from '../../video.ts'
import { adult, child, dara, lekan, papa, room, sade, street, table } from './stage.ts'

/** Two friends turn the rope around a third child at `x`; one turn lasts 0.8 s. */
const skipping = (t: number, x: number) => {
  const turn = t / 0.8
  const hand = { lift: 70 + Math.sin(turn * Math.PI * 2) * 14, fold: 10 }
  return {
    back: turn % 1 > 0.25 && turn % 1 < 0.75 ? at(x, 254, rope(178, turn)) : '',
    front: turn % 1 > 0.25 && turn % 1 < 0.75 ? '' : at(x, 254, rope(178, turn)),
    friends:
      child(sade, x - 126, t, { near: hand, mood: { mouth: 'grin', brow: 'up' } }) +
      child(lekan, x + 126, t, { face: -1, near: hand, mood: { mouth: 'grin', brow: 'up' } }),
    hop: Math.max(0, Math.cos(turn * Math.PI * 2)) * 20,
  }
}

export const opening: readonly Scene[] = [
  {
    seconds: 8,
    mood: 'gentle',
    captions: [
      'In Ibadan, under the brown roofs, Dara’s father baked bread.',
      'The school wanted forty loaves in the morning.',
    ],
    view: glide({ x: 380, y: 180, zoom: 1 }, { x: 280, y: 202, zoom: 1.2 }, 5.4),
    draw: (t) =>
      street({ shopX: 210 }) +
      adult(papa, 356, t, {
        face: -1,
        near: t > 4.4 ? { lift: 70, fold: 20 } : { lift: 34, fold: 60 },
        far: { lift: 40, fold: 50 },
        hold: at(-2, -2, loaves('golden'), { scale: 0.5 }),
        mood: { mouth: t > 4.4 ? 'open' : 'smile', brow: 'up' },
      }) +
      child(dara, 250, t, { mood: { mouth: 'smile', brow: 'up', look: [0.7, -0.4] } }) +
      at(
        356,
        160,
        bubble(at(-22, 22, loaves('golden'), { scale: 0.42 }) + text(32, 12, 28, ink.laterite700, '40'), t, 4.6, 7.9, {
          lean: 1,
          wide: 122,
          high: 72,
        }),
      ),
  },
  {
    seconds: 7.4,
    mood: 'gentle',
    captions: ['“Watch the oven,” said Papa. “I must buy flour.”', '“When the sand has run down, take out the bread.”'],
    view: glide({ x: 360, y: 200, zoom: 1.1 }, { x: 330, y: 210, zoom: 1.22 }, 5),
    draw: (t) => {
      const leave = walk(
        t,
        [
          [5.4, 424],
          [7.4, 250],
        ],
        -1,
      )
      return (
        room(t, { fire: 0.8, inside: at(0, 4, loaves('pale'), { scale: 0.62 }) }) +
        at(306, 258, sandClock(t * 0.02, t), { scale: 0.9 }) +
        table() +
        child(dara, 190, t, { mood: { mouth: 'smile', brow: 'up', look: [0.8, t > 3.4 ? 0.2 : 0] } }) +
        adult(papa, leave.x, t, {
          face: -1,
          stride: leave.stride,
          near: t < 2.6 ? { lift: -70, fold: -20 } : t < 5.4 ? { lift: 64, fold: 20 } : { lift: 8, fold: 14 },
          mood: { mouth: t < 5 ? 'open' : 'smile', brow: 'up' },
        })
      )
    },
  },
  {
    seconds: 5,
    mood: 'bright',
    captions: ['Outside, her friends were skipping. “Only one turn,” said Dara.'],
    view: glide({ x: 330, y: 200, zoom: 1.08 }, { x: 360, y: 215, zoom: 1.2 }, 4),
    draw: (t) => {
      const skip = skipping(t, 430)
      const step = walk(t, [
        [2.6, 176],
        [4.2, 226],
      ])
      return (
        street() +
        skip.back +
        skip.friends +
        skip.front +
        child(dara, step.x, t, {
          stride: step.stride,
          far: t > 2 && t < 3 ? { lift: 120 + sway(t, 1.4) * 14, fold: 20 } : { lift: 8, fold: 14 },
          tilt: t < 2 ? sway(t, 1.25) * 4 : 0,
          mood: { mouth: t > 1.8 ? 'grin' : 'smile', brow: 'up', look: [0.8, 0] },
        })
      )
    },
  },
  {
    seconds: 4.4,
    mood: 'tense',
    captions: ['One turn. Two. Ten. And the sand ran down.'],
    view: () => ({ x: 370, y: 200, zoom: 1.12 }),
    draw: (t) => {
      const skip = skipping(t, 410)
      return (
        street() +
        skip.back +
        skip.friends +
        child(dara, 410, t, {
          hop: skip.hop,
          near: { lift: 30, fold: 60 },
          far: { lift: 30, fold: 60 },
          mood: { mouth: 'grin', brow: 'up' },
        }) +
        skip.front +
        at(
          196,
          176,
          bubble(
            at(
              0,
              31,
              sandClock(
                keys(t, [
                  [0.6, 0.3],
                  [3.8, 1],
                ]),
                t,
              ),
            ),
            t,
            0.3,
            4.4,
            { lean: 1, wide: 84, high: 88 },
          ),
        )
      )
    },
  },
  {
    seconds: 4.6,
    mood: 'tense',
    captions: ['Smoke! Forty loaves, as black as coal.'],
    view: glide({ x: 360, y: 195, zoom: 1.1 }, { x: 430, y: 215, zoom: 1.35 }, 3.6),
    draw: (t) => {
      const step = walk(t, [
        [0, 90],
        [1.2, 300],
        [2.2, 396],
      ])
      const out = ease(t, 2.4, 3)
      return (
        room(t, { fire: 0.3, inside: out > 0 ? '' : at(0, 4, loaves('burnt'), { scale: 0.62 }) }) +
        at(306, 258, sandClock(1, t), { scale: 0.9 }) +
        table() +
        at(526, 250, smoke(t, 1), { scale: 1.2 }) +
        child(dara, step.x, t, {
          stride: step.stride,
          ...(out > 0
            ? { near: { lift: 70, fold: 10 }, far: { lift: 60, fold: 20 } }
            : { near: { lift: 60, fold: 60 } }),
          mood: { mouth: t > 1 ? 'shout' : 'open', brow: 'worried', look: [0.8, 0.2] },
        }) +
        (out > 0 ? at(454, 268, loaves('burnt'), { scale: 0.8 }) + at(454, 250, smoke(t + 3, 0.7), { scale: 0.7 }) : '')
      )
    },
  },
]
