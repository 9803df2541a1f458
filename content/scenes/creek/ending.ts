import { fish, mangrove, netting, soupPot } from '../../draw/creek.ts'
import { person } from '../../draw/person.ts'
import { ink } from '../../draw/pigments.ts'
import { rain } from '../../draw/places.ts'
import { burst, heart, notes } from '../../draw/props.ts'
import { at, many, text } from '../../draw/svg.ts'
import { clamp, ease, keys, pop, sway } from '../../draw/tween.ts'
import { glide, type Scene } from '../../video.ts'
import { tempted } from './opening.ts'
import {
  aboard,
  afloat,
  auntie,
  boat,
  creek,
  deck,
  eating,
  ebi,
  grandpa,
  home,
  landing,
  paddling,
  preye,
  timi,
} from './stage.ts'

const holding = { near: { lift: 62, fold: 30 }, far: { lift: 74, fold: 16 } } as const

/** The three numbers that Ebi counts, one a second. */
const counted = (t: number) =>
  [1, 2, 3]
    .map((number, i) =>
      at(392 + i * 34, 166 - i * 8, text(0, 0, 34, ink.laterite700, String(number)), {
        scale: Math.max(pop(t, 2 + i * 0.7), 0.01),
        opacity: t > 2 + i * 0.7 && t < 5.4 ? 1 : 0,
      }),
    )
    .join('')

const heap = (x: number, y: number, count: number) =>
  many(count, (i) =>
    at(x + (i % 4) * 22 - 34, y - Math.floor(i / 4) * 13, fish({ colour: i % 2 ? '#8FA9C4' : '#B7A0C4' }), {
      scale: 0.5,
      turn: (i * 37) % 30,
      mirror: i % 3 === 0,
    }),
  )

export const ending: readonly Scene[] = [
  {
    seconds: 5.4,
    mood: 'tense',
    captions: ['“Take her, Ebi!” called Timi and Preye. “Nobody will know!”'],
    view: glide({ x: 320, y: 215, zoom: 1.05 }, { x: 270, y: 225, zoom: 1.2 }, 4),
    draw: tempted,
  },
  {
    seconds: 6.6,
    mood: 'hopeful',
    captions: ['Ebi’s hands shook. He counted slowly. One. Two. Three.', '“I will know,” he said.'],
    view: glide({ x: 400, y: 230, zoom: 1.4 }, { x: 400, y: 225, zoom: 1.6 }, 6),
    draw: (t) => {
      const shake = t < 2 ? sway(t, 7) * 1.6 : 0
      const calm = t > 4.4
      return (
        creek(t) +
        at(560, 282, mangrove(), { scale: 1.4 }) +
        boat(
          420,
          t,
          aboard(ebi, 420 + shake, t, {
            face: -1,
            ...holding,
            mood: {
              mouth: calm && t < 6 ? 'open' : t < 2 ? 'sad' : 'flat',
              brow: calm ? 'calm' : 'worried',
              look: [0.9, 0],
              shut: t > 1.8 && t < 4.3,
            },
          }),
        ) +
        at(354 + shake, 264, fish({ eggs: 1, wag: sway(t, 1.4) * 0.6, sad: !calm }), { scale: 0.95, mirror: true }) +
        counted(t)
      )
    },
  },
  {
    seconds: 5.2,
    mood: 'hopeful',
    captions: ['Splash! Home she swam.', 'The big boys laughed at him.'],
    view: glide({ x: 380, y: 220, zoom: 1.2 }, { x: 290, y: 220, zoom: 1.08 }, 4.4),
    draw: (t) => {
      const fall = clamp(t / 0.7)
      const swim = ease(t, 0.8, 2.8)
      return (
        creek(t) +
        at(560, 282, mangrove(), { scale: 1.4 }) +
        at(430 + swim * 260, 338, fish({ eggs: 0.6, wag: sway(t, 2.4) }), { scale: 0.8, opacity: t > 0.9 ? 0.75 : 0 }) +
        boat(
          130,
          t,
          aboard(timi, 172, t, {
            tilt: sway(t, 2) * 6,
            near: { lift: 80, fold: 12 },
            mood: { mouth: 'grin', shut: t > 2.6 },
          }) + aboard(preye, 96, t, { tilt: sway(t, 2, 0.4) * 6, mood: { mouth: 'grin', shut: t > 2.4 } }),
          ink.indigo800,
        ) +
        boat(
          420,
          t,
          aboard(ebi, 420, t, {
            face: t > 3 ? -1 : 1,
            near: t < 1.4 ? { lift: 66, fold: 6 } : { lift: 120 + sway(t, 1.2) * 16, fold: 20 },
            mood: { mouth: 'smile', brow: t > 3.6 ? 'calm' : 'up', look: [0.8, t < 3 ? 0.7 : 0] },
          }),
        ) +
        (fall < 1
          ? at(478 + fall * 22, 268 + fall * fall * 62, fish({ eggs: 1 }), { scale: 0.95, turn: fall * 60 })
          : '') +
        at(500, 322, burst(t, 0.6, '#BFE3EC'), { scale: 1.1 })
      )
    },
  },
  {
    seconds: 6.6,
    mood: 'bright',
    captions: ['Then the rain came, and the creek was opened.', 'So many fish! Every net came up full.'],
    view: glide({ x: 320, y: 190, zoom: 1 }, { x: 320, y: 225, zoom: 1.18 }, 6),
    draw: (t) => {
      const wet = t < 2.8
      const haul = ease(t, 3, 4.4)
      const pulls = {
        near: { lift: 60 + sway(t, 0.8) * 20, fold: 30 },
        far: { lift: 70 - sway(t, 0.8) * 20, fold: 20 },
      }
      return (
        creek(t, { grey: wet }) +
        boat(
          150,
          t,
          aboard(preye, 104, t, {
            ...(wet ? paddling(t) : pulls),
            mood: { mouth: haul > 0.5 ? 'grin' : 'smile', brow: 'up' },
          }) +
            aboard(timi, 180, t, { ...(wet ? {} : pulls), mood: { mouth: haul > 0.5 ? 'grin' : 'smile', brow: 'up' } }),
          ink.indigo800,
        ) +
        boat(
          470,
          t,
          aboard(grandpa, 518, t, { face: -1, ...(wet ? paddling(t) : {}), mood: { mouth: 'smile', brow: 'up' } }) +
            aboard(ebi, 440, t, {
              face: -1,
              ...(wet ? {} : pulls),
              mood: { mouth: haul > 0.5 ? 'grin' : 'smile', brow: 'up', look: [0.7, 0.7] },
            }),
        ) +
        at(258, 430 - haul * 120, heap(0, 0, 12) + at(0, -14, netting(), { scale: 1.1 })) +
        at(352, 436 - haul * 120, heap(0, 0, 12) + at(0, -14, netting(), { scale: 1.1 })) +
        (wet ? rain(t) : '') +
        [0, 1, 2]
          .map((i) => {
            const age = clamp((t - 3.6 - i * 0.7) / 1)
            return age > 0 && age < 1
              ? at(250 + i * 60 + age * 40, afloat - Math.sin(age * Math.PI) * 70, fish(), {
                  scale: 0.42,
                  turn: -50 + age * 100,
                })
              : ''
          })
          .join('')
      )
    },
  },
  {
    seconds: 6.8,
    mood: 'joyful',
    captions: ['“These are her children,” said Grandpa.', 'And there was pepper soup for the whole village.'],
    view: (t) => ({
      x: keys(t, [
        [0, 200],
        [2.8, 200],
        [4.4, 320],
      ]),
      y: 215,
      zoom: keys(t, [
        [0, 1.4],
        [2.8, 1.4],
        [4.4, 1.06],
      ]),
    }),
    draw: (t) => creek(t, { night: 0.26 }) + home() + landing(false) + feast(t),
  },
]

/** Everybody around the big pot on the wide landing. */
function feast(t: number): string {
  const served = t > 3
  return (
    at(240, 0, landing(false)) +
    at(480, 0, landing(false)) +
    person(auntie, {
      x: 410,
      y: deck,
      t,
      face: -1,
      near: { lift: 40 + sway(t, 0.8) * 14, fold: 50 },
      mood: { mouth: 'grin', brow: 'up' },
    }) +
    at(348, deck, soupPot(t, true), { scale: 1.25 }) +
    person(grandpa, {
      x: 168,
      y: deck + 10,
      t,
      near: served ? { lift: 30, fold: 84 } : { lift: 74, fold: 8 },
      ...(served ? eating() : {}),
      mood: { mouth: served ? 'grin' : 'open', brow: 'up' },
    }) +
    person(ebi, {
      x: 240,
      y: deck + 14,
      t,
      scale: 1.15,
      face: t < 2.8 ? -1 : 1,
      ...(served ? eating() : {}),
      hop: served ? Math.abs(sway(t, 1)) * 6 : 0,
      mood: { mouth: 'grin', brow: 'up', look: [0.7, -0.4] },
    }) +
    person(preye, { x: 584, y: deck + 10, t, face: -1, scale: 0.98, ...eating(), mood: { mouth: 'grin' } }) +
    person(timi, {
      x: 516,
      y: deck + 14,
      t,
      face: -1,
      scale: 0.98,
      far: { lift: 130 + sway(t, 1) * 16, fold: 16 },
      mood: { mouth: served ? 'grin' : 'smile', brow: 'up' },
    }) +
    at(348, 190, notes(t, ink.laterite700)) +
    many(3, (i) => at(250 + i * 12, 160 - ((t * 20 + i * 18) % 50), heart(), { scale: 0.7, opacity: t > 4 ? 0.9 : 0 }))
  )
}
