import { cloth, days, pot, running, washingLine } from '../../draw/dye.ts'
import { asooke } from '../../draw/motifs.ts'
import { ink } from '../../draw/pigments.ts'
import { rain } from '../../draw/places.ts'
import { at, fill, line, many } from '../../draw/svg.ts'
import { clamp, ease, keys, mix, sway, walk } from '../../draw/tween.ts'
import { glide, type Scene } from '../../video.ts'
import { dancing, drumming } from '../fable-cast.ts'
import { baba } from '../people.ts'
import { aunt, child, dipping, floor, fola, shades, tall, tobi, wearing, yard } from './stage.ts'

const dark = shades.days[4]

export const ending: readonly Scene[] = [
  {
    seconds: 5.8,
    mood: 'sad',
    captions: ['The blue ran down his legs!', 'Soon his cloth was almost white.'],
    view: glide({ x: 320, y: 220, zoom: 1.3 }, { x: 320, y: 240, zoom: 1.6 }, 4),
    draw: (t) => {
      const share = ease(t, 0.3, 3.6)
      const fading = ['#B4C3EE', '#C6D0EE', '#D8DEEC', '#E9E9EA', shades.white]
      return (
        yard(t, { grey: true }) +
        child(wearing(tobi, fading[Math.min(4, Math.floor(share * 5))] ?? shades.white, '#E3E6F2'), 320, t, {
          near: { lift: 44, fold: 30 + sway(t, 0.8) * 6 },
          far: { lift: 40, fold: 40 },
          tilt: 10,
          mood: { mouth: t > 2.4 ? 'sad' : 'open', brow: 'worried', look: [0.2, 0.9] },
        }) +
        at(321, floor - 16, running(30, 18, share, '#6C7AD0')) +
        rain(t, 1.2)
      )
    },
  },
  {
    seconds: 6.2,
    mood: 'gentle',
    captions: ['Fola had waited. Her cloth was deep blue.', '“May I start again?” asked Tobi.'],
    view: glide({ x: 350, y: 200, zoom: 1.1 }, { x: 320, y: 210, zoom: 1.25 }, 5),
    draw: (t) => {
      const step = walk(
        t,
        [
          [0, 40],
          [2, 176],
        ],
        1,
      )
      return (
        yard(t) +
        washingLine(330, 560, 160, 296) +
        at(446, 162, cloth(96, 116, dark, t)) +
        child(fola, 530, t, {
          face: -1,
          near: { lift: 108, fold: 14 },
          mood: { mouth: 'smile', brow: 'up', look: [0.9, t > 3 ? 0.2 : -0.5] },
        }) +
        tall(aunt, 316, t, {
          face: -1,
          near: { lift: 18, fold: 60 },
          mood: { mouth: 'smile', brow: 'calm', look: [0.9, 0.5] },
        }) +
        child(wearing(tobi, shades.white, '#D5D9EE'), step.x, t, {
          stride: step.stride,
          near: t > 3 ? { lift: 62, fold: 20 } : { lift: 8, fold: 14 },
          tilt: t < 3 ? 8 : 0,
          mood: { mouth: t > 3 ? 'open' : 'sad', brow: 'worried', look: [0.9, t < 2.8 ? -0.2 : -0.6] },
        })
      )
    },
  },
  {
    seconds: 5.2,
    mood: 'hopeful',
    captions: ['“Yes,” said his aunt.', '“But now you know how to wait.”'],
    view: () => ({ x: 300, y: 220, zoom: 1.3 }),
    draw: (t) =>
      yard(t) +
      dipping(tobi, 250, t, {
        down: keys(t, [
          [0, 0],
          [1, 0],
          [2, 1],
          [3, 1],
          [4, 0],
        ]),
        colour: t < 2.5 ? shades.white : shades.green,
        mood: { mouth: t > 2 ? 'smile' : 'flat', brow: 'up', look: [t < 1 ? 0.9 : 0.7, t < 1 ? -0.6 : 0.5] },
      }) +
      tall(aunt, 390, t, {
        face: -1,
        near: t > 1.6 ? { lift: 84, fold: 16 } : { lift: 18, fold: 60 },
        mood: { mouth: t < 3.6 ? 'open' : 'smile', brow: 'up', look: [0.9, 0.6] },
      }),
  },
  {
    seconds: 6.4,
    mood: 'hopeful',
    captions: ['Dip, dry, wait. Dip, dry, wait.', 'Five days, and it was as blue as the night.'],
    draw: (t) => {
      const day = clamp(t / 1.15, 0, 4.99)
      const done = Math.floor(day)
      const night = done < 4 ? 0.62 * Math.max(0, Math.sin((day % 1) * Math.PI)) ** 2 : 0
      const proud = done === 4
      return (
        yard(t, { night }) +
        washingLine(210, 490, 150, 300) +
        at(350, 153, cloth(118, 128, shades.days[done] ?? dark, t)) +
        at(540, floor, pot(), { scale: 0.9 }) +
        child(tobi, 170, t, {
          sit: !proud,
          near: proud ? { lift: 120, fold: 12 } : { lift: 46, fold: 120 },
          far: proud ? { lift: 140, fold: 12 } : { lift: 30, fold: 60 },
          hop: proud ? Math.abs(sway(t, 1.2)) * 9 : 0,
          mood: { mouth: proud ? 'grin' : 'smile', brow: proud ? 'up' : 'calm', look: [0.9, proud ? -0.4 : -0.7] },
        }) +
        at(320, 44, days(done + 1, 1.5))
      )
    },
  },
  {
    seconds: 5.6,
    mood: 'joyful',
    captions: ['At the feast the rain came again.', 'But this time the blue stayed!'],
    view: glide({ x: 320, y: 215, zoom: 1.14 }, { x: 320, y: 190, zoom: 1.03 }, 5),
    draw: (t) => {
      const blue = (x: number) => ({ x, y: floor, t: t + x / 100, scale: 1.12 })
      return (
        yard(t, { grey: true }) +
        line('M-10 120Q160 170 320 128T650 120', ink.danfo100, 2) +
        many(11, (i) =>
          at(
            20 + i * 60,
            138 + Math.sin(i * 1.05) * 12,
            fill('M-11 0H11L0 20Z', [ink.danfo500, ink.zobo300, ink.palm600][i % 3] ?? ink.white),
          ),
        ) +
        drumming(baba, { x: 110, y: floor - 4, t, scale: 0.98, mood: { mouth: 'grin', brow: 'up' } }) +
        tall(aunt, 520, t, {
          face: -1,
          near: { lift: 84 + sway(t, 2) * 12, fold: 40 },
          far: { lift: 84 - sway(t, 2) * 12, fold: 40 },
          mood: { mouth: 'grin', brow: 'up' },
        }) +
        dancing(wearing(tobi, dark), blue(270)) +
        dancing(wearing(fola, dark), { ...blue(400), face: -1 }) +
        rain(t, 0.9)
      )
    },
  },
]

/** The picture of the title: a blue cloth over a pot. */
export const dyedCloth = (t: number): string =>
  at(0, 84, pot(), { scale: 1.5 }) +
  at(0, -118, cloth(96, mix(104, 112, ease(t, 0, 2)), dark, t)) +
  at(-58, -124, asooke(116, 8))
