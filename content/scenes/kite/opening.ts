import { handOf, kite, spool, string, thornTree } from '../../draw/kite.ts'
import { ink } from '../../draw/pigments.ts'
import { burst } from '../../draw/props.ts'
import { at, box, line } from '../../draw/svg.ts'
import { ease, keys, mix, sway, walk } from '../../draw/tween.ts'
import { glide, type Scene } from '../../video.ts'
import { aminu, carriedKite, child, floor, kano, launch, zainab } from './stage.ts'

export const opening: readonly Scene[] = [
  {
    seconds: 6,
    mood: 'bright',
    captions: ['Aminu and Zainab were best friends.', 'Together they made a big red kite.'],
    view: glide({ x: 320, y: 220, zoom: 1.2 }, { x: 320, y: 240, zoom: 1.5 }, 6),
    draw: (t) => {
      const busy = sway(t, 1.1) * 10
      return (
        kano(t) +
        box(196, floor - 4, 248, 12, ink.palm700, 5) +
        line(`M202 ${floor + 2}H438`, ink.danfo500, 2, 'stroke-dasharray="8 6"') +
        at(320, floor - 62, kite({}, t), { scale: mix(0.3, 1.15, ease(t, 0.4, 3)), turn: sway(t, 0.3) * 3 }) +
        child(aminu, 238, t, {
          sit: true,
          near: { lift: 78 + busy, fold: 14 },
          far: { lift: 60 - busy, fold: 20 },
          mood: { mouth: 'grin', brow: 'up', look: [0.8, 0.2] },
        }) +
        child(zainab, 402, t, {
          sit: true,
          face: -1,
          near: { lift: 78 - busy, fold: 14 },
          far: { lift: 60 + busy, fold: 20 },
          mood: { mouth: 'grin', brow: 'up', look: [0.8, 0.2] },
        })
      )
    },
  },
  {
    seconds: 5.8,
    mood: 'joyful',
    captions: ['Zainab ran with it. Aminu held the string.', 'Up it went!'],
    view: glide({ x: 280, y: 230, zoom: 1.15 }, { x: 320, y: 180, zoom: 1 }, 4),
    draw: (t) => kano(t) + launch(t, {}, zainab, { x: 470, y: 84 }),
  },
  {
    seconds: 6.4,
    mood: 'tense',
    captions: ['The next day Zainab took the kite out alone.', 'It hit a thorn tree and tore!'],
    view: glide({ x: 300, y: 200, zoom: 1 }, { x: 410, y: 210, zoom: 1.35 }, 5),
    draw: (t) => {
      const step = walk(
        t,
        [
          [0, 60],
          [3, 330],
        ],
        1,
      )
      const caught = t > 3.2
      const near = { lift: 120, fold: 10 }
      const place = {
        x: keys(
          t,
          [
            [0, 96],
            [3.2, 476],
            [3.3, 476],
          ],
          false,
        ),
        y: keys(t, [
          [0, 190],
          [1.5, 110],
          [2.4, 126],
          [3.2, 172],
        ]),
      }
      return (
        kano(t) +
        at(486, floor - 20, thornTree(), { scale: 1.05 }) +
        (caught ? '' : string(handOf({ x: step.x, y: floor, scale: 1.12, near }), place)) +
        at(place.x, place.y, kite({ state: caught ? 'torn' : 'new' }, caught ? t * 0.3 : t), {
          scale: 0.9,
          turn: caught ? 24 + sway(t, 0.5) * 3 : 12 + sway(t, 0.6) * 6,
        }) +
        at(480, 168, burst(t, 3.2, ink.laterite500), { scale: 0.7 }) +
        child(zainab, step.x, t, {
          stride: step.stride,
          near: caught ? { lift: 50, fold: 118 } : near,
          ...(caught ? { far: { lift: 56, fold: 112 } } : { hold: spool() }),
          mood: caught
            ? { mouth: 'shout', brow: 'worried', look: [0.7, -0.7] }
            : { mouth: 'grin', brow: 'up', look: [0.4, -0.7] },
        })
      )
    },
  },
  {
    seconds: 6.2,
    mood: 'sad',
    captions: ['“I am sorry,” she told Aminu.', '“You broke it! Go away!” he shouted.'],
    view: glide({ x: 310, y: 220, zoom: 1.1 }, { x: 300, y: 225, zoom: 1.3 }, 4),
    draw: (t) => {
      const z = walk(
        t,
        [
          [0, 560],
          [1.4, 372],
          [5, 372],
          [6.2, 450],
        ],
        -1,
      )
      const angry = t > 2.6
      return (
        kano(t) +
        child(aminu, 238, t, {
          hop: angry && t < 4.6 ? Math.abs(sway(t, 1.8)) * 4 : 0,
          near: angry ? { lift: 98 + sway(t, 1.6) * 8, fold: 4 } : { lift: 8, fold: 14 },
          mood: {
            mouth: angry ? 'shout' : t > 1 ? 'open' : 'smile',
            brow: angry ? 'angry' : t > 1 ? 'up' : 'calm',
            look: [0.8, 0.2],
          },
        }) +
        child(zainab, z.x, t, {
          face: z.face,
          stride: z.stride,
          near: { lift: 56, fold: 34 },
          hold: carriedKite({ state: 'torn' }, t * 0.3, 0.72),
          tilt: angry ? 12 : 5,
          mood: { mouth: 'sad', brow: 'worried', look: [0.3, 0.9] },
        })
      )
    },
  },
  {
    seconds: 6,
    mood: 'gentle',
    captions: ['Aminu made a new kite, all by himself.', 'He ran and ran. It would not fly.'],
    view: () => ({ x: 260, y: 250, zoom: 1.3 }),
    draw: (t) => {
      const run = walk(
        t,
        [
          [0, 120],
          [1.8, 380],
          [2.1, 380],
          [3.7, 150],
        ],
        1,
      )
      const tired = t > 3.8
      const near = { lift: -60, fold: 20 }
      const behind = {
        x: run.x - 96 * run.face,
        y: floor - 16 - Math.abs(sway(t, 1.7)) * (tired ? 0 : 26),
      }
      const x = tired ? 246 : behind.x
      return (
        kano(t) +
        string(
          handOf({ x: run.x, y: floor, face: run.face, scale: 1.12, near: tired ? { lift: 20, fold: 40 } : near }),
          { x, y: tired ? floor - 16 : behind.y },
          4,
        ) +
        at(x, tired ? floor - 16 : behind.y, kite({ colour: ink.indigo600 }, t), { scale: 0.8, turn: -80 * run.face }) +
        child(aminu, run.x, t, {
          face: run.face,
          stride: run.stride,
          sit: tired,
          lean: tired ? 4 : 10 * run.stride,
          near: tired ? { lift: 46, fold: 120 } : near,
          far: tired ? { lift: 30, fold: 60 } : { lift: 50, fold: 60 },
          mood: {
            mouth: tired ? 'sad' : 'open',
            brow: tired ? 'worried' : 'up',
            look: [tired ? 0.2 : -0.4, tired ? 0.7 : 0],
          },
        })
      )
    },
  },
]
