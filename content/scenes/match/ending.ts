import { reach } from '../../draw/limbs.ts'
import { person } from '../../draw/person.ts'
import { cake, knife, teams } from '../../draw/pitch.ts'
import { bubble, burst } from '../../draw/props.ts'
import { ink, skin } from '../../draw/pigments.ts'
import { at, disc } from '../../draw/svg.ts'
import { clamp, ease, keys, mix, sway } from '../../draw/tween.ts'
import { ball } from '../../draw/wallet.ts'
import { glide, type Scene } from '../../video.ts'
import {
  cheer,
  chuks,
  field,
  floor,
  gyang,
  home,
  leftGoal,
  nanret,
  onStool,
  pam,
  player,
  runner,
  table,
  talatu,
  yusuf,
} from './stage.ts'

const rolling = (x: number, high = 0) => at(x, floor - 10 - high, ball(x * 5))

export const ending: readonly Scene[] = [
  {
    seconds: 4.8,
    mood: 'hopeful',
    captions: ['So her brother cut it very, very evenly.', 'That was it!'],
    view: () => ({ x: 320, y: 225, zoom: 1.4 }),
    draw: (t) => {
      const cut = ease(t, 2.4, 2.9)
      const hand = mix(-22, 8, ease(t, 1.4, 2.4)) - 22 * ease(t, 2.6, 3)
      return (
        home() +
        person(nanret, {
          x: 212,
          y: 330,
          t,
          scale: 1.2,
          near: t > 3.6 ? { lift: 60, fold: 110 } : { lift: 8, fold: 14 },
          mood: { mouth: t > 3.4 ? 'grin' : 'smile', brow: 'up', look: [0.6, t > 3.4 ? -0.6 : 0.6] },
        }) +
        onStool(380, t, {
          near: reach(29, hand, 42),
          tilt: sway(t, 0.6) * 5,
          mood: { mouth: t > 2.6 ? 'grin' : 'flat', brow: t > 2.6 ? 'up' : 'worried', look: [0.7, 0.7] },
        }) +
        table() +
        at(358, 262, cake(cut), { scale: 0.95 }) +
        at(358, 228 + hand, knife() + disc(0, -2, 6, skin.warm), { scale: 0.72, turn: 180 }) +
        at(
          232,
          176,
          bubble(at(0, 0, ball(20), { scale: 2 }), t, 3.4, 4.8, { think: true, lean: 1, wide: 86, high: 66 }),
        )
      )
    },
  },
  {
    seconds: 5,
    mood: 'hopeful',
    captions: ['“Pam, you make two teams,” said Nanret. “Then I choose.”'],
    view: glide({ x: 320, y: 200, zoom: 1.15 }, { x: 320, y: 210, zoom: 1.28 }, 4),
    draw: (t) =>
      field() +
      player(gyang, 516, t, { face: -1 }) +
      player(chuks, 570, t, { face: -1, y: floor + 6 }) +
      player(talatu, 126, t) +
      player(yusuf, 178, t, { y: floor + 10 }) +
      player(pam, 410, t, {
        face: -1,
        near: { lift: 24, fold: 62 },
        hold: at(8, 0, ball(0)),
        mood: { mouth: t > 3 ? 'open' : 'flat', brow: 'up', look: [0.5, 0.2] },
      }) +
      player(nanret, 262, t, {
        near: t < 2.6 ? { lift: 74 + sway(t, 0.7) * 8, fold: 14 } : { lift: 40, fold: 120 },
        mood: { mouth: t < 3.4 ? 'open' : 'smile', brow: 'up' },
      }) +
      at(270, 186, bubble(teams([9, 6, 6], [9, 9, 6]), t, 0.6, 4.8, { lean: 1, wide: 118, high: 78 })),
  },
  {
    seconds: 7,
    mood: 'gentle',
    captions: ['Pam thought hard. He might get the weak team himself!', 'So he made both teams just as strong.'],
    view: glide({ x: 360, y: 210, zoom: 1.2 }, { x: 320, y: 205, zoom: 1.05 }, 6),
    draw: (t) => {
      const decided = t > 4
      return (
        field() +
        runner(
          chuks,
          t,
          [
            [4.4, 584],
            [6.4, 196],
          ],
          { face: -1 },
        ) +
        player(gyang, 520, t, { face: -1 }) +
        player(yusuf, 120, t, { y: floor + 10 }) +
        runner(
          talatu,
          t,
          [
            [4.2, 172],
            [6.4, 470],
          ],
          { y: floor + 8 },
        ) +
        player(nanret, 256, t, { mood: { mouth: 'smile', brow: 'up' } }) +
        player(pam, 400, t, {
          face: -1,
          near: decided ? { lift: 86 + sway(t, 0.8) * 12, fold: 6 } : { lift: 50, fold: 118 },
          far: { lift: 10, fold: 20 },
          mood: {
            mouth: decided ? 'grin' : 'flat',
            brow: decided ? 'up' : 'worried',
            look: [0.4, decided ? 0 : -0.7],
          },
          tilt: decided ? 0 : sway(t, 0.4) * 5,
        }) +
        at(
          414,
          160,
          bubble(teams(t < 2.2 ? [5, 5, 5] : [9, 5, 9], t < 2.2 ? [9, 9, 9] : [9, 9, 5]), t, 0.4, 3.9, {
            think: true,
            lean: 1,
            wide: 122,
            high: 84,
          }),
        )
      )
    },
  },
  {
    seconds: 6.6,
    mood: 'bright',
    captions: ['What a match! Two goals each, and the sun went down.', 'Then little Yusuf kicked the ball ...'],
    view: (t) => ({
      x: keys(t, [
        [0, 330],
        [4, 330],
        [5.6, 230],
      ]),
      y: 215,
      zoom: 1.12,
    }),
    draw: (t) => {
      const kick = clamp((t - 5.2) / 1.4)
      const ballX = keys(t, [
        [0, 300],
        [1, 460],
        [2, 260],
        [3, 400],
        [3.6, 372],
        [5.2, 264],
      ])
      return (
        field({ night: 0.1 + ease(t, 0, 6) * 0.18, score: [2, 2] }) +
        leftGoal() +
        player(talatu, 112, t, {
          hop: t > 5.4 ? 10 : 0,
          far: { lift: 100, fold: 10 },
          mood: { mouth: 'open', brow: 'worried' },
        }) +
        runner(
          nanret,
          t,
          [
            [0, 180],
            [1.8, 236],
            [3.4, 336],
            [4.4, 356],
          ],
          { mood: { mouth: 'open', brow: 'up' } },
        ) +
        runner(
          gyang,
          t,
          [
            [0, 540],
            [1.2, 506],
            [3, 524],
          ],
          { face: -1, mood: { mouth: 'grin' } },
        ) +
        runner(
          pam,
          t,
          [
            [0.4, 600],
            [2.6, 560],
            [5.4, 424],
          ],
          { face: -1, mood: { mouth: 'open', brow: 'up' } },
        ) +
        runner(
          yusuf,
          t,
          [
            [0, 430],
            [3.4, 392],
            [5.1, 290],
          ],
          { face: -1, y: floor + 14, mood: { mouth: t > 4 ? 'grin' : 'open', brow: 'up' } },
        ) +
        rolling(ballX - kick * 130, Math.sin(kick * Math.PI * 0.7) * 70)
      )
    },
  },
  {
    seconds: 4.8,
    mood: 'joyful',
    captions: ['GOAL! Even Pam jumped for joy. “Again tomorrow!”'],
    view: glide({ x: 240, y: 215, zoom: 1.15 }, { x: 300, y: 205, zoom: 1.05 }, 4),
    draw: (t) =>
      field({ night: 0.28, score: [3, 2] }) +
      leftGoal() +
      rolling(
        keys(t, [
          [0, 120],
          [0.3, 62],
        ]),
        Math.max(0, 36 - t * 90),
      ) +
      at(70, 250, burst(t, 0.3, ink.danfo200)) +
      player(talatu, 150, t, { ...cheer(t, 0.4), face: 1 }) +
      player(chuks, 520, t, { face: -1, mood: { mouth: 'grin', brow: 'up' }, near: { lift: 60, fold: 40 } }) +
      player(gyang, 450, t, { ...cheer(t, 0.2), face: -1 }) +
      player(nanret, 216, t, { ...cheer(t, 0.1) }) +
      player(pam, 372, t, { ...cheer(t, 0.3), face: -1 }) +
      player(yusuf, 296, t, { ...cheer(t), face: -1, y: floor + 12 }),
  },
]
