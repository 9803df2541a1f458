import { lantern } from '../../draw/lantern.ts'
import { ink } from '../../draw/pigments.ts'
import { glow, nightfall } from '../../draw/places.ts'
import { book, bubble, heart, tear } from '../../draw/props.ts'
import { at, box } from '../../draw/svg.ts'
import { cake, paperLeaf, thankTree } from '../../draw/thanks.ts'
import { ease, mix, sway, walk } from '../../draw/tween.ts'
import { glide, type Scene } from '../../video.ts'
import { child, floor, grandma, kosi, rider, tall, teacher, uche, yard } from './stage.ts'

export const ending: readonly Scene[] = [
  {
    seconds: 7,
    mood: 'bright',
    captions: ['“She taught me to read,” said the teacher.', '“She sat with me when I was ill,” said Uche.'],
    view: glide({ x: 300, y: 210, zoom: 1.2 }, { x: 340, y: 220, zoom: 1.3 }, 6),
    draw: (t) => {
      const second = t > 3.4
      return (
        yard(t, { noTree: true }) +
        tall(teacher, 330, t, {
          face: -1,
          near: { lift: 60, fold: 50 },
          hold: at(4, 2, book(ink.pepper600), { scale: 1.1 }),
          mood: { mouth: second ? 'smile' : 'open', brow: 'up', look: [second ? 0.2 : 0.8, 0.4] },
        }) +
        child(uche, 446, t, {
          face: -1,
          near: second ? { lift: 50, fold: 60 + sway(t, 1) * 8 } : { lift: 8, fold: 14 },
          mood: { mouth: second ? 'open' : 'smile', brow: 'up', look: [0.8, 0] },
        }) +
        child(kosi, 206, t, {
          near: { lift: 60, fold: 56 },
          far: { lift: 52 + sway(t, 1.6) * 6, fold: 60 },
          hold: at(4, -12, paperLeaf(), { scale: 0.8 }),
          mood: { mouth: 'grin', brow: 'up', look: [0.9, -0.3] },
        }) +
        at(424, 212, bubble(heart(), t, 3.6, 6.7, { lean: 1, wide: 76, high: 58 }))
      )
    },
  },
  {
    seconds: 6,
    mood: 'gentle',
    captions: ['That night they hung paper leaves in the tree.', 'Shh! Grandma was asleep.'],
    view: glide({ x: 320, y: 180, zoom: 1 }, { x: 300, y: 170, zoom: 1.12 }, 5),
    draw: (t) => {
      const wave = sway(t, 0.8) * 16
      return (
        yard(t, { night: 1, noTree: true }) +
        at(286, 318, thankTree(0.1 + 0.62 * ease(t, 0, 5.6), t), { scale: 1.02 }) +
        nightfall(0.6) +
        glow(210, 268, 96, 1) +
        at(210, floor + 2, lantern(1, sway(t, 2))) +
        tall(rider, 128, t, {
          near: { lift: 70 + wave, fold: 20 },
          far: { lift: 138 - wave, fold: 10 },
          holdFar: at(0, -4, paperLeaf(), { scale: 0.8 }),
          mood: { mouth: 'smile', look: [0.6, -0.9] },
        }) +
        tall(teacher, 432, t, {
          face: -1,
          near: { lift: 60, fold: 40 },
          far: { lift: 140 - wave, fold: 8 },
          holdFar: at(0, -4, paperLeaf(), { scale: 0.8 }),
          mood: { mouth: 'smile', look: [0.6, -0.9] },
        }) +
        child(kosi, 350, t, {
          face: 1,
          near: t > 3 ? { lift: 58, fold: 118 } : { lift: 104, fold: 8 },
          mood: { mouth: t > 3 ? 'open' : 'smile', brow: 'up', look: t > 3 ? [0.9, 0] : [0.3, -0.9] },
        })
      )
    },
  },
  {
    seconds: 6,
    mood: 'joyful',
    captions: ['In the morning Grandma came out.', 'The bare tree was full of thank-yous!'],
    view: glide({ x: 420, y: 220, zoom: 1.3 }, { x: 320, y: 180, zoom: 1 }, 3.4),
    draw: (t) => {
      const step = walk(
        t,
        [
          [0.4, 560],
          [2.2, 466],
        ],
        -1,
      )
      const seen = t > 2.2
      return (
        yard(t, { leaves: 1 }) +
        tall(rider, 70, t, { near: { lift: 104 + sway(t, 1.4) * 10, fold: 14 }, mood: { mouth: 'grin', brow: 'up' } }) +
        child(uche, 130, t, {
          hop: Math.abs(sway(t, 1.3)) * 9,
          near: { lift: 100, fold: 10 },
          mood: { mouth: 'grin', brow: 'up' },
        }) +
        tall(teacher, 192, t, { near: { lift: 96, fold: 40 }, mood: { mouth: 'grin', brow: 'up' } }) +
        tall(grandma, step.x, t, {
          face: -1,
          stride: step.stride * 0.8,
          near: seen ? { lift: 52, fold: 112 } : { lift: 8, fold: 14 },
          far: seen ? { lift: 48, fold: 120 } : { lift: 8, fold: 14 },
          mood: { mouth: seen ? 'shout' : 'smile', brow: 'up', look: [0.6, seen ? -0.9 : 0] },
        }) +
        child(kosi, 366, t, {
          hop: seen ? Math.abs(sway(t, 1.3)) * 8 : 0,
          near: { lift: 98, fold: 10 },
          mood: { mouth: 'grin', brow: 'up', look: [0.9, -0.2] },
        })
      )
    },
  },
  {
    seconds: 6,
    mood: 'hopeful',
    captions: ['Kosi read her every leaf.', 'Grandma laughed, and she cried a little.'],
    view: glide({ x: 380, y: 210, zoom: 1.3 }, { x: 390, y: 220, zoom: 1.5 }, 5),
    draw: (t) => {
      const moved = t > 2.6
      return (
        yard(t, { leaves: 1 }) +
        box(430, floor - 28, 78, 8, ink.laterite800, 3) +
        box(438, floor - 22, 6, 24, ink.laterite800) +
        box(494, floor - 22, 6, 24, ink.laterite800) +
        tall(grandma, 466, t, {
          face: -1,
          y: floor - 24,
          sit: true,
          near: moved ? { lift: 46, fold: 124 } : { lift: 20, fold: 60 },
          far: { lift: 24, fold: 60 },
          mood: { mouth: moved ? 'grin' : 'smile', brow: moved ? 'worried' : 'up', look: [0.8, 0.3] },
        }) +
        (moved ? at(447, 240, tear(t), { scale: 0.9 }) : '') +
        child(kosi, 366, t, {
          near: { lift: 66, fold: 50 },
          far: { lift: 60, fold: 56 },
          hold: at(2, -22, paperLeaf(), { scale: 1 }),
          mood: { mouth: Math.floor(t * 3) % 2 ? 'open' : 'smile', brow: 'up', look: [0.8, 0.4] },
        })
      )
    },
  },
  {
    seconds: 5.8,
    mood: 'joyful',
    captions: ['Then Grandma hung up one more leaf.', 'It said, “Thank you, Kosi.”'],
    view: glide({ x: 370, y: 205, zoom: 1.2 }, { x: 360, y: 215, zoom: 1.45 }, 4),
    draw: (t) => {
      const up = ease(t, 0.6, 2)
      return (
        yard(t, { leaves: 1 }) +
        tall(grandma, 448, t, {
          face: -1,
          near: t > 3.4 ? { lift: 60, fold: 30 } : { lift: 8, fold: 14 },
          far: { lift: mix(60, 140, up) - 80 * ease(t, 3.2, 3.8), fold: 12 },
          ...(t < 3 ? { holdFar: at(0, -6, paperLeaf(ink.danfo500), { scale: 1.1 }) } : {}),
          mood: { mouth: 'grin', brow: 'up', look: [0.6, t < 3 ? -0.8 : 0.5] },
        }) +
        (t >= 3 ? at(404, 158, paperLeaf(ink.danfo500), { scale: 1.1, turn: sway(t, 0.5) * 10 }) : '') +
        child(kosi, 340, t, {
          hop: t > 3 ? Math.abs(sway(t, 1.3)) * 9 : 0,
          near: t > 3 ? { lift: 100, fold: 30 } : { lift: 20, fold: 96 },
          far: t > 3 ? { lift: 110, fold: 30 } : { lift: 8, fold: 14 },
          mood: { mouth: t > 2 ? 'grin' : 'open', brow: 'up', look: [0.8, -0.5] },
        }) +
        at(370, 170, heart(), { scale: Math.max(0.01, ease(t, 3.2, 3.8) * (1.3 + sway(t, 1.2) * 0.12)) })
      )
    },
  },
]

/** The picture of the title: the tree, full of leaves. */
export const fullTree = (t: number): string =>
  at(0, 96, thankTree(ease(t, 0.3, 1.6), t), { scale: 0.78 }) + at(52, 98, cake(t), { scale: 0.9 })
