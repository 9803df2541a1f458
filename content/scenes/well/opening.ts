import { person } from '../../draw/person.ts'
import { ink } from '../../draw/pigments.ts'
import { glow } from '../../draw/places.ts'
import { bubble, burst, cross } from '../../draw/props.ts'
import { at, box, disc, fill, line, many, oval } from '../../draw/svg.ts'
import { clamp, ease, keys, sway, walk } from '../../draw/tween.ts'
import { coil, goat, plant, well } from '../../draw/well.ts'
import { glide } from '../../video.ts'
import { bitrus, halimat } from '../people.ts'
import type { Scene } from '../../video.ts'
import { yard, red, carried, idea, pulling, mothers, child } from './stage.ts'

export const opening: readonly Scene[] = [
  {
    seconds: 6,
    mood: 'bright',
    captions: ['Two families shared one well.', 'Halimat’s mother owned the rope. Bitrus’s mother owned the bucket.'],
    view: glide({ x: 320, y: 190, zoom: 1.02 }, { x: 320, y: 220, zoom: 1.22 }, 6),
    draw: (t) =>
      yard({
        state: {
          turn: t * 60,
          right: {
            height: keys(t, [
              [0, -60],
              [3.6, 34],
            ]),
            water: 1,
          },
        },
      }) +
      mothers(
        t,
        { ...(t < 3.6 ? pulling(t) : {}), mood: { mouth: 'smile' } },
        { near: t > 3.6 ? { lift: 80, fold: 10 } : { lift: 10, fold: 20 }, mood: { mouth: 'grin' } },
      ) +
      child(halimat, 112, t, { tilt: sway(t, 0.4) * 4 }) +
      child(bitrus, 532, t, { face: -1, far: { lift: 135, fold: 14 + sway(t, 1.6) * 16 }, mood: { mouth: 'grin' } }) +
      at(60, 334, goat(0, false)),
  },
  {
    seconds: 5.6,
    mood: 'tense',
    captions: ['One morning both were in a hurry. “Me first!” “No, me!”', 'They pulled, and the water spilled.'],
    view: glide({ x: 320, y: 220, zoom: 1.15 }, { x: 320, y: 230, zoom: 1.35 }, 4),
    draw: (t) => {
      const tug = sway(t, 1.1) * 12 * (1 - ease(t, 3.4, 3.8))
      const spilled = ease(t, 3.4, 3.9)
      const arm = { lift: 74, fold: 8 }
      const angry = {
        mouth: t < 3.6 ? 'shout' : 'sad',
        brow: t < 4.2 ? 'angry' : 'worried',
        look: [0.8, t > 3.8 ? 0.8 : 0],
      } as const
      return (
        yard() +
        mothers(
          t,
          { near: arm, far: arm, lean: tug * 0.7 - 4, mood: angry },
          { near: arm, far: arm, lean: -tug * 0.7 - 4, mood: angry },
          [248 + tug, 392 + tug],
        ) +
        at(320 + tug, 236 + spilled * 92, red(1 - spilled), { turn: spilled * 100, scale: 1.15 }) +
        (spilled > 0
          ? at(330, 334, oval(0, 0, 70 * spilled, 11 * spilled, ink.indigo300, 'opacity=".85"')) +
            at(325, 300, burst(t, 3.4, ink.indigo300), { scale: 1.3 })
          : '') +
        child(halimat, 130, t, { mood: { mouth: 'sad', brow: 'worried' } }) +
        child(bitrus, 516, t, { face: -1, mood: { mouth: 'sad', brow: 'worried' } })
      )
    },
  },
  {
    seconds: 6,
    mood: 'sad',
    captions: ['One took away her rope, the other her bucket.', 'They laid a line of stones, and stopped talking.'],
    draw: (t) => {
      const l = walk(
        t,
        [
          [0.6, 230],
          [3.6, 92],
        ],
        1,
      )
      const r = walk(
        t,
        [
          [0.6, 410],
          [3.6, 548],
        ],
        -1,
      )
      const cold = { mouth: 'flat', brow: 'angry', shut: t > 4 && t < 5 } as const
      return (
        yard({ stones: ease(t, 3.4, 5) }) +
        mothers(
          t,
          { x: l.x, stride: l.stride, face: l.face, hold: coil(), near: { lift: 20, fold: 40 }, mood: cold },
          { x: r.x, stride: r.stride, face: r.face, hold: carried(red()), near: { lift: 24, fold: 20 }, mood: cold },
        ) +
        child(halimat, 170, t, {
          face: 1,
          far: t > 3.8 ? { lift: 130, fold: 20 + sway(t, 1.2) * 14 } : { lift: 8, fold: 14 },
          mood: { mouth: 'sad', brow: 'worried' },
        }) +
        child(bitrus, 470, t, {
          face: -1,
          far: t > 4.3 ? { lift: 130, fold: 20 + sway(t, 1.2) * 14 } : { lift: 8, fold: 14 },
          mood: { mouth: 'sad', brow: 'worried' },
        })
      )
    },
  },
  {
    seconds: 6.6,
    mood: 'sad',
    captions: ['A rope alone brings no water. Nor does a bucket alone.', 'The sun was hot, and everyone was thirsty.'],
    view: (t) => ({
      x: keys(t, [
        [0, 240],
        [2.6, 240],
        [3.6, 410],
      ]),
      y: 220,
      zoom: 1.3,
    }),
    draw: (t) =>
      yard({ dry: 1, stones: 1, state: { turn: sway(t, 0.3) * 80, bare: t < 3.2 ? 10 + sway(t, 0.3) * 34 : 0 } }) +
      at(180, 336, plant(0.05), { scale: 1.1 }) +
      at(424, 344, plant(0.05), { scale: 1.2 }) +
      mothers(
        t,
        { ...pulling(t), mood: { mouth: 'sad', brow: 'worried' } },
        {
          lean: 26,
          near: { lift: 62 + sway(t, 0.6) * 8, fold: 10 },
          hold: carried(red()),
          mood: { mouth: 'sad', brow: 'worried', look: [0.6, 1] },
        },
        [232, 418],
      ) +
      at(308, 226, at(0, 0, cross(), { scale: 0.9, opacity: t < 3 ? clamp((t - 1.2) * 3) : 0 })) +
      at(352, 262, cross(), { scale: 0.9, opacity: clamp((t - 4.2) * 3) }) +
      at(520, 342, goat(sway(t, 2), true), { mirror: true }) +
      child(halimat, 130, t, { mood: { mouth: 'sad', brow: 'worried' } }),
  },
  {
    seconds: 5.8,
    mood: 'gentle',
    captions: ['That night Halimat lay awake, thinking.', 'One rope. Two buckets. What if ...?'],
    view: glide({ x: 300, y: 180, zoom: 1.05 }, { x: 300, y: 190, zoom: 1.18 }, 5),
    draw: (t) =>
      box(0, 0, 640, 360, ink.indigo900) +
      box(0, 300, 640, 60, ink.indigo950) +
      box(66, 66, 150, 130, ink.indigo700, 8) +
      `<clipPath id="pane"><rect x="66" y="66" width="150" height="130" rx="8"/></clipPath><g clip-path="url(#pane)">${many(9, (i) => disc(80 + ((i * 53) % 130), 76 + ((i * 37) % 60), 1.6, ink.danfo200))}${disc(168, 104, 18, ink.danfo100)}${at(120, 206, well(), { scale: 0.42 })}</g>` +
      line('M66 131h150M141 66v130', ink.laterite800, 5) +
      box(66, 66, 150, 130, 'none', 8, `stroke="${ink.laterite800}" stroke-width="7"`) +
      box(200, 298, 250, 12, ink.laterite600, 6) +
      line('M206 304h238', ink.danfo500, 2.6, 'stroke-dasharray="8 6"') +
      glow(480, 262, 90) +
      at(
        480,
        300,
        fill('M-10 0h20l-3 -10h-14Z', ink.laterite500) +
          box(-8, -34, 16, 24, ink.danfo100, 6) +
          fill('M0 -30q7 9 0 16q-7 -7 0 -16Z', ink.danfo500),
      ) +
      person(halimat, {
        x: 310,
        y: 300,
        t,
        scale: 1.35,
        sit: true,
        near: { lift: 40, fold: t > 2.6 ? 140 : 120 },
        far: { lift: 20, fold: 60 },
        mood: { mouth: t > 3 ? 'grin' : 'flat', brow: t > 3 ? 'up' : 'worried', look: [0.6, -0.7] },
        tilt: t > 3 ? 0 : sway(t, 0.4) * 5,
      }) +
      at(338, 178, bubble(idea(t), t, 2.4, 6, { think: true, lean: 1, wide: 120, high: 96 })),
  },
]
