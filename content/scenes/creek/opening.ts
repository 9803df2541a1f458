import { fish, netting, mangrove, soupPot } from '../../draw/creek.ts'
import { person } from '../../draw/person.ts'
import { ink } from '../../draw/pigments.ts'
import { bubble, cross } from '../../draw/props.ts'
import { at, disc, many } from '../../draw/svg.ts'
import { clamp, ease, keys, sway, walk } from '../../draw/tween.ts'
import { glide, type Scene } from '../../video.ts'
import {
  aboard,
  afloat,
  boat,
  creek,
  deck,
  eating,
  ebi,
  grandpa,
  home,
  landing,
  mischief,
  paddling,
  preye,
  timi,
} from './stage.ts'

/** Eggs on a root under the water. */
const nest = (x: number, y: number) =>
  many(14, (i) => disc(x - 26 + (i % 7) * 9 + (i > 6 ? 4 : 0), y + (i > 6 ? 7 : 0), 4, ink.danfo500, 'opacity=".9"'))

/** A fish that leaps once, from `start`. */
const leap = (t: number, start: number, x: number) => {
  const age = clamp((t - start) / 1.1)
  return age > 0 && age < 1
    ? at(x + age * 70, 300 - Math.sin(age * Math.PI) * 54, fish(), { scale: 0.42, turn: -50 + age * 100 })
    : ''
}

/** The big fish in the net among the roots. */
const caught = (t: number, x: number, y: number) =>
  at(x, y, fish({ eggs: 0, wag: sway(t, 2), sad: true }) + netting(), { scale: 1.05, turn: sway(t, 1.4) * 4 })

export const opening: readonly Scene[] = [
  {
    seconds: 7,
    mood: 'gentle',
    captions: ['Ebi lived beside a creek in the Delta.', 'Once a year, for three months, nobody fished there.'],
    view: glide({ x: 320, y: 190, zoom: 1 }, { x: 230, y: 210, zoom: 1.2 }, 6),
    draw: (t) => {
      const step = walk(t, [
        [0, 96],
        [1.8, 196],
      ])
      return (
        creek(t) +
        at(560, 262, mangrove(), { scale: 1.1 }) +
        home() +
        landing() +
        person(ebi, {
          x: step.x,
          y: deck,
          t,
          stride: step.stride,
          scale: 1.1,
          mood: { mouth: 'smile', brow: 'up', look: [0.8, 0.5] },
        }) +
        leap(t, 2.2, 330) +
        leap(t, 4.6, 420) +
        at(
          212,
          158,
          bubble(at(0, 0, fish(), { scale: 0.8 }) + at(0, 0, cross(), { scale: 2 }), t, 3.2, 6.9, { lean: 1 }),
        )
      )
    },
  },
  {
    seconds: 5.4,
    mood: 'gentle',
    captions: ['“Now the fish lay their eggs,” said Grandpa. “Let them be.”'],
    view: glide({ x: 260, y: 200, zoom: 1.15 }, { x: 320, y: 250, zoom: 1.35 }, 4.5),
    draw: (t) =>
      creek(t) +
      at(500, 268, mangrove(), { scale: 1.3 }) +
      home() +
      landing(false) +
      person(ebi, { x: 214, y: deck, t, scale: 1.1, tilt: 8, mood: { mouth: 'smile', brow: 'up', look: [0.8, 0.9] } }) +
      person(grandpa, {
        x: 138,
        y: deck,
        t,
        near: { lift: 70 + sway(t, 0.5) * 6, fold: 6 },
        mood: { mouth: t < 4.4 ? 'open' : 'smile', brow: 'up', look: [0.7, 0.6] },
      }) +
      nest(340, 334) +
      nest(426, 342) +
      at(300 + sway(t, 0.15) * 14, 312, fish({ wag: sway(t, 1.2) }), { scale: 0.62 }) +
      at(440 + sway(t, 0.15, 0.4) * 12, 318, fish({ wag: sway(t, 1.2, 0.3), colour: '#B7A0C4' }), {
        scale: 0.52,
        mirror: true,
      }),
  },
  {
    seconds: 6.2,
    mood: 'sad',
    captions: ['But there had been no fish at home for many days.', 'Ebi dreamed of pepper soup.'],
    view: glide({ x: 240, y: 200, zoom: 1.2 }, { x: 214, y: 190, zoom: 1.24 }, 5),
    draw: (t) =>
      creek(t, { night: 0.3 }) +
      home() +
      landing(false) +
      at(84, deck, soupPot(t, false), { scale: 0.9 }) +
      person(ebi, {
        x: 176,
        y: deck - 2,
        t,
        sit: true,
        face: -1,
        scale: 1.2,
        ...eating(false),
        tilt: t > 3.6 ? -6 : 8,
        mood: {
          mouth: t > 3.8 ? 'smile' : 'sad',
          brow: t > 3.8 ? 'calm' : 'worried',
          look: [0.6, 0.8],
          shut: t > 3.8,
        },
      }) +
      at(
        196,
        178,
        bubble(at(0, 24, soupPot(t, true), { scale: 0.86 }), t, 3.8, 6.1, {
          think: true,
          lean: 1,
          wide: 116,
          high: 96,
        }),
      ),
  },
  {
    seconds: 6.6,
    mood: 'bright',
    captions: ['Then he saw her, caught in an old net. The biggest fish of all!', 'Nobody was looking.'],
    view: glide({ x: 280, y: 210, zoom: 1.08 }, { x: 400, y: 230, zoom: 1.35 }, 4),
    draw: (t) => {
      const x = keys(t, [
        [0, 120],
        [2.6, 330],
      ])
      const glance = t > 5
      return (
        creek(t) +
        at(520, 282, mangrove(), { scale: 1.5 }) +
        boat(
          x,
          t,
          aboard(ebi, x, t, {
            ...(t < 2.6 ? paddling(t) : { near: { lift: 70, fold: 10 } }),
            face: glance && t < 5.9 ? -1 : 1,
            mood: {
              mouth: t > 2 && !glance ? 'open' : 'flat',
              brow: 'up',
              look: [glance ? 0.9 : 0.8, glance ? 0 : 0.6],
            },
          }),
        ) +
        caught(t, 470, 300)
      )
    },
  },
  {
    seconds: 6.6,
    mood: 'tense',
    captions: ['Pepper soup! Pepper soup! said his belly.', 'But her belly was round and full of eggs.'],
    view: () => ({ x: 350, y: 228, zoom: 1.36 }),
    draw: (t) => {
      const eggs = ease(t, 3.2, 4)
      return (
        creek(t) +
        at(520, 282, mangrove(), { scale: 1.5 }) +
        boat(
          330,
          t,
          aboard(ebi, 316, t, {
            near: { lift: 62, fold: 30 },
            far: { lift: 74, fold: 16 },
            mood: {
              mouth: t < 3 ? 'grin' : 'flat',
              brow: t < 3 ? 'up' : 'worried',
              look: [0.7, t < 3 ? -0.4 : 0.8],
            },
          }),
        ) +
        at(385, 262, fish({ eggs, wag: sway(t, 2) * 0.6, sad: true }), { scale: 1.05, turn: sway(t, 1.2) * 3 }) +
        at(
          300,
          206,
          bubble(at(0, 20, soupPot(t, true), { scale: 0.7 }), t, 0.3, 3, {
            think: true,
            lean: -1,
            wide: 100,
            high: 78,
          }),
        )
      )
    },
  },
]

/** The scene in which the big boys call, drawn from where they are. */
export const tempted = (t: number) => {
  const x = keys(t, [
    [0, -110],
    [2, 130],
  ])
  return (
    creek(t) +
    at(560, 282, mangrove(), { scale: 1.4 }) +
    boat(
      x,
      t,
      aboard(timi, x + 42, t, {
        near: { lift: 96 + sway(t, 0.9) * 14, fold: 12 },
        mood: { ...mischief, mouth: 'shout' },
      }) + aboard(preye, x - 34, t, { ...(t < 2 ? paddling(t) : {}), mood: mischief }),
      ink.indigo800,
    ) +
    boat(
      420,
      t,
      aboard(ebi, 420, t, {
        face: t > 1 ? -1 : 1,
        near: { lift: 62, fold: 30 },
        far: { lift: 74, fold: 16 },
        mood: { mouth: 'flat', brow: 'worried', look: [0.8, 0] },
      }),
    ) +
    at(t > 1 ? 354 : 486, 264, fish({ eggs: 1, wag: sway(t, 2) * 0.6, sad: true }), { scale: 0.95, mirror: t > 1 }) +
    at(
      x + 60,
      afloat - 92,
      bubble(at(0, 22, soupPot(t, true), { scale: 0.72 }), t, 2, 5.3, { lean: 1, wide: 104, high: 80 }),
    )
  )
}
