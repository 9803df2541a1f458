import { ink } from '../../draw/pigments.ts'
import { person } from '../../draw/person.ts'
import { cake, knife } from '../../draw/pitch.ts'
import { bubble } from '../../draw/props.ts'
import { at, line } from '../../draw/svg.ts'
import { clamp, keys, sway, walk } from '../../draw/tween.ts'
import { ball } from '../../draw/wallet.ts'
import { glide, type Scene } from '../../video.ts'
import {
  cheer,
  chuks,
  field,
  floor,
  glum,
  gyang,
  home,
  leftGoal,
  mama,
  nanret,
  onStool,
  pam,
  player,
  runner,
  table,
  talatu,
  yusuf,
} from './stage.ts'

/** A ball that rolls along keyframes and may fly above the ground. */
const rolling = (x: number, high = 0) => at(x, floor - 10 - high, ball(x * 5))

/** Shots at the goal: each begins at its second, and is in the net half a second later. */
const shots = [0.4, 1.3, 2.2]

export const opening: readonly Scene[] = [
  {
    seconds: 7.6,
    mood: 'bright',
    captions: [
      'In Jos, the children played football under the big rocks.',
      'The ball was Pam’s, so Pam chose the teams.',
    ],
    view: glide({ x: 320, y: 190, zoom: 1 }, { x: 380, y: 220, zoom: 1.25 }, 6),
    draw: (t) => {
      const ballX = keys(t, [
        [0, 250],
        [1, 400],
        [1.2, 400],
        [2.2, 210],
        [2.5, 210],
        [3.4, 420],
        [4.2, 448],
      ])
      const p = walk(
        t,
        [
          [2.6, 690],
          [4.6, 474],
        ],
        -1,
      )
      const has = t > 4.4
      return (
        field() +
        runner(talatu, t, [
          [0, 20],
          [1.8, 86],
        ]) +
        runner(gyang, t, [
          [0.4, 300],
          [1.6, 240],
          [2.6, 240],
          [4, 350],
        ]) +
        runner(
          nanret,
          t,
          [
            [0, 452],
            [0.9, 420],
            [2, 420],
            [3.4, 290],
          ],
          { face: has ? 1 : -1, mood: { mouth: 'grin', brow: 'up' } },
        ) +
        (has ? '' : rolling(ballX, Math.abs(sway(t, 0.5)) * 14)) +
        player(pam, p.x, t, {
          face: -1,
          stride: p.stride,
          ...(has ? { near: { lift: 24, fold: 62 }, hold: at(8, 0, ball(0)) } : {}),
          far: t > 5 ? { lift: 80 + sway(t, 0.7) * 14, fold: 6 } : { lift: 8, fold: 14 },
          mood: { mouth: t > 4.4 ? 'open' : 'smile', brow: 'up' },
        }) +
        player(yusuf, 152, t, {
          hop: t < 4 ? Math.abs(sway(t, 1.2)) * 10 : 0,
          y: floor + 14,
          mood: { mouth: 'grin', brow: 'up' },
        })
      )
    },
  },
  {
    seconds: 5.8,
    mood: 'gentle',
    captions: ['He took all the tall ones and the fast ones.', 'Nanret got the little ones.'],
    view: glide({ x: 350, y: 215, zoom: 1.15 }, { x: 280, y: 220, zoom: 1.2 }, 5),
    draw: (t) => {
      const left = t > 3
      return (
        field() +
        runner(gyang, t, [
          [0.5, 330],
          [2, 520],
        ]) +
        runner(chuks, t, [
          [1.1, 270],
          [2.9, 572],
        ]) +
        player(pam, 450, t, {
          face: -1,
          near: { lift: 24, fold: 62 },
          hold: at(8, 0, ball(0)),
          far: t < 3 ? { lift: 84 + sway(t, 0.8) * 10, fold: 6 } : { lift: 10, fold: 20 },
          mood: { mouth: 'grin', brow: 'up' },
        }) +
        player(nanret, 236, t, { mood: { mouth: left ? 'flat' : 'smile', brow: left ? 'worried' : 'calm' } }) +
        player(talatu, 172, t, { mood: left ? glum : { mouth: 'smile' } }) +
        player(yusuf, 118, t, { mood: left ? glum : { mouth: 'smile' }, y: floor + 10 })
      )
    },
  },
  {
    seconds: 5.4,
    mood: 'tense',
    captions: ['One goal. Two goals. Six goals to nothing!', 'Only Pam was laughing.'],
    view: glide({ x: 250, y: 210, zoom: 1.12 }, { x: 300, y: 215, zoom: 1.2 }, 5),
    draw: (t) => {
      const scored = shots.filter((second) => t > second + 0.5).length
      const score = [0, 1, 2, 6][scored] ?? 6
      const shot = shots.find((second) => t < second + 0.8) ?? shots.at(-1) ?? 0
      const share = clamp((t - shot) / 0.5)
      const laughs = t > 3
      return (
        field({ score: [0, score] }) +
        leftGoal() +
        player(nanret, 126 + sway(t, 0.7) * 8, t, {
          far: t < 3 ? { lift: 100, fold: 10 } : { lift: 8, fold: 14 },
          hop: t < 2.8 ? Math.max(0, sway(t, 1.1)) * 16 : 0,
          mood: laughs ? glum : { mouth: 'open', brow: 'worried' },
        }) +
        player(yusuf, 196, t, { mood: glum, y: floor + 12 }) +
        player(talatu, 246, t, { mood: glum, face: laughs ? 1 : -1 }) +
        player(gyang, 520, t, { face: -1, mood: { mouth: 'flat' } }) +
        player(chuks, 580, t, { face: -1, mood: { mouth: 'flat' } }) +
        player(pam, 420, t, {
          face: -1,
          ...(laughs ? cheer(t) : { stride: share > 0 && share < 0.3 ? 0.8 : 0, mood: { mouth: 'grin' } }),
        }) +
        rolling(384 - share * 330, Math.sin(share * Math.PI) * 40)
      )
    },
  },
  {
    seconds: 7.4,
    mood: 'sad',
    captions: ['“We are not playing any more,” said the little ones.', 'Now Pam had a ball, and nobody to play with.'],
    view: glide({ x: 270, y: 215, zoom: 1.15 }, { x: 400, y: 215, zoom: 1.15 }, 5),
    draw: (t) => {
      const ballX = keys(t, [
        [4.6, 440],
        [5.2, 536],
        [6, 470],
      ])
      return (
        field({ score: [0, 6] }) +
        [
          player(nanret, 118, t, { face: t > 1.5 ? -1 : 1, mood: glum }),
          player(talatu, 186, t, { sit: true, y: floor + 8, mood: glum, tilt: 8 }),
          player(yusuf, 240, t, {
            sit: true,
            y: floor + 12,
            mood: glum,
            near: { lift: 46, fold: 128 },
            tilt: 8,
          }),
        ].join('') +
        runner(
          gyang,
          t,
          [
            [2.2, 520],
            [4.6, 700],
          ],
          { face: -1 },
        ) +
        runner(
          chuks,
          t,
          [
            [2.8, 580],
            [4.6, 710],
          ],
          { face: -1 },
        ) +
        player(pam, 410, t, {
          face: t > 2.6 ? 1 : -1,
          stride: t > 4.5 && t < 4.8 ? 0.8 : 0,
          near: t > 2.6 && t < 4 ? { lift: 40, fold: 40 } : { lift: 8, fold: 14 },
          mood: { mouth: t > 2.4 ? 'sad' : 'flat', brow: 'worried', look: [0.7, t > 5.4 ? 0.8 : 0] },
        }) +
        rolling(ballX)
      )
    },
  },
  {
    seconds: 7.6,
    mood: 'gentle',
    captions: [
      'At home, Nanret and her brother shared one cake.',
      '“One cuts it,” said Mama. “The other one chooses.”',
    ],
    view: glide({ x: 320, y: 200, zoom: 1.08 }, { x: 330, y: 215, zoom: 1.25 }, 6),
    draw: (t) =>
      home() +
      person(mama, {
        x: 484,
        y: 330,
        t,
        face: -1,
        near: t > 3.6 ? { lift: 74 + sway(t, 0.6) * 8, fold: 20 } : { lift: 20, fold: 60 },
        mood: { mouth: t > 3.6 ? 'open' : 'smile', brow: 'up' },
      }) +
      person(nanret, { x: 212, y: 330, t, scale: 1.2, mood: { mouth: 'grin', brow: 'up', look: [0.6, 0.5] } }) +
      onStool(394, t, { near: { lift: 60, fold: 20 }, mood: { mouth: 'grin', brow: 'up', look: [0.6, 0.5] } }) +
      table() +
      at(322, 262, cake(0), { scale: 0.95 }) +
      at(
        464,
        168,
        bubble(
          at(-28, 22, cake(1), { scale: 0.62 }) +
            at(24, 20, knife(), { scale: 0.9, turn: 12 }) +
            line('M-28 -26v10', ink.laterite600, 4),
          t,
          4,
          7.5,
          { lean: -1, wide: 124, high: 72 },
        ),
      ),
  },
]
