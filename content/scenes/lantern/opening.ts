import { bulb, lantern, pool, sunLantern, tin } from '../../draw/lantern.ts'
import { person } from '../../draw/person.ts'
import { ink } from '../../draw/pigments.ts'
import { nightfall } from '../../draw/places.ts'
import { bubble } from '../../draw/props.ts'
import { at, line } from '../../draw/svg.ts'
import { ease, sway } from '../../draw/tween.ts'
import { glide } from '../../video.ts'
import { chinedu } from '../people.ts'
import type { Scene } from '../../video.ts'
import { floor, readers, street, mat, reading, sighing, firstTries } from './stage.ts'

export const opening: readonly Scene[] = [
  {
    seconds: 5.4,
    mood: 'bright',
    captions: ['The test was tomorrow.', 'On Ọbọ Street, Chinẹ́dụ and his friends were all reading.'],
    view: glide({ x: 320, y: 190, zoom: 1.02 }, { x: 320, y: 215, zoom: 1.15 }, 5),
    draw: (t) =>
      street([1, 1, 1, 1], 0.75) +
      nightfall(0.15) +
      readers.map(([look, x, colour]) => reading(look, x, colour, t)).join('') +
      reading(chinedu, 390, ink.laterite600, t),
  },
  {
    seconds: 5.2,
    mood: 'sad',
    captions: ['Then NEPA took the light. One window after another went dark.', 'Nobody could read.'],
    draw: (t) => {
      const off = (i: number) => 1 - ease(t, 0.9 + i * 0.45, 1 + i * 0.45)
      const dark = ease(t, 0.9, 2.8)
      return (
        street([off(0), off(1), off(2), off(3)], 0.75 + dark * 0.25) +
        readers
          .map(([look, x, colour], i) =>
            t > 1.4 + i * 0.4 ? sighing(look, x, colour, t) : reading(look, x, colour, t),
          )
          .join('') +
        (t > 2.6 ? sighing(chinedu, 390, ink.laterite600, t) : reading(chinedu, 390, ink.laterite600, t)) +
        nightfall(0.15 + dark * 0.65) +
        at(330, 170, bubble(bulb(t < 3.1 ? Math.floor(t * 8) % 2 === 0 : false), t, 2.7, 5.1, { lean: -1, wide: 92 }))
      )
    },
  },
  {
    seconds: 6,
    mood: 'gentle',
    captions: ['Chinẹ́dụ had one small lantern, and could read.', 'Then he saw his friends in the dark.'],
    view: glide({ x: 390, y: 230, zoom: 1.45 }, { x: 320, y: 215, zoom: 1.12 }, 5),
    draw: (t) =>
      street([0, 0, 0, 0], 1) +
      readers.map(([look, x, colour]) => sighing(look, x, colour, t)).join('') +
      nightfall(0.85) +
      pool(440, 282, 92, 1 + sway(t, 1.7) * 0.05) +
      at(446, floor + 4, lantern(1, sway(t, 2))) +
      reading(
        chinedu,
        390,
        ink.laterite600,
        t,
        t > 3 ? { face: -1, tilt: 0, mood: { mouth: 'flat', brow: 'worried', look: [0.9, 0] } } : {},
      ),
  },
  {
    seconds: 6.4,
    mood: 'hopeful',
    captions: ['He put the lantern in the middle. Too small!', 'He hung it on a string. The string broke!'],
    view: glide({ x: 320, y: 200, zoom: 1.05 }, { x: 330, y: 215, zoom: 1.2 }, 6),
    draw: firstTries,
  },
  {
    seconds: 5.2,
    mood: 'gentle',
    captions: ['He did not give up. He thought about how a shiny tin throws light.'],
    view: () => ({ x: 330, y: 205, zoom: 1.3 }),
    draw: (t) =>
      street([0, 0, 0, 0], 1) +
      nightfall(0.85) +
      pool(408, 288, 80, 0.9) +
      at(410, floor + 2, lantern(1, sway(t, 2))) +
      at(466, floor + 4, tin(t > 2 ? 1 : 0), { turn: -8 }) +
      line(
        `M424 292L458 300L${458 + 60 * ease(t, 2, 3)} ${300 - 110 * ease(t, 2, 3)}`,
        ink.danfo500,
        4,
        `stroke-dasharray="9 6" opacity="${t > 2 ? 1 : 0}"`,
      ) +
      mat(320, ink.laterite600) +
      person(chinedu, {
        x: 320,
        y: floor,
        t,
        scale: 1.2,
        sit: true,
        near: { lift: 46, fold: 128 },
        far: { lift: 20, fold: 60 },
        mood: { mouth: t > 2.4 ? 'grin' : 'flat', brow: t > 2.4 ? 'up' : 'worried', look: [0.9, t > 2.4 ? 0.4 : 0] },
      }) +
      at(
        350,
        206,
        bubble(at(0, 24, sunLantern(1, sway(t, 2)), { scale: 0.62 }), t, 2.9, 5.1, {
          think: true,
          lean: -1,
          wide: 112,
          high: 92,
        }),
      ),
  },
]
