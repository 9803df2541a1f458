import { steps } from '../draw/motifs.ts'
import { person, type Look, type Pose } from '../draw/person.ts'
import { ink } from '../draw/pigments.ts'
import { ground, hills, house, sky, tree } from '../draw/places.ts'
import { bubble, cross, heart, note, tear } from '../draw/props.ts'
import { at, box, many } from '../draw/svg.ts'
import { ease, keys, mix, sway, walk } from '../draw/tween.ts'
import { baby, ball, photo, sandal, shoes, stall, wallet } from '../draw/wallet.ts'
import { glide, type Film } from '../film.ts'
import { cobbler, danladi, garba, mother, sani, trader } from './people.ts'

const floor = 316

const town = (shift = 0) =>
  sky(0, { sunX: 520, day: ink.indigo100 }) +
  hills(256, ink.danfo200) +
  [60, 210, 372, 520]
    .map((x, i) =>
      at(
        x - shift,
        278,
        house({
          wall: [ink.laterite200, ink.danfo200, ink.palm300, ink.zobo300][i] ?? ink.white,
          roof: [ink.laterite700, ink.palm800, ink.laterite800, ink.zobo700][i] ?? ink.black,
          door: ink.indigo700,
          wide: 128,
        }),
        { scale: 0.96 },
      ),
    )
    .join('') +
  ground(276, ink.danfo600, ink.danfo100)

const boy = (x: number, t: number, pose: Partial<Pose> = {}) =>
  person(danladi, { x, y: floor, t, scale: 1.12, ...pose })
const big = (look: Look, x: number, t: number, pose: Partial<Pose> = {}) =>
  person(look, { x, y: floor, t, scale: 1.06, ...pose })

/** The wallet held to the chest with both hands. */
const clutch = {
  near: { lift: 30, fold: 100 },
  far: { lift: 24, fold: 96 },
  hold: at(2, -2, wallet(0), { scale: 0.42 }),
}

const money = () => at(-18, -6, note(), { scale: 1.1, turn: -8 }) + at(14, 8, note(), { scale: 1.1, turn: 8 })

const withBaby = (t: number, better: number, pose: Partial<Pose>) =>
  person(mother, {
    x: 0,
    y: floor,
    t,
    near: { lift: 22, fold: 78 },
    far: { lift: 26, fold: 60 },
    hold: at(-2, -22, baby(better, t), { scale: 1.05, turn: sway(t, 0.6) * 4 }),
    ...pose,
  })

export const danladiFilm: Film = {
  slug: 'danladi-finds-a-wallet',
  title: 'Ɗanladi Finds a Wallet',
  description: 'A wallet full of money lies in the road. Ɗanladi needs new shoes, and two big boys want a share.',
  value: 'courage',
  card: {
    ground: ink.laterite700,
    motif: steps,
    motifColour: ink.danfo500,
    lines: ['Ɗanladi', 'Finds a Wallet'],
    picture: (t) => at(0, 10, wallet(1), { scale: 2.7, turn: -7 + sway(t, 0.5) * 3 }),
  },
  moral: ['It takes courage', 'to do what is right.'],
  scenes: [
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
      captions: [
        'He could buy the blue shoes. Nobody would know.',
        'But inside was a photo: a mother and her baby. This money was theirs.',
      ],
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
        'Ɗanladi was afraid. His knees shook. But he stood up tall and said, “No. It is not ours.”',
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
            bubble(at(0, 0, money(), { scale: 0.9 }) + cross(), t, 1.7, 3.6, { lean: 1, wide: 100, high: 70 }),
          )
        )
      },
    },
    {
      seconds: 5.8,
      mood: 'bright',
      captions: [
        'He showed the photo in the market. “That way,” said the tomato seller. “She went to the clinic, crying.”',
      ],
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
          at(364, 308, stall(ink.pepper600, 'tomatoes'), { scale: 1.1 }) +
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
      seconds: 6.6,
      mood: 'joyful',
      captions: [
        'The old cobbler had seen it all. He mended Ɗanladi’s sandal for nothing.',
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
  ],
}
