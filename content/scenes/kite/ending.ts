import { earthHouse, kite } from '../../draw/kite.ts'
import { person } from '../../draw/person.ts'
import { ink } from '../../draw/pigments.ts'
import { glow, ground, nightfall, sky } from '../../draw/places.ts'
import { bubble, heart } from '../../draw/props.ts'
import { at, box, line } from '../../draw/svg.ts'
import { ease, mix, sway, walk } from '../../draw/tween.ts'
import { glide, type Scene } from '../../video.ts'
import { aminu, carriedKite, child, floor, kano, launch, zainabInPink } from './stage.ts'

/** Zainab's window at night: she sews the kite by lamplight. */
function sewing(t: number): string {
  const stitch = sway(t, 0.7) * 14
  return (
    `<clipPath id="pane"><rect x="-78" y="-70" width="156" height="120" rx="10"/></clipPath>` +
    box(-88, -80, 176, 140, ink.laterite800, 12) +
    `<g clip-path="url(#pane)">${box(-78, -70, 156, 120, '#F2B65A')}${glow(46, -30, 60, 1)}` +
    person(zainabInPink, {
      x: -24,
      y: 88,
      t,
      scale: 1.1,
      near: { lift: 62 + stitch, fold: 44 },
      far: { lift: 40, fold: 60 },
      tilt: 8,
      mood: { mouth: 'smile', brow: 'calm', look: [0.8, 0.8] },
    }) +
    at(40, 26, kite({ state: 'patched' }, t * 0.2), { scale: 0.82, turn: 10 }) +
    `</g>` +
    line('M-88 60H88', ink.laterite800, 9)
  )
}

export const ending: readonly Scene[] = [
  {
    seconds: 6,
    mood: 'gentle',
    captions: ['That night he saw a light in her window.', 'Zainab was mending the red kite.'],
    view: glide({ x: 300, y: 200, zoom: 1.02 }, { x: 370, y: 190, zoom: 1.25 }, 5),
    draw: (t) => {
      const a = walk(
        t,
        [
          [0, 40],
          [2, 160],
        ],
        1,
      )
      return (
        sky(1, { sunX: 540 }) +
        at(70, 284, earthHouse(130, 96, '#B7714A')) +
        at(440, 284, earthHouse(290, 200, '#C98257', ' ')) +
        ground(280, '#B98A48', ink.danfo100) +
        nightfall(0.75) +
        glow(420, 176, 130, 0.8) +
        at(420, 176, sewing(t)) +
        child(aminu, a.x, t, {
          stride: a.stride,
          near: t > 2.6 ? { lift: 40, fold: 118 } : { lift: 8, fold: 14 },
          mood: { mouth: t > 3.4 ? 'flat' : 'open', brow: t > 3.4 ? 'worried' : 'up', look: [0.9, -0.6] },
        }) +
        at(
          176,
          186,
          bubble(at(0, 2, heart(), { scale: 1.6 + sway(t, 1) * 0.1 }), t, 3.6, 5.8, {
            think: true,
            lean: 0,
            wide: 76,
            high: 62,
          }),
        )
      )
    },
  },
  {
    seconds: 6.6,
    mood: 'hopeful',
    captions: ['In the morning she brought it to him.', 'She had cut up her yellow scarf for it!'],
    view: glide({ x: 320, y: 200, zoom: 1.05 }, { x: 300, y: 220, zoom: 1.4 }, 5),
    draw: (t) => {
      const z = walk(
        t,
        [
          [0, 600],
          [2.4, 356],
        ],
        -1,
      )
      const given = ease(t, 2.8, 3.4)
      return (
        kano(t) +
        child(aminu, 240, t, {
          near: given > 0 ? { lift: 74, fold: 18 } : { lift: 8, fold: 14 },
          far: given > 0 ? { lift: 62, fold: 24 } : { lift: 8, fold: 14 },
          mood: { mouth: t > 2.4 ? 'open' : 'flat', brow: 'up', look: [0.9, 0.2] },
        }) +
        child(zainabInPink, z.x, t, {
          face: -1,
          stride: z.stride,
          near: { lift: 74 - 40 * ease(t, 4.6, 5), fold: 18 },
          far: { lift: 60 - 40 * ease(t, 4.6, 5), fold: 22 },
          mood: { mouth: 'smile', brow: t > 3 ? 'up' : 'worried' },
        }) +
        at(mix(z.x - 46, 294, given), floor - 84, kite({ state: 'patched' }, t), { scale: 0.9, turn: sway(t, 0.4) * 3 })
      )
    },
  },
  {
    seconds: 6.2,
    mood: 'hopeful',
    captions: ['“I am sorry that I shouted,” said Aminu.', '“Will you fly it with me?”'],
    view: () => ({ x: 310, y: 225, zoom: 1.4 }),
    draw: (t) => {
      const glad = t > 4.2
      const hop = glad ? Math.abs(sway(t, 1.3)) * 9 : 0
      return (
        kano(t) +
        child(aminu, 250, t, {
          hop,
          near: { lift: 66, fold: 26 },
          far: glad ? { lift: 140, fold: 16 } : { lift: 30, fold: 96 },
          hold: at(6, 6, carriedKite({ state: 'patched' }, t, 0.6)),
          tilt: t < 2.4 ? 8 : 0,
          mood: { mouth: t < 2.6 ? 'open' : 'grin', brow: t < 2.6 ? 'worried' : 'up', look: [0.8, t < 1.4 ? 0.6 : 0] },
        }) +
        child(zainabInPink, 384, t, {
          face: -1,
          hop,
          near: glad ? { lift: 130, fold: 14 } : { lift: 8, fold: 14 },
          far: glad ? { lift: 150, fold: 14 } : { lift: 8, fold: 14 },
          mood: { mouth: t > 2 ? 'grin' : 'smile', brow: 'up', look: [0.8, 0] },
        }) +
        at(330, 196, at(0, 0, heart(), { scale: Math.max(0.01, ease(t, 4.2, 4.7) * (1.5 + sway(t, 1.2) * 0.14)) }))
      )
    },
  },
  {
    seconds: 6,
    mood: 'joyful',
    captions: ['Zainab ran, and Aminu held the string.', 'Up, up, over the roofs of Kano!'],
    view: glide({ x: 280, y: 240, zoom: 1.2 }, { x: 320, y: 180, zoom: 1 }, 4.4),
    draw: (t) => kano(t) + launch(t, { state: 'patched' }, zainabInPink, { x: 452, y: 66 }),
  },
]

/** The picture of the title: a kite in the sky. */
export const flag = (t: number): string =>
  at(6, -36, kite({ state: 'patched' }, t), { scale: 1.7, turn: 12 + sway(t, 0.4) * 4 })
