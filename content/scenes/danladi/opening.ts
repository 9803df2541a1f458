import { ink } from '../../draw/pigments.ts'
import { bubble, cross } from '../../draw/props.ts'
import { at } from '../../draw/svg.ts'
import { ease, keys, mix, sway, walk } from '../../draw/tween.ts'
import { photo, sandal, shoes, stall, wallet } from '../../draw/wallet.ts'
import { glide } from '../../video.ts'
import { garba, sani } from '../people.ts'
import type { Scene } from '../../video.ts'
import { floor, town, boy, big, clutch, money } from './stage.ts'

export const opening: readonly Scene[] = [
  {
    seconds: 6,
    mood: 'gentle',
    captions: ['Ɗanladi’s sandal was torn.', 'Every day he passed the new blue shoes. They cost too much.'],
    view: glide({ x: 300, y: 195, zoom: 1.05 }, { x: 400, y: 220, zoom: 1.3 }, 5),
    draw: (t) => {
      const step = walk(t, [
        [0, -10],
        [3.2, 330],
      ])
      return (
        town() +
        at(470, 300, stall(ink.indigo600, 'shoes'), { scale: 1.1 }) +
        boy(step.x, t, {
          stride: step.stride,
          mood: {
            mouth: t > 3.4 ? 'flat' : 'smile',
            brow: t > 4.4 ? 'worried' : 'up',
            look: [0.9, t > 4.6 ? 0.9 : 0],
          },
          tilt: t > 4.6 ? 8 : 0,
        }) +
        at(
          300,
          180,
          bubble(at(0, 0, sandal(0), { scale: 1.3 }), t, 4.2, 5.9, { lean: -1, wide: 96, high: 64, think: true }),
        )
      )
    },
  },
  {
    seconds: 5.6,
    mood: 'bright',
    captions: ['Then he saw a wallet in the road. It was full of money!'],
    view: (t) => ({
      x: keys(t, [
        [0, 320],
        [2.6, 350],
      ]),
      y: 240,
      zoom: keys(t, [
        [0, 1.1],
        [2.6, 1.5],
      ]),
    }),
    draw: (t) => {
      const step = walk(t, [
        [0, 120],
        [2, 318],
      ])
      const bend = ease(t, 2, 2.4) * (1 - ease(t, 2.8, 3.2))
      const got = t > 2.6
      return (
        town(40) +
        (got ? '' : at(366, floor + 4, wallet(0.6), { scale: 0.7 })) +
        boy(step.x, t, {
          stride: step.stride,
          lean: step.stride * 3 + bend * 46,
          near: got ? { lift: 46, fold: 50 } : { lift: 10 + bend * 20, fold: 14 },
          far: got ? { lift: 40, fold: 50 } : { lift: 8, fold: 14 },
          ...(got ? { hold: at(10, -6, wallet(ease(t, 3, 3.4)), { scale: 0.72 }) } : {}),
          mood: { mouth: t > 3.2 ? 'open' : 'smile', brow: 'up', look: [0.7, t > 1.4 ? 0.8 : 0.2] },
        })
      )
    },
  },
  {
    seconds: 6,
    mood: 'gentle',
    captions: ['He could buy the blue shoes!', 'But inside was a photo of a mother and her baby.'],
    view: () => ({ x: 320, y: 210, zoom: 1.34 }),
    draw: (t) =>
      town(40) +
      boy(300, t, {
        scale: 1.2,
        near: { lift: 46, fold: 50 },
        far: { lift: 40, fold: 50 },
        hold: at(10, -6, wallet(1), { scale: 0.72 }),
        mood: {
          mouth: t < 2.6 ? 'smile' : 'flat',
          brow: t < 2.6 ? 'up' : 'worried',
          look: [0.6, t < 2.6 ? -0.6 : 0.8],
        },
        tilt: t > 4.6 ? sway(t, 1.3) * 4 : 0,
      }) +
      at(326, 178, bubble(at(0, 2, shoes(), { scale: 1.1 }), t, 0.5, 2.5, { think: true, lean: 1, high: 72 })) +
      at(340, 196, bubble(at(0, 0, photo(), { scale: 1.25 }), t, 2.9, 5.9, { lean: 1, wide: 92, high: 84 })),
  },
  {
    seconds: 6,
    mood: 'tense',
    captions: ['Two big boys had seen him. “Share it with us!” said Garba and Sani.', 'They stood in his way.'],
    view: glide({ x: 330, y: 200, zoom: 1.08 }, { x: 330, y: 210, zoom: 1.28 }, 4),
    draw: (t) => {
      const g = walk(
        t,
        [
          [0, 700],
          [2, 420],
        ],
        -1,
      )
      const s = walk(
        t,
        [
          [0, -70],
          [2.2, 208],
        ],
        1,
      )
      const scared = t > 2 ? sway(t, 7) * 1.2 : 0
      return (
        town(40) +
        big(sani, s.x, t, {
          stride: s.stride,
          near: t > 2.3 ? { lift: 60, fold: 20 } : { lift: 8, fold: 14 },
          mood: { mouth: 'grin', brow: 'angry' },
        }) +
        boy(312 + scared, t, {
          ...clutch,
          face: t > 1 && t < 2 ? -1 : 1,
          mood: { mouth: t > 1.6 ? 'sad' : 'flat', brow: 'worried', look: [0.8, -0.5] },
        }) +
        big(garba, g.x, t, {
          face: -1,
          stride: g.stride,
          near: t > 2.2 ? { lift: 70 + sway(t, 0.8) * 8, fold: 10 } : { lift: 8, fold: 14 },
          lean: 6,
          mood: { mouth: t > 2.4 && t < 5 ? 'shout' : 'grin', brow: 'angry' },
        }) +
        at(410, 166, bubble(money(), t, 2.5, 5.9, { lean: 1, wide: 100, high: 66 }))
      )
    },
  },
  {
    seconds: 6.4,
    mood: 'hopeful',
    captions: [
      'Ɗanladi’s knees shook. But he stood tall and said, “No. It is not ours.”',
      'And he walked right past them.',
    ],
    view: glide({ x: 330, y: 210, zoom: 1.28 }, { x: 400, y: 215, zoom: 1.2 }, 6),
    draw: (t) => {
      const step = walk(t, [
        [3.6, 312],
        [6.4, 560],
      ])
      const brave = ease(t, 1.2, 1.8)
      const back = ease(t, 3, 3.8)
      return (
        town(40) +
        big(sani, 208, t, { mood: { mouth: t > 3 ? 'open' : 'grin', brow: t > 3 ? 'up' : 'angry' } }) +
        big(garba, mix(420, 440, back), t, {
          y: floor - 10,
          face: t > 5 ? 1 : -1,
          lean: 6 - back * 14,
          near: t < 2.6 ? { lift: 70, fold: 10 } : { lift: 8, fold: 14 },
          mood: { mouth: t > 2.6 ? 'open' : 'grin', brow: t > 2.6 ? 'up' : 'angry' },
        }) +
        boy(step.x + (t < 1.2 ? sway(t, 7) * 1.4 : 0), t, {
          y: floor + 12,
          scale: mix(1.12, 1.22, brave),
          ...clutch,
          stride: step.stride,
          lean: -4 * brave,
          mood: {
            mouth: t > 1.8 && t < 3.2 ? 'shout' : brave > 0.5 ? 'flat' : 'sad',
            brow: brave > 0.5 ? 'angry' : 'worried',
            look: [0.9, brave > 0.5 ? 0 : -0.6],
          },
        }) +
        at(
          336,
          188,
          bubble(at(0, 0, money(), { scale: 0.9 }) + cross(), t, 1.7, 3.6, { lean: -1, wide: 100, high: 70 }),
        )
      )
    },
  },
]
