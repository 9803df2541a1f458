import { dough, flour, loaf, loaves, oven, sandClock, smoke } from '../../draw/bakery.ts'
import { ink } from '../../draw/pigments.ts'
import { bubble, heart, tear } from '../../draw/props.ts'
import { glow } from '../../draw/places.ts'
import { at, many, oval, text } from '../../draw/svg.ts'
import { ease, keys, mix, sway, walk } from '../../draw/tween.ts'
import { goat } from '../../draw/well.ts'
import { glide, type Scene } from '../../video.ts'
import { adult, child, dara, floor, lekan, papa, room, sade, street, table, teacher } from './stage.ts'

const spoiled = (t: number) => at(306, 256, loaves('burnt')) + table() + at(306, 236, smoke(t, 0.4), { scale: 0.6 })

export const ending: readonly Scene[] = [
  {
    seconds: 5.4,
    mood: 'sad',
    captions: ['What could she say? “The goat did it”?', '“The oven was too hot”?'],
    view: () => ({ x: 270, y: 205, zoom: 1.28 }),
    draw: (t) =>
      room(t) +
      spoiled(t) +
      child(dara, 196, t, {
        near: { lift: 50, fold: 118 },
        mood: { mouth: 'flat', brow: 'worried', look: [t < 3 ? 0.6 : -0.2, -0.7] },
        tilt: sway(t, 0.4) * 6,
      }) +
      at(
        212,
        190,
        bubble(oval(2, 2, 46, 30, ink.palm300) + at(-4, 24, goat(sway(t, 2), false), { scale: 0.9 }), t, 1, 3.2, {
          think: true,
          lean: 1,
          wide: 112,
          high: 76,
        }),
      ) +
      at(
        212,
        190,
        bubble(at(0, 34, oven(t, 1), { scale: 0.42 }), t, 3.5, 5.3, { think: true, lean: 1, wide: 112, high: 84 }),
      ),
  },
  {
    seconds: 6.8,
    mood: 'sad',
    captions: ['Papa came in. “It was me,” said Dara. “I did not watch.”', 'Papa was quiet for a long time.'],
    view: glide({ x: 240, y: 200, zoom: 1.15 }, { x: 200, y: 215, zoom: 1.36 }, 5),
    draw: (t) => {
      const step = walk(t, [
        [0, 40],
        [1.2, 116],
      ])
      return (
        room(t) +
        spoiled(t) +
        (t < 1.4 ? '' : at(62, floor, flour())) +
        adult(papa, step.x, t, {
          stride: step.stride,
          near: t < 1.2 ? { lift: 30, fold: 60 } : { lift: 8, fold: 14 },
          ...(t < 1.4 ? { hold: at(4, 30, flour(), { scale: 0.8 }) } : {}),
          mood: {
            mouth: 'flat',
            brow: t > 1.2 ? 'worried' : 'calm',
            look: [0.8, t > 3.8 ? 0.7 : 0.1],
            shut: t > 5 && t < 5.8,
          },
        }) +
        child(dara, 214, t, {
          face: -1,
          near: t > 1.6 && t < 4 ? { lift: 24, fold: 130 } : { lift: 10, fold: 20 },
          tilt: t > 4 ? 10 : 0,
          mood: { mouth: t > 1.6 && t < 3.8 ? 'open' : 'sad', brow: 'worried', look: [0.8, t < 4 ? -0.6 : 0.8] },
        }) +
        (t > 2.6 ? at(200, 222, tear(t)) : '')
      )
    },
  },
  {
    seconds: 6.2,
    mood: 'hopeful',
    captions: ['“There is flour for forty more,” he said.', '“Then I will bake them,” said Dara.'],
    view: glide({ x: 210, y: 195, zoom: 1.2 }, { x: 230, y: 200, zoom: 1.16 }, 5),
    draw: (t) => {
      const lift = ease(t, 3, 3.8)
      return (
        room(t) +
        spoiled(t) +
        (lift < 0.1 ? at(62, floor, flour()) : '') +
        adult(papa, 116, t, {
          near: t < 2.8 ? { lift: -40, fold: -10 } : { lift: 50, fold: 30 },
          mood: { mouth: t < 2.6 ? 'open' : 'smile', brow: t > 3 ? 'up' : 'calm', look: [0.8, 0.5] },
        }) +
        child(dara, 214, t, {
          face: -1,
          ...(lift > 0
            ? {
                near: { lift: 30 + lift * 16, fold: 70 },
                far: { lift: 40, fold: 50 },
                hold: at(-6, mix(40, 26, lift), flour(), { scale: 0.74 }),
              }
            : { near: { lift: 10, fold: 20 } }),
          lean: lift * -6,
          mood: { mouth: t > 3.4 ? 'grin' : 'flat', brow: t > 3 ? 'up' : 'worried', look: [0.8, -0.5] },
        }) +
        at(
          130,
          150,
          bubble(at(-20, 14, loaf('golden'), { scale: 1.1 }) + text(26, 12, 30, ink.laterite700, '40'), t, 0.5, 2.8, {
            lean: 1,
            wide: 106,
            high: 62,
          }),
        )
      )
    },
  },
  {
    seconds: 6.6,
    mood: 'hopeful',
    captions: ['She kneaded while the moon was high.', 'And she never once looked away from the sand.'],
    view: (t) => ({
      x: keys(t, [
        [0, 300],
        [2.8, 300],
        [3.8, 400],
      ]),
      y: 215,
      zoom: 1.24,
    }),
    draw: (t) => {
      const press = Math.abs(sway(t, 0.8))
      const waits = t > 3.1
      return (
        room(t, {
          night: true,
          fire: waits ? 0.8 : 0.3,
          inside: waits ? at(0, 4, loaves('golden'), { scale: 0.62 }) : '',
        }) +
        glow(526, 258, 110, waits ? 1 : 0.4) +
        (waits
          ? table(
              at(
                280,
                258,
                sandClock(
                  keys(t, [
                    [3.1, 0.1],
                    [6.4, 0.9],
                  ]),
                  t,
                ),
              ),
            ) +
            child(dara, 404, t, {
              face: -1,
              near: { lift: 46, fold: 124 },
              tilt: sway(t, 0.3) * 5,
              mood: { mouth: 'flat', brow: 'up', look: [0.8, 0.3] },
            })
          : child(dara, 306, t, {
              y: floor - 16,
              near: { lift: 44 - press * 14, fold: 20 },
              far: { lift: 30 + press * 12, fold: 30 },
              lean: 6 + press * 8,
              mood: { mouth: 'flat', brow: 'calm', look: [0.5, 0.9] },
            }) + table(at(330, 258, dough(press))))
      )
    },
  },
  {
    seconds: 7.4,
    mood: 'joyful',
    captions: ['At seven, the school had forty golden loaves.', 'From that day, Papa let her watch the oven alone.'],
    view: (t) => ({
      x: keys(t, [
        [0, 400],
        [3.2, 400],
        [4.4, 250],
      ]),
      y: 212,
      zoom: keys(t, [
        [0, 1.14],
        [3.2, 1.14],
        [4.4, 1.26],
      ]),
    }),
    draw: (t) => {
      const give = ease(t, 4, 4.8)
      const bread = at(8, 2, loaf('golden'), { scale: 0.62 })
      const eats = { near: { lift: 40, fold: 104 + sway(t, 1) * 8 }, hold: bread } as const
      return (
        street() +
        adult(teacher, 590, t, { face: -1, near: { lift: 60, fold: 30 }, mood: { mouth: 'grin', brow: 'up' } }) +
        child(sade, 400, t, { ...eats, mood: { mouth: 'grin', brow: 'up' } }) +
        child(lekan, 530, t, { face: -1, ...eats, mood: { mouth: 'grin', brow: 'up' } }) +
        at(466, 318, loaves('golden'), { scale: 0.9 }) +
        adult(papa, 184, t, {
          near: { lift: 20 + give * 46, fold: 60 - give * 40 },
          hold: give < 1 ? at(6, 22, sandClock(0, t), { scale: 0.7 }) : '',
          mood: { mouth: give > 0.4 ? 'grin' : 'smile', brow: 'up', look: [0.8, 0.6] },
        }) +
        child(dara, 284, t, {
          face: t > 3.4 ? -1 : 1,
          ...(give >= 1
            ? { near: { lift: 50, fold: 50 }, hold: at(6, 22, sandClock(0, t), { scale: 0.7 }) }
            : { near: { lift: 10 + give * 50, fold: 20 } }),
          hop: t > 5 ? Math.abs(sway(t, 1)) * 8 : 0,
          mood: { mouth: 'grin', brow: 'up', look: [0.8, t > 3.4 ? -0.5 : 0] },
        }) +
        many(3, (i) =>
          at(226 + i * 14, 150 - ((t * 20 + i * 18) % 50), heart(), { scale: 0.8, opacity: t > 4.8 ? 0.9 : 0 }),
        )
      )
    },
  },
]
