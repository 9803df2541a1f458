import { hen, shell } from '../draw/beasts.ts'
import { moon } from '../draw/motifs.ts'
import { person } from '../draw/person.ts'
import { ink } from '../draw/pigments.ts'
import { glow, grass, ground, hills, house, nightfall, sky, tree } from '../draw/places.ts'
import { bubble, burst, drum, notes, rings, tear } from '../draw/props.ts'
import { at, disc, fill, line, many, oval, text } from '../draw/svg.ts'
import { clamp, ease, mix, pop, sway, walk } from '../draw/tween.ts'
import type { Film } from '../film.ts'
import { dancing, drumming, ehoro, etu, ijapa } from './fable-cast.ts'

const floor = 306

const village = (night = 0) =>
  sky(night, { sunX: 540 }) +
  hills(262, ink.palm300) +
  at(70, 282, house({ wall: ink.laterite200, roof: ink.laterite700, door: ink.indigo700, lit: night }), {
    scale: 0.9,
  }) +
  ground(274, ink.laterite500, ink.laterite200)

const river = (t: number) =>
  fill('M230 300Q330 276 660 282V350Q420 366 210 352Q180 322 230 300Z', ink.indigo600) +
  many(6, (i) =>
    line(`M${270 + i * 62 + sway(t, 0.3, i / 6) * 8} ${306 + (i % 3) * 14}q10 -5 20 0t20 0`, ink.indigo300, 2.4),
  )

const fruit = (scale = 1) =>
  at(
    0,
    0,
    disc(0, 0, 13, ink.palm600) +
      disc(0, 0, 9, 'none', `stroke="${ink.palm300}" stroke-width="1.600" stroke-dasharray="2 4"`) +
      line('M0 -13v-6', ink.laterite800, 3),
    { scale },
  )

const leaves = (spread: number) =>
  many(13, (i) => {
    const x = (i - 6) * (5 + spread * 10)
    const y = -Math.abs(6 - i) * -4.4 - 40 + spread * 20
    return at(
      x,
      Math.min(y, -4),
      fill('M-17 0Q0 -13 17 0Q0 13 -17 0Z', i % 2 ? ink.palm600 : ink.palm700) + line('M-13 0h26', ink.palm300, 1.2),
      { turn: i * 47 },
    )
  })

const leafHeap = () => oval(0, -8, 40, 14, ink.palm800) + leaves(0.05) + at(0, 26, leaves(0.1))

const riverIcon = () =>
  at(0, 10, drum(), { scale: 0.55 }) +
  line('M-40 8q10 -8 20 0t20 0 20 0 20 0M-34 20q10 -8 20 0t20 0 20 0', ink.indigo600, 4)
const birdIcon = (t: number) => {
  const flap = sway(t, 2) * 8
  return (
    at(8, 30, drum(), { scale: 0.42 }) +
    fill(
      `M-34 -12Q-14 ${-30 - flap} 0 -12Q18 ${-34 - flap} 42 ${-20 - flap}Q22 -4 4 -4Q-10 0 -34 -12Z`,
      ink.indigo900,
    ) +
    fill('M-34 -12l-10 3l10 4Z', ink.danfo600) +
    disc(-28, -10, 1.6, ink.white)
  )
}

const drumIcon = () => at(0, 30, drum(), { scale: 0.86 })

export const ijapaFilm: Film = {
  slug: 'ijapa-and-the-borrowed-drum',
  title: 'Ìjàpá and the Borrowed Drum',
  description: 'Ìjàpá the tortoise borrows a drum and finds that a small lie needs a bigger one to carry it.',
  value: 'honesty',
  card: {
    ground: ink.laterite600,
    motif: moon,
    motifColour: ink.danfo500,
    lines: ['Ìjàpá and', 'the Borrowed', 'Drum'],
    picture: (t) => rings(t % 1.1, 0.2, ink.danfo200) + at(0, 74, drum(Math.max(0, sway(t, 2))), { scale: 2.1 }),
  },
  moral: ['A small lie needs', 'a bigger one to carry it.'],
  scenes: [
    {
      seconds: 6,
      mood: 'bright',
      captions: ['Ehoro the hare had the finest drum in the village.', 'When he played it, everybody danced.'],
      draw: (t) =>
        village() +
        at(560, 290, tree(0.95)) +
        at(330, 226, notes(t)) +
        drumming(ehoro, { x: 250, y: floor, t, scale: 1.15, mood: { mouth: 'grin' } }) +
        dancing(etu, { x: 430, y: floor, t, face: -1, scale: 1.1 }) +
        at(140, floor + 14 - Math.abs(sway(t, 1)) * 10, hen(0), { scale: 1.2 }) +
        at(514, floor + 24 - Math.abs(sway(t, 1, 0.3)) * 8, hen(0, ink.danfo500), { mirror: true }),
    },
    {
      seconds: 7.4,
      mood: 'gentle',
      captions: [
        'Ìjàpá the tortoise said, “Lend me your drum. I will bring it back before the festival.”',
        'Ehoro trusted him, and said yes.',
      ],
      draw: (t) => {
        const step = walk(t, [
          [0, -40],
          [1.9, 214],
          [5, 214],
          [7.4, -60],
        ])
        const given = ease(t, 4, 4.8)
        const asks = t > 2.1 && t < 3.6
        const carried = t > 4.8
        const toX = mix(408, 262, given)
        return (
          village() +
          at(560, 290, tree(0.95)) +
          person(ehoro, {
            x: 372,
            y: floor,
            t,
            face: -1,
            scale: 1.15,
            mood: { mouth: t > 3.4 ? 'smile' : 'flat', brow: 'up' },
            near: { lift: 30 + 40 * ease(t, 3.8, 4.2) * (1 - ease(t, 4.8, 5.2)), fold: 20 },
            tilt: t > 3.2 && t < 3.9 ? sway(t, 3) * 6 : 0,
          }) +
          (carried
            ? ''
            : at(given > 0 ? toX : 408, floor + 4 - Math.sin(given * Math.PI) * 36, drum(), { scale: 1.15 })) +
          person(ijapa, {
            x: step.x,
            y: floor,
            t,
            face: t > 5 ? -1 : 1,
            stride: step.stride,
            scale: 1.15,
            mood: { mouth: t > 4 ? 'grin' : 'smile', brow: 'up' },
            near: asks || t > 4.2 ? { lift: 40, fold: 50 + sway(t, 1) * 6 } : { lift: 10, fold: 20 },
            far: t > 4.2 ? { lift: 46, fold: 46 } : { lift: 8, fold: 14 },
            ...(carried ? { hold: at(4, 42, drum()) } : {}),
          }) +
          at(244, 186, bubble(drumIcon(), t, 2, 3.8, { lean: 1 }))
        )
      },
    },
    {
      seconds: 6.6,
      mood: 'tense',
      captions: ['But Ìjàpá loved the drum too much. He wanted to keep it.', 'He hid it under a heap of leaves.'],
      draw: (t) => {
        const hide = ease(t, 2.6, 3.4)
        const cover = ease(t, 3.7, 4.3)
        const look = t > 2.2 ? sway(t, 0.9) : 0.3
        return (
          village() +
          at(452, 296, tree(1.25, { trunk: ink.laterite800 })) +
          many(4, (i) => at(376 + i * 46, 84 + (i % 2) * 30, fruit(0.9))) +
          (t < 2.6
            ? at(286, 216, notes(t)) + drumming(ijapa, { x: 214, y: floor, t, scale: 1.15, mood: { mouth: 'grin' } })
            : '') +
          (t >= 2.6
            ? at(mix(267, 362, hide), floor + 2 - Math.sin(hide * Math.PI) * 18, drum(), {
                scale: 1.15 * mix(1, 0.8, hide),
              })
            : '') +
          (cover > 0
            ? at(362, floor + 10 - (1 - cover) * 120, leafHeap(), { opacity: Math.min(1, cover * 2), scale: 1.15 })
            : '') +
          (t >= 2.6
            ? person(ijapa, {
                x: mix(214, 290, hide),
                y: floor,
                t,
                stride: hide > 0 && hide < 1 ? 0.9 : 0,
                scale: 1.15,
                mood: { mouth: 'flat', brow: 'worried', look: [look, 0] },
                near: { lift: 46 + cover * 20, fold: 30 - cover * 20 },
                tilt: look * 6,
              })
            : '')
        )
      },
    },
    {
      seconds: 6.6,
      mood: 'tense',
      captions: ['Ehoro came for his drum. “The river carried it away,” said Ìjàpá.', 'That was the first lie.'],
      draw: (t) => {
        const step = walk(
          t,
          [
            [0, 690],
            [2, 416],
          ],
          -1,
        )
        return (
          village() +
          at(70, 306, tree(1.15)) +
          at(134, floor + 10, leafHeap(), { scale: 0.95 }) +
          person(ehoro, {
            x: step.x,
            y: floor,
            t,
            face: -1,
            stride: step.stride,
            scale: 1.15,
            near: t > 2.2 && t < 4 ? { lift: 50, fold: 40 } : { lift: 6, fold: 12 },
            mood: { mouth: t > 4.2 ? 'sad' : 'flat', brow: t > 4.2 ? 'worried' : 'up' },
            flop: 30 * ease(t, 4.2, 5.2),
            tilt: 8 * ease(t, 4.2, 5),
          }) +
          person(ijapa, {
            x: 240,
            y: floor,
            t,
            scale: 1.15,
            near: t > 3.9 ? { lift: 110, fold: 16 } : { lift: 8, fold: 20 },
            mood: { mouth: t > 3.9 && t < 5.6 ? 'open' : 'smile', brow: 'worried', look: [t > 3.9 ? -0.9 : 0.5, 0] },
          }) +
          at(400, 174, bubble(drumIcon(), t, 2.1, 3.7, { lean: -1 })) +
          at(268, 184, bubble(riverIcon(), t, 3.9, 6.5, { lean: 1, wide: 124 }))
        )
      },
    },
    {
      seconds: 7.2,
      mood: 'sad',
      captions: [
        'All day the village searched the river, and found nothing.',
        '“Then a great bird took it from the river!” said Ìjàpá. The lie had grown.',
      ],
      draw: (t) => {
        const night = 0.55 * ease(t, 0, 6.5)
        const wade = (x: number, seed: number) => x + sway(t, 0.16, seed) * 26
        return (
          sky(night, { sunX: 470 }) +
          hills(262, ink.palm300) +
          ground(280, ink.laterite500, ink.laterite200) +
          person(etu, {
            x: wade(440, 0.2),
            y: 322,
            t,
            face: sway(t, 0.16, 0.45) > 0 ? 1 : -1,
            scale: 1.05,
            lean: 16,
            near: { lift: 26 + sway(t, 0.8) * 16, fold: 10 },
            mood: { mouth: 'flat', brow: 'worried', look: [0.3, 1] },
          }) +
          person(ehoro, {
            x: wade(550, 0.6),
            y: 326,
            t,
            face: -1,
            scale: 1.1,
            lean: 12,
            flop: 26,
            near: { lift: 22 + sway(t, 0.7, 0.4) * 14, fold: 12 },
            mood: { mouth: 'sad', brow: 'worried', look: [0.3, 0.9] },
          }) +
          at(520, 222, tear(t)) +
          river(t) +
          grass(236, 352, ink.palm700) +
          grass(300, 356, ink.palm600) +
          at(330, 326, hen(clamp(sway(t, 0.7) * 2)), { scale: 1.1 }) +
          person(ijapa, {
            x: 120,
            y: 316,
            t,
            scale: 1.2,
            near: t > 3.4 ? { lift: 150, fold: 14 } : { lift: 8, fold: 20 },
            mood: { mouth: t > 3.4 && t < 5.6 ? 'open' : 'flat', brow: 'worried', look: [0.8, t > 3.4 ? -0.7 : 0] },
          }) +
          at(148, 186, bubble(birdIcon(t), t, 3.5, 7, { lean: 1, wide: 128, high: 84 })) +
          nightfall(night * 0.4)
        )
      },
    },
    {
      seconds: 8,
      mood: 'hopeful',
      captions: [
        'At dusk they came home under the breadfruit tree. A ripe fruit fell. GBÀM!',
        'The heap of leaves answered like a drum. GBÀM! GBÀM!',
        'They pushed the leaves away, and there it was.',
      ],
      draw: breadfruit,
    },
    {
      seconds: 6.6,
      mood: 'gentle',
      captions: [
        'Ìjàpá hid in his shell for shame.',
        'Then he came out, told the truth, and gave back the drum. “I am sorry,” he said.',
      ],
      draw: (t) => {
        const out = ease(t, 2.2, 2.5)
        const give = ease(t, 3.6, 4.4)
        return (
          village(0.75) +
          at(78, 306, tree(1.15)) +
          nightfall(0.35) +
          person(etu, {
            x: 560,
            y: floor - 4,
            t,
            face: -1,
            scale: 1.05,
            mood: { mouth: t > 5 ? 'smile' : 'flat', brow: 'calm' },
          }) +
          person(ehoro, {
            x: 452,
            y: floor,
            t,
            face: -1,
            scale: 1.15,
            mood: { mouth: t > 4.6 ? 'smile' : 'flat', brow: t > 4.6 ? 'up' : 'angry' },
            near: give > 0.6 ? { lift: 50, fold: 40 } : { lift: 6, fold: 12 },
          }) +
          (out < 1
            ? at(246, floor, shell(t < 1.4 ? 0 : ease(t, 1.4, 2)), {
                scale: 1.25 + sway(t, 5) * (t < 1.4 ? 0.012 : 0),
                opacity: 1 - out,
              })
            : '') +
          (out > 0
            ? at(
                0,
                0,
                person(ijapa, {
                  x: 246,
                  y: floor,
                  t,
                  scale: 1.15,
                  lean: 6 + 16 * ease(t, 4.6, 5.2),
                  near: give > 0 ? { lift: 56, fold: 24 } : { lift: 8, fold: 20 },
                  far: { lift: 50, fold: 24 },
                  mood: { mouth: t > 5.4 ? 'smile' : 'sad', brow: 'worried', look: [0.4, 0.6] },
                }),
                { opacity: out },
              )
            : '') +
          at(mix(318, 402, give), floor + 2 - Math.sin(give * Math.PI) * 22, drum(), { scale: 1.15 })
        )
      },
    },
    {
      seconds: 6.4,
      mood: 'joyful',
      captions: ['At the festival Ehoro let Ìjàpá play beside him.', 'An honest friend may borrow again.'],
      draw: (t) =>
        sky(1, { sunX: 320 }) +
        at(92, 296, house({ wall: ink.laterite200, roof: ink.laterite700, door: ink.indigo700, lit: 1 }), {
          scale: 0.9,
        }) +
        ground(282, ink.laterite700, ink.laterite200) +
        nightfall(0.25) +
        line('M0 66Q160 130 320 84T640 70', ink.danfo100, 2) +
        many(7, (i) => {
          const x = 50 + i * 90
          const y = 104 + sway(i / 7, 1) * 12
          return glow(x, y, 30, 0.9) + disc(x, y, 7, ink.danfo500) + line(`M${x} ${y - 16}v8`, ink.danfo100, 2)
        }) +
        at(320, 206, notes(t, ink.danfo500)) +
        dancing(etu, { x: 548, y: floor, t, face: -1, scale: 1.1 }) +
        drumming(ehoro, { x: 392, y: floor, t, face: -1, scale: 1.15, mood: { mouth: 'grin' } }) +
        person(ijapa, {
          x: 232,
          y: floor,
          t,
          scale: 1.15,
          near: { lift: 70 + sway(t, 2) * 24, fold: 20 },
          far: { lift: 70 - sway(t, 2) * 24, fold: 30 },
          hop: Math.abs(sway(t, 1)) * 5,
          mood: { mouth: 'grin', brow: 'up' },
        }) +
        at(120, floor + 16 - Math.abs(sway(t, 1)) * 10, hen(0), { scale: 1.2 }),
    },
  ],
}

/** The turn of the story: fruit falls on the hidden drum, and the leaves speak. */
function breadfruit(t: number): string {
  const falls = [1.6, 3]
  const open = ease(t, 5.2, 5.9)
  const shake = falls.some((start) => t > start + 0.34 && t < start + 0.8) ? sway(t, 9) * 3 : 0
  const crowd = walk(
    t,
    [
      [0, 700],
      [1.4, 560],
      [3.7, 560],
      [5, 474],
    ],
    -1,
  )
  const heard = t > 2
  const drop = (start: number, x: number) => {
    const fall = clamp((t - start) / 0.36)
    const after = t - start - 0.36
    if (t < start) return at(x, 96, fruit())
    if (after < 0) return at(x, 96 + fall * fall * 140, fruit())
    return at(x - after * 60, Math.min(236 - after * 120 + after * after * 300, 312), fruit(), {
      turn: after * -200,
      opacity: clamp(2.2 - after),
    })
  }
  return (
    village(0.62) +
    at(300, 300, tree(1.3)) +
    nightfall(0.25) +
    drop(1.6, 330) +
    drop(3, 350) +
    at(262, 92, fruit()) +
    at(390, 100, fruit()) +
    person(etu, {
      x: crowd.x + 92,
      y: floor - 4,
      t,
      face: -1,
      stride: crowd.stride,
      scale: 1.05,
      mood: { mouth: heard ? 'open' : 'flat', brow: heard ? 'up' : 'calm', look: [0.9, 0] },
    }) +
    person(ehoro, {
      x: crowd.x,
      y: floor,
      t,
      face: -1,
      stride: crowd.stride,
      scale: 1.15,
      flop: heard ? 0 : 26,
      near: t > 5 ? { lift: 60, fold: 20 } : { lift: 6, fold: 14 },
      mood: { mouth: t > 5.6 ? 'grin' : heard ? 'open' : 'sad', brow: heard ? 'up' : 'worried', look: [0.8, 0] },
    }) +
    at(342, floor + 2, drum(), { scale: 1.15, opacity: open > 0 ? 1 : 0 }) +
    (open < 1 ? at(342 + shake, floor + 10, leafHeap(), { scale: 1.15, opacity: 1 - open }) : '') +
    at(342, floor - 10, burst(t, 5.2, ink.palm600), { scale: 1.4 }) +
    falls
      .map(
        (start) =>
          at(342, 268, rings(t, start + 0.36)) +
          at(
            236,
            150,
            at(0, 0, text(0, 0, 40, ink.danfo500, 'GBÀM!'), {
              scale: Math.max(pop(t, start + 0.36, 0.25), 0.01),
              turn: -8,
              opacity: t < start + 0.36 ? 0 : clamp((start + 1.3 - t) * 3),
            }),
          ),
      )
      .join('') +
    person(ijapa, {
      x: 130,
      y: floor,
      t,
      scale: 1.15,
      near: heard ? { lift: 150, fold: 60 } : { lift: 8, fold: 20 },
      far: heard ? { lift: 140, fold: 70 } : { lift: 8, fold: 20 },
      mood: { mouth: heard ? 'shout' : 'smile', brow: 'worried', look: [0.9, 0] },
      lean: heard ? -6 : 0,
    }) +
    (t > 5.6 ? at(342, 260, rings(t % 1.2, 0.1, ink.danfo200)) : '')
  )
}
