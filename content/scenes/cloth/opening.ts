import { cloth, days, pot, washingLine } from '../../draw/dye.ts'
import { ink } from '../../draw/pigments.ts'
import { rain } from '../../draw/places.ts'
import { bubble, cross, notes } from '../../draw/props.ts'
import { at } from '../../draw/svg.ts'
import { clamp, ease, keys, mix, sway, walk } from '../../draw/tween.ts'
import { glide, type Scene } from '../../video.ts'
import { dancing } from '../fable-cast.ts'
import { aunt, blues, child, dipping, floor, fola, shades, stick, tall, tobi, wearing, yard } from './stage.ts'

export const opening: readonly Scene[] = [
  {
    seconds: 5.8,
    mood: 'bright',
    captions: ['Tobi’s aunt made blue cloth in Abẹ́òkúta.', 'Everybody loved her blue.'],
    view: glide({ x: 320, y: 190, zoom: 1.02 }, { x: 320, y: 215, zoom: 1.2 }, 5),
    draw: (t) =>
      yard(t) +
      blues(t) +
      tall(aunt, 296, t, {
        near: { lift: 62 + sway(t, 0.6) * 12, fold: 26 },
        far: { lift: 70 + sway(t, 0.6) * 12, fold: 20 },
        hold: stick(),
        mood: { mouth: 'smile', brow: 'up', look: [0.6, 0.7] },
      }) +
      at(352, floor + 4, pot()) +
      child(tobi, 180, t, {
        near: { lift: 84 + sway(t, 0.8) * 10, fold: 12 },
        mood: { mouth: 'grin', brow: 'up', look: [0.6, -0.5] },
      }) +
      child(fola, 470, t, { face: -1, mood: { mouth: 'grin', brow: 'up', look: [0.4, -0.5] } }),
  },
  {
    seconds: 6.2,
    mood: 'bright',
    captions: ['She gave Tobi and Fola white cloth.', '“Dip it once a day, for five days.”'],
    view: glide({ x: 320, y: 200, zoom: 1.08 }, { x: 320, y: 210, zoom: 1.25 }, 5),
    draw: (t) => {
      const given = ease(t, 1, 1.8)
      const held = (x: number) => at(mix(320, x, given), mix(212, 236, given), cloth(40, 50, shades.white, t, 0.2))
      return (
        yard(t) +
        blues(t, 150) +
        tall(aunt, 320, t, {
          near: { lift: 60 * (1 - given) + (t > 3 ? 96 : 10), fold: 20 },
          far: { lift: 60 * (1 - given) + 10, fold: 30 },
          mood: { mouth: t > 3 ? 'open' : 'smile', brow: 'up', look: [-0.2, 0.6] },
        }) +
        child(tobi, 196, t, {
          near: { lift: 76, fold: 14 },
          far: { lift: 70, fold: 16 },
          mood: { mouth: 'smile', brow: 'up', look: [0.9, -0.3] },
        }) +
        child(fola, 444, t, {
          face: -1,
          near: { lift: 76, fold: 14 },
          far: { lift: 70, fold: 16 },
          mood: { mouth: 'grin', brow: 'up', look: [0.9, -0.3] },
        }) +
        held(250) +
        held(390) +
        at(372, 150, bubble(days(clamp((t - 3.2) * 2.4, 0, 5)), t, 2.9, 6, { lean: 1, wide: 132, high: 50 }))
      )
    },
  },
  {
    seconds: 6.2,
    mood: 'joyful',
    captions: ['They dipped it. It came out green!', 'Then the air turned it blue.'],
    view: glide({ x: 320, y: 230, zoom: 1.3 }, { x: 320, y: 215, zoom: 1.2 }, 5),
    draw: (t) => {
      const down = keys(t, [
        [0, 0],
        [0.9, 1],
        [1.5, 1],
        [2.4, 0],
      ])
      const first = shades.days[0]
      const colour = t < 1.2 ? shades.white : t < 3.5 ? shades.green : t < 4.1 ? '#A8C4BC' : first
      const mood = { mouth: t > 2 ? 'grin' : 'smile', brow: 'up' } as const
      return (
        yard(t) +
        dipping(tobi, 236, t, { down, colour, mood }) +
        dipping(fola, 404, t, { down, colour, face: -1, mood })
      )
    },
  },
  {
    seconds: 5.6,
    mood: 'tense',
    captions: ['“Mine is blue enough,” said Tobi.', 'He did not want to wait.'],
    view: glide({ x: 320, y: 200, zoom: 1.1 }, { x: 270, y: 210, zoom: 1.3 }, 4),
    draw: (t) => {
      const step = walk(
        t,
        [
          [0, 150],
          [1.4, 226],
        ],
        1,
      )
      const taken = ease(t, 3.4, 4)
      return (
        yard(t) +
        washingLine(180, 500, 176, 300) +
        at(mix(284, 268, taken), mix(178, 236, taken), cloth(62, mix(92, 60, taken), shades.days[0], t)) +
        at(410, 179, cloth(62, 92, shades.days[0], t + 2)) +
        child(tobi, step.x, t, {
          stride: step.stride,
          near: t > 1.4 ? { lift: 112 - taken * 36, fold: 16 } : { lift: 8, fold: 14 },
          far: t > 3 ? { lift: 106 - taken * 30, fold: 14 } : { lift: 8, fold: 14 },
          mood: { mouth: t > 3.6 ? 'grin' : 'flat', brow: t > 2.6 ? 'angry' : 'up', look: [0.8, -0.3] },
        }) +
        child(fola, 496, t, {
          face: -1,
          near: t > 2 ? { lift: 60, fold: 70 } : { lift: 8, fold: 14 },
          mood: { mouth: t > 2 ? 'open' : 'flat', brow: 'worried', look: [0.9, 0] },
        }) +
        at(
          214,
          176,
          bubble(days(5) + (t > 2.9 ? at(0, 0, cross(), { scale: 1.9 }) : ''), t, 2.2, 5.2, {
            think: true,
            lean: -0.6,
            wide: 132,
            high: 52,
          }),
        )
      )
    },
  },
  {
    seconds: 5.4,
    mood: 'bright',
    captions: ['He wore it and danced in the street.', 'But then came the rain.'],
    view: glide({ x: 320, y: 230, zoom: 1.3 }, { x: 320, y: 195, zoom: 1.08 }, 4),
    draw: (t) => {
      const wet = t > 3.2
      const look = wearing(tobi, shades.days[0])
      const pose = { x: 320, y: floor, t, scale: 1.12 }
      return (
        yard(t, { grey: t > 2.9 }) +
        (wet
          ? child(look, 320, t, {
              near: { lift: 108, fold: 14 },
              far: { lift: 100, fold: 20 },
              mood: { mouth: 'open', brow: 'up', look: [0.5, -0.9] },
            })
          : dancing(look, pose)) +
        (wet ? rain(t, ease(t, 3.2, 4.2) * 1.3) : at(392, 220, notes(t, ink.zobo700)))
      )
    },
  },
]
