import { barrow, clayPot, eggTray, shards } from '../../draw/market.ts'
import { ink } from '../../draw/pigments.ts'
import { bubble, heart, tear } from '../../draw/props.ts'
import { at, box, line, many } from '../../draw/svg.ts'
import { ease, keys, sway, walk } from '../../draw/tween.ts'
import { stall } from '../../draw/wallet.ts'
import { glide, type Scene } from '../../video.ts'
import { tippedBarrow } from './opening.ts'
import { adult, amaka, buyer, child, floor, kene, market, mess, pushing, seller, uju } from './stage.ts'

const eggs = () => at(-2, -2, eggTray(), { scale: 1.15 }) + at(4, -22, eggTray(), { scale: 0.95 })

/** Aunty Uju's kitchen in pale colours, because it is remembered. */
const kitchen = () =>
  box(0, 0, 640, 360, ink.danfo100) +
  box(0, 296, 640, 64, '#E4C9A4') +
  box(70, 70, 110, 92, ink.laterite100, 6) +
  box(70, 70, 110, 92, 'none', 6, 'stroke="#C9A77C" stroke-width="6"') +
  line('M125 70v92M70 116h110', '#C9A77C', 4) +
  box(430, 150, 150, 9, '#C9A77C') +
  at(470, 150, clayPot(), { scale: 0.8, opacity: 0.6 }) +
  at(540, 150, clayPot(), { scale: 0.64, opacity: 0.6 })

export const ending: readonly Scene[] = [
  {
    seconds: 7.2,
    mood: 'gentle',
    captions: ['Amaka looked at his face. She knew how he felt.', 'Last week she had broken Aunty Uju’s best pot.'],
    view: glide({ x: 320, y: 205, zoom: 1.25 }, { x: 350, y: 200, zoom: 1.36 }, 5),
    draw: (t) =>
      market(100) +
      tippedBarrow() +
      mess() +
      child(kene, 270, t, {
        y: floor - 4,
        near: { lift: 40, fold: 110 },
        far: { lift: 40, fold: 110 },
        tilt: 8,
        mood: { mouth: 'sad', brow: 'worried', look: [0.3, 0.8] },
      }) +
      at(284, 220, tear(t)) +
      child(amaka, 390, t, {
        face: -1,
        y: floor - 4,
        near: t > 3.6 ? { lift: 50, fold: 118 } : { lift: 8, fold: 14 },
        mood: {
          mouth: t > 2 ? 'sad' : 'flat',
          brow: t > 1.2 ? 'worried' : 'angry',
          look: [t > 3.6 ? 0.2 : 0.9, t > 3.6 ? -0.7 : 0],
        },
      }) +
      at(
        402,
        186,
        bubble(at(0, 24, shards(), { scale: 0.9 }), t, 3.6, 7, { think: true, lean: 1, wide: 122, high: 80 }),
      ),
  },
  {
    seconds: 5.2,
    mood: 'gentle',
    captions: ['Aunty had looked at the pieces. Then she had hugged her.'],
    view: glide({ x: 320, y: 200, zoom: 1.15 }, { x: 320, y: 215, zoom: 1.4 }, 4.4),
    draw: (t) => {
      const step = walk(
        t,
        [
          [1.6, 440],
          [3, 366],
        ],
        -1,
      )
      const hug = ease(t, 2.9, 3.5)
      return (
        kitchen() +
        at(250, 334, shards(), { scale: 1.1 }) +
        adult(uju, step.x, t, {
          face: -1,
          stride: step.stride,
          y: floor - 4,
          lean: hug * 9,
          far: { lift: 8 + hug * 26, fold: 14 + hug * 50 },
          near: { lift: 8, fold: 14 },
          mood: { mouth: t < 1.6 ? 'flat' : 'smile', brow: t < 1.6 ? 'up' : 'calm', look: [0.6, 0.8], shut: t > 3.4 },
        }) +
        child(amaka, 312, t, {
          y: floor,
          tilt: t > 3 ? 10 : 8,
          near: hug > 0.3 ? { lift: 64, fold: 24 } : { lift: 30, fold: 110 },
          mood: {
            mouth: t > 3.2 ? 'smile' : 'sad',
            brow: t > 3.2 ? 'calm' : 'worried',
            look: [0.7, -0.4],
            shut: t > 3.6,
          },
        }) +
        many(3, (i) =>
          at(330 + i * 14, 150 - ((t * 20 + i * 18) % 46), heart(), { scale: 0.8, opacity: t > 3.4 ? 0.9 : 0 }),
        )
      )
    },
  },
  {
    seconds: 6.4,
    mood: 'hopeful',
    captions: ['Amaka held out her hand. “I forgive you, Kene.”', '“Come. We will tell her together.”'],
    view: glide({ x: 330, y: 210, zoom: 1.3 }, { x: 330, y: 205, zoom: 1.14 }, 6),
    draw: (t) => {
      const offer = ease(t, 0.4, 1.2)
      const take = ease(t, 2.4, 3.2)
      const go = walk(t, [
        [4.2, 0],
        [6.4, 130],
      ])
      const off = t > 4.2
      return (
        market(100) +
        tippedBarrow() +
        mess() +
        adult(seller, 96, t, { mood: { mouth: 'open', brow: 'up' } }) +
        adult(buyer, 560, t, { face: -1, mood: { mouth: t > 2 ? 'smile' : 'flat', brow: 'up' } }) +
        child(kene, 290 + go.x, t, {
          y: floor - 4,
          stride: go.stride,
          near: off ? { lift: 30, fold: 10 } : { lift: 40 + take * 26, fold: 110 - take * 96 },
          far: { lift: 20, fold: 30 },
          mood: {
            mouth: t > 3 ? 'grin' : t > 1.6 ? 'open' : 'sad',
            brow: t > 1.6 ? 'up' : 'worried',
            look: [0.8, t > 1.6 ? 0 : 0.8],
          },
        }) +
        child(amaka, 376 + go.x, t, {
          face: off ? 1 : -1,
          y: floor - 4,
          stride: go.stride,
          near: off ? { lift: -34, fold: 6 } : { lift: 8 + offer * 64, fold: 14 - offer * 6 },
          mood: { mouth: t > 1 && t < 2.4 ? 'open' : 'smile', brow: 'up', look: [0.8, 0] },
        })
      )
    },
  },
  {
    seconds: 6.2,
    mood: 'hopeful',
    captions: ['“I will carry your goods until the eggs are paid,” said Kene.', 'Aunty Uju smiled.'],
    view: glide({ x: 330, y: 200, zoom: 1.12 }, { x: 370, y: 205, zoom: 1.25 }, 5),
    draw: (t) =>
      market(140) +
      adult(uju, 470, t, {
        face: -1,
        near: t > 4.6 ? { lift: 70, fold: 20 } : { lift: 20, fold: 80 },
        mood: {
          mouth: t > 4.4 ? 'grin' : 'flat',
          brow: t > 4.4 ? 'calm' : 'up',
          look: [0.7, 0.5],
        },
      }) +
      at(500, 312, stall(ink.danfo600, 'tomatoes', 196), { scale: 1.04 }) +
      at(540, 262, eggTray(), { scale: 0.8 }) +
      child(amaka, 228, t, { mood: { mouth: 'smile', brow: 'up', look: [0.8, -0.2] } }) +
      child(kene, 320, t, {
        near: t < 4 ? { lift: 70 + sway(t, 0.8) * 10, fold: 20 } : { lift: 14, fold: 20 },
        mood: {
          mouth: t < 4 ? 'open' : t > 4.6 ? 'grin' : 'flat',
          brow: t > 4.6 ? 'up' : 'worried',
          look: [0.8, -0.4],
        },
      }) +
      at(
        330,
        180,
        bubble(at(0, 26, barrow(t * 200, eggs()), { scale: 0.72 }), t, 0.6, 4.2, {
          lean: -1,
          wide: 122,
          high: 84,
        }),
      ),
  },
  {
    seconds: 7.6,
    mood: 'joyful',
    captions: [
      'After that, the eggs rode in his barrow, slowly, slowly.',
      'Not one was broken. And two friends laughed.',
    ],
    view: glide({ x: 250, y: 215, zoom: 1.2 }, { x: 350, y: 210, zoom: 1.14 }, 7),
    draw: (t) => {
      const x = keys(
        t,
        [
          [0, 200],
          [7.6, 360],
        ],
        false,
      )
      const laughs = t > 4.2
      return (
        market(40) +
        adult(seller, 560, t, { face: -1, mood: { mouth: 'grin', brow: 'up' } }) +
        child(amaka, x + 86, t, {
          y: floor - 12,
          face: -1,
          stride: 0.4,
          near: { lift: 74, fold: 10 },
          far: { lift: 60, fold: 20 },
          tilt: laughs ? sway(t, 2) * 5 : 0,
          mood: {
            mouth: laughs ? 'grin' : 'open',
            brow: 'up',
            look: [0.6, laughs ? 0 : 0.7],
            shut: t > 5.4 && t < 6.4,
          },
        }) +
        pushing(x, t, eggs(), {
          stride: 0.5,
          lean: 10,
          tilt: laughs ? sway(t, 2, 0.4) * 5 : 0,
          mood: { mouth: laughs ? 'grin' : 'flat', brow: laughs ? 'up' : 'worried', look: [0.8, laughs ? 0 : 0.4] },
        }) +
        many(3, (i) =>
          at(x - 20 + i * 14, 170 - ((t * 20 + i * 18) % 54), heart(), { scale: 0.8, opacity: laughs ? 0.9 : 0 }),
        )
      )
    },
  },
]
