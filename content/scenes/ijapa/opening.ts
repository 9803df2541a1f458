import { hen } from '../../draw/beasts.ts'
import { person } from '../../draw/person.ts'
import { ink } from '../../draw/pigments.ts'
import { tree } from '../../draw/places.ts'
import { bubble, drum, notes } from '../../draw/props.ts'
import { at, many } from '../../draw/svg.ts'
import { ease, mix, sway, walk } from '../../draw/tween.ts'
import { dancing, drumming, ehoro, etu, ijapa } from '../fable-cast.ts'
import { glide, type Scene } from '../../video.ts'
import { floor, village, fruit, leafHeap, riverIcon, drumIcon } from './stage.ts'

export const opening: readonly Scene[] = [
  {
    view: glide({ x: 320, y: 190, zoom: 1.02 }, { x: 330, y: 220, zoom: 1.28 }, 5),
    seconds: 6,
    mood: 'bright',
    captions: ['Ehoro the hare had the finest drum in the village.', 'When he played it, everybody danced.'],
    draw: (t) =>
      village() +
      at(560, 290, tree(0.95)) +
      at(330, 226, notes(t)) +
      drumming(ehoro, { x: 250, y: floor, t, scale: 1.15, mood: { mouth: 'grin' } }) +
      dancing(etu, { x: 430, y: floor, t, face: -1, scale: 1.1 }) +
      at(140, floor + 14 - Math.abs(sway(t, 1)) * 10, hen(0), { scale: 1.2 }) +
      at(514, floor + 24 - Math.abs(sway(t, 1, 0.3)) * 8, hen(0, ink.danfo500), { mirror: true }),
  },
  {
    view: glide({ x: 330, y: 200, zoom: 1.1 }, { x: 320, y: 215, zoom: 1.26 }, 4),
    seconds: 7.4,
    mood: 'gentle',
    captions: ['Ìjàpá the tortoise said, “Lend me your drum until the festival.”', 'Ehoro trusted him, and said yes.'],
    draw: (t) => {
      const step = walk(t, [
        [0, -40],
        [1.9, 214],
        [5, 214],
        [7.4, -60],
      ])
      const given = ease(t, 4, 4.8)
      const asks = t > 2.1 && t < 3.6
      const carried = t > 4.8
      const toX = mix(408, 262, given)
      return (
        village() +
        at(560, 290, tree(0.95)) +
        person(ehoro, {
          x: 372,
          y: floor,
          t,
          face: -1,
          scale: 1.15,
          mood: { mouth: t > 3.4 ? 'smile' : 'flat', brow: 'up' },
          near: { lift: 30 + 40 * ease(t, 3.8, 4.2) * (1 - ease(t, 4.8, 5.2)), fold: 20 },
          tilt: t > 3.2 && t < 3.9 ? sway(t, 3) * 6 : 0,
        }) +
        (carried
          ? ''
          : at(given > 0 ? toX : 408, floor + 4 - Math.sin(given * Math.PI) * 36, drum(), { scale: 1.15 })) +
        person(ijapa, {
          x: step.x,
          y: floor,
          t,
          face: t > 5 ? -1 : 1,
          stride: step.stride,
          scale: 1.15,
          mood: { mouth: t > 4 ? 'grin' : 'smile', brow: 'up' },
          near: asks || t > 4.2 ? { lift: 40, fold: 50 + sway(t, 1) * 6 } : { lift: 10, fold: 20 },
          far: t > 4.2 ? { lift: 46, fold: 46 } : { lift: 8, fold: 14 },
          ...(carried ? { hold: at(4, 42, drum()) } : {}),
        }) +
        at(244, 186, bubble(drumIcon(), t, 2, 3.8, { lean: 1 }))
      )
    },
  },
  {
    view: glide({ x: 300, y: 220, zoom: 1.26 }, { x: 330, y: 215, zoom: 1.2 }, 5),
    seconds: 6.6,
    mood: 'tense',
    captions: ['But Ìjàpá loved the drum too much. He wanted to keep it.', 'He hid it under a heap of leaves.'],
    draw: (t) => {
      const hide = ease(t, 2.6, 3.4)
      const cover = ease(t, 3.7, 4.3)
      const look = t > 2.2 ? sway(t, 0.9) : 0.3
      return (
        village() +
        at(452, 296, tree(1.25, { trunk: ink.laterite800 })) +
        many(4, (i) => at(376 + i * 46, 84 + (i % 2) * 30, fruit(0.9))) +
        (t < 2.6
          ? at(286, 216, notes(t)) + drumming(ijapa, { x: 214, y: floor, t, scale: 1.15, mood: { mouth: 'grin' } })
          : '') +
        (t >= 2.6
          ? at(mix(267, 362, hide), floor + 2 - Math.sin(hide * Math.PI) * 18, drum(), {
              scale: 1.15 * mix(1, 0.8, hide),
            })
          : '') +
        (cover > 0
          ? at(362, floor + 10 - (1 - cover) * 120, leafHeap(), { opacity: Math.min(1, cover * 2), scale: 1.15 })
          : '') +
        (t >= 2.6
          ? person(ijapa, {
              x: mix(214, 290, hide),
              y: floor,
              t,
              stride: hide > 0 && hide < 1 ? 0.9 : 0,
              scale: 1.15,
              mood: { mouth: 'flat', brow: 'worried', look: [look, 0] },
              near: { lift: 46 + cover * 20, fold: 30 - cover * 20 },
              tilt: look * 6,
            })
          : '')
      )
    },
  },
  {
    view: glide({ x: 320, y: 200, zoom: 1.08 }, { x: 310, y: 215, zoom: 1.26 }, 4),
    seconds: 6.6,
    mood: 'tense',
    captions: ['Ehoro came for his drum. “The river carried it away,” said Ìjàpá.', 'That was the first lie.'],
    draw: (t) => {
      const step = walk(
        t,
        [
          [0, 690],
          [2, 416],
        ],
        -1,
      )
      return (
        village() +
        at(70, 306, tree(1.15)) +
        at(134, floor + 10, leafHeap(), { scale: 0.95 }) +
        person(ehoro, {
          x: step.x,
          y: floor,
          t,
          face: -1,
          stride: step.stride,
          scale: 1.15,
          near: t > 2.2 && t < 4 ? { lift: 50, fold: 40 } : { lift: 6, fold: 12 },
          mood: { mouth: t > 4.2 ? 'sad' : 'flat', brow: t > 4.2 ? 'worried' : 'up' },
          flop: 30 * ease(t, 4.2, 5.2),
          tilt: 8 * ease(t, 4.2, 5),
        }) +
        person(ijapa, {
          x: 240,
          y: floor,
          t,
          scale: 1.15,
          near: t > 3.9 ? { lift: 110, fold: 16 } : { lift: 8, fold: 20 },
          mood: { mouth: t > 3.9 && t < 5.6 ? 'open' : 'smile', brow: 'worried', look: [t > 3.9 ? -0.9 : 0.5, 0] },
        }) +
        at(400, 174, bubble(drumIcon(), t, 2.1, 3.7, { lean: -1 })) +
        at(268, 184, bubble(riverIcon(), t, 3.9, 6.5, { lean: 1, wide: 124 }))
      )
    },
  },
]
