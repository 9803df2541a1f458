import { leaf } from '../draw/motifs.ts'
import { person, type Look, type Pose } from '../draw/person.ts'
import { ink } from '../draw/pigments.ts'
import { glow, ground, hills, house, sky, tree } from '../draw/places.ts'
import { bubble, bucket, burst, cross } from '../draw/props.ts'
import { at, box, disc, fill, line, many, oval } from '../draw/svg.ts'
import { clamp, ease, keys, mix, sway, walk } from '../draw/tween.ts'
import { coil, goat, plant, well, type Well } from '../draw/well.ts'
import { glide, type Film } from '../film.ts'
import { bitrus, bitrusMother, grandmother, halimat, halimatsMother } from './people.ts'

const floor = 312

function yard(options: { night?: number; dry?: number; state?: Well; stones?: number; noWell?: boolean } = {}): string {
  const { night = 0, dry = 0, stones = 0 } = options
  return (
    sky(night, { sunX: 470, day: dry > 0.5 ? ink.danfo200 : ink.palm100 }) +
    hills(258, dry > 0.5 ? '#C9B66A' : ink.palm300) +
    at(78, 276, house({ wall: ink.danfo200, roof: ink.palm800, door: ink.palm700, lit: night })) +
    at(562, 276, house({ wall: ink.laterite200, roof: ink.laterite700, door: ink.indigo700, lit: night }), {
      mirror: true,
    }) +
    ground(272, dry > 0.5 ? '#D98A4A' : ink.laterite500, ink.laterite200) +
    (stones > 0
      ? many(4, (i) =>
          at(320 + i * 5, 318 + i * 13, oval(0, 0, 15, 9, ink.stone) + oval(-3, -2, 8, 4, ink.white, 'opacity=".5"'), {
            opacity: clamp(stones * 4 - i),
          }),
        )
      : '') +
    (options.noWell ? '' : at(320, 300, well(options.state), { scale: 1.05 }))
  )
}

const yellow = (water = 0) => bucket(ink.danfo500, ink.danfo700, water)
const red = (water = 0) => bucket(ink.laterite500, ink.laterite800, water)

/** A bucket in the hand: the handle's arch is at the fist. */
const carried = (shapes: string, scale = 0.9) => at(0, 50 * scale, shapes, { scale })

const idea = (t: number) => {
  const lift = sway(t, 0.5) * 12
  return (
    disc(0, -18, 11, ink.laterite700) +
    disc(0, -18, 4, ink.danfo500) +
    line(`M-11 -18V${8 - lift}M11 -18V${8 + lift}`, ink.laterite800, 2.4) +
    at(-11, 30 - lift, yellow(), { scale: 0.46 }) +
    at(11, 30 + lift, red(), { scale: 0.46 })
  )
}

const pulling = (t: number) => ({
  near: { lift: 74 + sway(t, 0.7) * 30, fold: 26 },
  far: { lift: 74 - sway(t, 0.7) * 30, fold: 26 },
})

const mothers = (t: number, left: Partial<Pose>, right: Partial<Pose>, at_: readonly [number, number] = [204, 440]) =>
  person(halimatsMother, { x: at_[0], y: floor, t, ...left }) +
  person(bitrusMother, { x: at_[1], y: floor, t, face: -1, ...right })

const child = (look: Look, x: number, t: number, pose: Partial<Pose> = {}) =>
  person(look, { x, y: floor + 16, t, scale: 1.08, ...pose })

export const wellFilm: Film = {
  slug: 'two-buckets-one-well',
  title: 'Two Buckets, One Well',
  description: 'Two families stop sharing water. Halimat, nine, works out how to fix it.',
  value: 'kindness',
  card: {
    ground: ink.palm700,
    motif: leaf,
    motifColour: ink.white,
    lines: ['Two Buckets,', 'One Well'],
    picture: (t) =>
      at(
        0,
        80,
        well({
          turn: sway(t, 0.3) * 90,
          left: { height: 18 + sway(t, 0.3) * 22, water: 1 },
          right: { height: 18 - sway(t, 0.3) * 22, water: 1 },
        }),
        { scale: 1.05 },
      ),
  },
  moral: ['When we share,', 'nobody has to wait.'],
  scenes: [
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
      captions: [
        'One hot morning both mothers were in a hurry. “Me first!” “No, me first!”',
        'They pulled, and all the water spilled.',
      ],
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
      captions: [
        'Halimat’s mother took her rope. Bitrus’s mother took her bucket.',
        'They laid a line of stones, and stopped talking.',
      ],
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
      captions: [
        'A rope alone brings up no water. A bucket alone cannot reach it.',
        'The sun was hot. Plants drooped, and everyone was thirsty.',
      ],
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
        at(292, 178, at(0, 0, cross(), { scale: 0.9, opacity: t < 3 ? clamp((t - 1.2) * 3) : 0 })) +
        at(376, 178, cross(), { scale: 0.9, opacity: clamp((t - 4.2) * 3) }) +
        at(520, 342, goat(sway(t, 2), true), { mirror: true }) +
        child(halimat, 130, t, { mood: { mouth: 'sad', brow: 'worried' }, near: { lift: 120, fold: 90 } }),
    },
    {
      seconds: 5.8,
      mood: 'gentle',
      captions: ['That night Halimat could not sleep. She thought and thought.', 'One rope. Two buckets. What if ...?'],
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
    {
      seconds: 6.2,
      mood: 'hopeful',
      captions: [
        'At dawn she brought her mother’s rope and a yellow bucket.',
        'Bitrus brought his red one. They tied a bucket to each end.',
      ],
      view: glide({ x: 320, y: 200, zoom: 1.05 }, { x: 320, y: 215, zoom: 1.25 }, 6),
      draw: (t) => {
        const l = walk(
          t,
          [
            [0, 20],
            [2.4, 210],
          ],
          1,
        )
        const r = walk(
          t,
          [
            [0, 620],
            [2.4, 430],
          ],
          -1,
        )
        const tied = t > 3.6
        const tying = { lift: 96, fold: 20 + sway(t, 1.6) * 12 }
        return (
          yard({
            night: 0.3 * (1 - ease(t, 0, 5)),
            stones: 1,
            ...(tied
              ? {
                  state: {
                    turn: sway(t, 0.2) * 30,
                    left: { height: 26 + sway(t, 0.4) * 4, water: 0 },
                    right: { height: 26 - sway(t, 0.4) * 4, water: 0 },
                  },
                }
              : {}),
          }) +
          child(halimat, l.x, t, {
            stride: l.stride,
            ...(tied ? {} : { hold: carried(yellow(), 0.62) + at(0, -2, coil(), { scale: 0.7 }) }),
            near: t > 2.8 ? tying : { lift: 24, fold: 30 },
            mood: { mouth: 'grin', brow: 'up' },
          }) +
          child(bitrus, r.x, t, {
            face: -1,
            stride: r.stride,
            ...(tied ? {} : { hold: carried(red(), 0.62) }),
            near: t > 2.8 ? tying : { lift: 24, fold: 30 },
            mood: { mouth: t > 2.6 ? 'grin' : 'smile', brow: 'up' },
          })
        )
      },
    },
    {
      seconds: 6.4,
      mood: 'joyful',
      captions: ['One bucket went up while the other went down.', 'Up, down, up, down! Nobody had to wait.'],
      view: () => ({ x: 320, y: 190, zoom: 1.34 }),
      draw: (t) => {
        const swing = sway(t, 0.36, -0.25)
        return (
          yard({
            stones: 1,
            state: {
              turn: swing * 120,
              left: { height: -12 + swing * 50, water: 1 },
              right: { height: -12 - swing * 50, water: 1 },
            },
          }) +
          child(halimat, 206, t, {
            near: { lift: 96 - swing * 30, fold: 24 },
            far: { lift: 96 + swing * 30, fold: 24 },
            lean: swing * 5,
            mood: { mouth: 'grin', brow: 'up' },
          }) +
          child(bitrus, 434, t, {
            face: -1,
            near: { lift: 96 + swing * 30, fold: 24 },
            far: { lift: 96 - swing * 30, fold: 24 },
            lean: -swing * 5,
            mood: { mouth: 'grin', brow: 'up' },
          })
        )
      },
    },
    {
      seconds: 6.6,
      mood: 'hopeful',
      captions: [
        'Halimat carried the first water across the stones, to Bitrus’s grandmother.',
        'The mothers saw it, and were sorry.',
      ],
      draw: (t) => {
        const h = walk(
          t,
          [
            [0, 150],
            [3.2, 426],
          ],
          1,
        )
        const given = ease(t, 3.4, 4)
        const soft = t > 4.2 ? ({ mouth: 'smile', brow: 'up' } as const) : ({ mouth: 'flat', brow: 'calm' } as const)
        return (
          yard({ stones: 1 }) +
          mothers(
            t,
            {
              x: 84,
              mood: { ...soft, look: [0.9, 0] },
              near: t > 4.2 ? { lift: 60, fold: 110 } : { lift: 8, fold: 14 },
            },
            { x: 600, y: floor - 4, mood: soft, near: t > 4.4 ? { lift: 60, fold: 110 } : { lift: 8, fold: 14 } },
          ) +
          at(496, 334, box(-24, -26, 44, 6, ink.laterite800, 2) + line('M-18 -22v22M14 -22v22', ink.laterite800, 5)) +
          person(grandmother, {
            x: 494,
            y: floor + 18,
            t,
            face: -1,
            scale: 0.98,
            near: given > 0.3 ? { lift: 60, fold: 50 } : { lift: 14, fold: 30 },
            mood: { mouth: given > 0.8 ? 'grin' : 'flat', brow: given > 0.6 ? 'up' : 'worried' },
            lean: 5,
          }) +
          child(halimat, h.x, t, {
            y: floor + 20,
            stride: h.stride,
            near: given > 0 ? { lift: 70, fold: 20 } : { lift: 8, fold: 14 },
            far: given > 0 ? { lift: 60, fold: 20 } : { lift: 168, fold: 10 },
            ...(given > 0 ? {} : { onHead: at(0, 4, yellow(1), { scale: 0.8 }) }),
            mood: { mouth: 'smile' },
          }) +
          (given > 0 ? at(mix(426, 460, given), mix(206, 292, given), yellow(1), { scale: 0.84 }) : '')
        )
      },
    },
    {
      seconds: 5.8,
      mood: 'joyful',
      captions: ['Away went the stones. Two families, two buckets, one well, and water for all.'],
      view: glide({ x: 320, y: 210, zoom: 1.2 }, { x: 320, y: 180, zoom: 1 }, 5),
      draw: (t) => {
        const swing = sway(t, 0.36)
        return (
          yard({
            state: {
              turn: swing * 120,
              left: { height: -6 + swing * 44, water: 1 },
              right: { height: -6 - swing * 44, water: 1 },
            },
          }) +
          at(24, 326, tree(0.3)) +
          mothers(
            t,
            { ...pulling(t), mood: { mouth: 'grin', brow: 'up' } },
            { ...pulling(t + 0.7), mood: { mouth: 'grin', brow: 'up' } },
          ) +
          child(halimat, 116, t, {
            hop: Math.abs(sway(t, 1)) * 10,
            far: { lift: 145, fold: 16 },
            mood: { mouth: 'grin' },
          }) +
          child(bitrus, 528, t, {
            face: -1,
            hop: Math.abs(sway(t, 1, 0.25)) * 10,
            far: { lift: 145, fold: 16 },
            mood: { mouth: 'grin' },
          }) +
          at(250, 344, plant(ease(t, 0, 2)), { scale: 1.1 }) +
          at(392, 346, plant(ease(t, 0.5, 2.6)), { scale: 1.2 }) +
          at(56, 340, goat(0, false))
        )
      },
    },
  ],
}
