import { bulb, hammer, lantern, pool, sunLantern, tin } from '../draw/lantern.ts'
import { moon } from '../draw/motifs.ts'
import { person, type Look, type Pose } from '../draw/person.ts'
import { ink } from '../draw/pigments.ts'
import { ground, house, nightfall, sky, tree } from '../draw/places.ts'
import { book, bubble, burst, tick } from '../draw/props.ts'
import { at, box, disc, line, many, text } from '../draw/svg.ts'
import { clamp, ease, keys, sway, walk } from '../draw/tween.ts'
import { glide, type Film } from '../film.ts'
import { ada, chinedu, kemi, musa } from './people.ts'

const floor = 322
const readers: readonly (readonly [Look, number, string])[] = [
  [ada, 108, ink.zobo700],
  [musa, 236, ink.palm600],
  [kemi, 540, ink.indigo600],
]

/** Ọbọ Street by night. `power` lists how lit each of the four houses is; `veil` how dark the rest. */
function street(power: readonly number[], night: number): string {
  const walls = [ink.zobo300, ink.palm300, ink.danfo200, ink.indigo300]
  const roofs = [ink.zobo700, ink.palm800, ink.laterite700, ink.indigo700]
  return (
    sky(night, { sunX: 120 }) +
    [82, 236, 400, 556]
      .map((x, i) =>
        at(
          x,
          278,
          house({
            wall: walls[i] ?? ink.white,
            roof: roofs[i] ?? ink.black,
            door: ink.indigo800,
            lit: power[i] ?? 0,
            wide: 134,
          }),
          { scale: 1.08 },
        ),
      )
      .join('') +
    line('M0 92Q160 120 320 94T640 92', ink.indigo950, 2) +
    ground(276, ink.laterite700, ink.laterite200)
  )
}

const mat = (x: number, colour: string, y = floor) =>
  box(x - 44, y - 3, 88, 9, colour, 4) + line(`M${x - 40} ${y + 1}h80`, ink.danfo500, 2, 'stroke-dasharray="7 5"')

/** A child on a mat with a book on the lap; the eyes go along the lines. */
function reading(look: Look, x: number, colour: string, t: number, pose: Partial<Pose> = {}): string {
  const eyes = sway(t, 0.45, x / 300)
  const open = { lift: 30, fold: 62 }
  return (
    mat(x, colour) +
    person(look, {
      x,
      y: floor,
      t,
      sit: true,
      scale: 1.15,
      near: open,
      far: open,
      hold: at(8, 0, book(colour)),
      tilt: 6,
      mood: { mouth: 'smile', brow: 'calm', look: [eyes * 0.7, 0.9] },
      ...pose,
    })
  )
}

const sighing = (look: Look, x: number, colour: string, t: number) =>
  reading(look, x, colour, t, {
    near: { lift: 46, fold: 128 },
    hold: '',
    far: { lift: 20, fold: 60 },
    tilt: 10,
    mood: { mouth: 'sad', brow: 'worried', look: [0, 0.8] },
  })

const workshop = (t: number) =>
  keys(t, [
    [0, 0],
    [6.4, 1],
  ])

export const lanternFilm: Film = {
  slug: 'the-lantern-on-obo-street',
  title: 'The Lantern on Ọbọ Street',
  description: 'NEPA takes the light. Chinẹ́dụ finds a way for the whole street to read.',
  value: 'diligence',
  card: {
    ground: ink.indigo900,
    motif: moon,
    motifColour: ink.danfo500,
    lines: ['The Lantern', 'on Ọbọ Street'],
    picture: (t) => pool(0, 0, 120, 1 + sway(t, 1.4) * 0.06) + at(0, 74, lantern(1, sway(t, 2.2)), { scale: 2.1 }),
  },
  moral: ['Try, and try again,', 'until it shines.'],
  scenes: [
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
      captions: [
        'Chinẹ́dụ had one small lantern. He could read by it alone.',
        'But he looked up, and saw his friends in the dark.',
      ],
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
      captions: [
        'First he put the lantern in the middle. Its light was too small.',
        'Then he hung it on a string. The string broke!',
      ],
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
    {
      seconds: 7,
      mood: 'hopeful',
      captions: [
        'He gathered old milk tins. He cut, he hammered, he polished.',
        'The moon crossed the sky, and still he worked.',
      ],
      view: glide({ x: 320, y: 190, zoom: 1.05 }, { x: 320, y: 215, zoom: 1.25 }, 6.5),
      draw: (t) => {
        const done = workshop(t) * 7
        const hit = Math.max(0, sway(t, 1.6))
        const moonX = 90 + workshop(t) * 470
        return (
          box(0, 0, 640, 360, ink.indigo800) +
          many(30, (i) => disc((i * 97) % 640, (i * 53) % 150, 1.3, ink.danfo200)) +
          disc(moonX, 90 - Math.sin(workshop(t) * Math.PI) * 34, 30, ink.danfo100) +
          [82, 236, 400, 556]
            .map((x) =>
              at(x, 278, house({ wall: ink.indigo600, roof: ink.indigo900, door: ink.indigo950, wide: 134 }), {
                scale: 1.08,
              }),
            )
            .join('') +
          ground(276, ink.laterite800, ink.laterite200) +
          pool(240, 284, 96, 1 + sway(t, 1.7) * 0.05) +
          at(228, floor + 4, lantern(1, sway(t, 2))) +
          many(7, (i) =>
            i < Math.floor(done)
              ? at(416 + i * 22 - (i > 3 ? 77 : 0), floor + 12 - (i > 3 ? 24 : 0), tin(1), { scale: 0.95 })
              : at(150 - (i % 4) * 22, floor + 12 - (i > 3 ? 24 : 0), tin(0), { scale: 0.95 }),
          ) +
          box(342, 300, 40, 26, ink.laterite800, 4) +
          at(362, 300, tin(done % 1), { scale: 1 }) +
          at(362, 286, burst(t % 0.625, 0.16, ink.danfo200), { scale: 0.4 }) +
          person(chinedu, {
            x: 310,
            y: floor,
            t,
            scale: 1.2,
            sit: true,
            near: { lift: 62 + hit * 44, fold: 34 },
            far: { lift: 50, fold: 24 },
            hold: at(0, 0, hammer(), { turn: 70 - hit * 40, scale: 0.8 }),
            mood: { mouth: 'flat', brow: 'calm', look: [0.8, 0.8] },
          })
        )
      },
    },
    {
      seconds: 6.6,
      mood: 'joyful',
      captions: ['Up it went into the tree, with its crown of bright tins.', 'Light fell on the whole street!'],
      draw: (t) => {
        const up = ease(t, 0.5, 3)
        const y = 300 - up * 160
        const wide = 70 + 240 * ease(t, 2.6, 4)
        const pull = sway(t, 1.2) * (up < 1 ? 1 : 0)
        return (
          street([0, 0, 0, 0], 1) +
          at(318, 296, tree(1.22)) +
          (t < 2.7 ? readers.map(([look, x, colour]) => sighing(look, x, colour, t)).join('') : '') +
          nightfall(0.85 - 0.7 * ease(t, 2.6, 4)) +
          pool(372, y - 20, wide, 0.9 + sway(t, 1.5) * 0.05) +
          (t < 2.7
            ? ''
            : readers
                .map(([look, x, colour], i) =>
                  t > 3.3 + i * 0.3
                    ? reading(look, x, colour, t, {
                        hold: '',
                        near: { lift: 20, fold: 30 },
                        far: { lift: 140, fold: 20 + sway(t, 1.6, i / 3) * 16 },
                        mood: { mouth: 'grin', brow: 'up', look: [x < 318 ? 0.8 : -0.8, -0.8] },
                      })
                    : sighing(look, x, colour, t),
                )
                .join('')) +
          line(`M372 ${y - 54}V104L430 250`, ink.danfo100, 2.4) +
          at(372, y, sunLantern(1, sway(t, 2)), { scale: 0.95 }) +
          person(chinedu, {
            x: 452,
            y: floor + 2,
            t,
            face: -1,
            scale: 1.15,
            near: { lift: 100 + pull * 26, fold: 14 },
            far: { lift: 96 - pull * 26, fold: 16 },
            lean: -4,
            mood: { mouth: 'grin', brow: 'up', look: [0.7, -0.8] },
          })
        )
      },
    },
    {
      seconds: 6,
      mood: 'gentle',
      captions: ['Everybody read. And when small Ada met a hard word, Chinẹ́dụ helped her.'],
      view: glide({ x: 320, y: 190, zoom: 1 }, { x: 190, y: 225, zoom: 1.3 }, 5),
      draw: (t) => {
        const step = walk(
          t,
          [
            [0.3, 420],
            [2.8, 196],
          ],
          -1,
        )
        return (
          street([0.15, 0.15, 0.15, 0.15], 1) +
          at(318, 296, tree(1.22)) +
          nightfall(0.15) +
          pool(372, 130, 310, 0.9 + sway(t, 1.5) * 0.05) +
          line('M372 86V104', ink.danfo100, 2.4) +
          at(372, 140, sunLantern(1, sway(t, 2)), { scale: 0.95 }) +
          readers
            .map(([look, x, colour], i) =>
              reading(
                look,
                i === 1 ? 290 : x,
                colour,
                t,
                i === 0
                  ? {
                      mood: {
                        mouth: t > 3.4 ? 'grin' : 'flat',
                        brow: t > 3.4 ? 'up' : 'worried',
                        look: [t > 3.4 ? 0.7 : 0.2, 0.8],
                      },
                    }
                  : {},
              ),
            )
            .join('') +
          person(chinedu, {
            x: step.x,
            y: floor + 6,
            t,
            face: -1,
            stride: step.stride,
            scale: 1.12,
            lean: step.stride > 0.2 ? 3 : 16,
            near: t > 3 ? { lift: 56 + sway(t, 0.9) * 5, fold: 10 } : { lift: 8, fold: 14 },
            mood: { mouth: 'smile', look: [0.6, 0.8] },
          })
        )
      },
    },
    {
      seconds: 5.6,
      mood: 'joyful',
      captions: ['In the morning every test paper on Ọbọ Street came back with a tick.'],
      view: glide({ x: 320, y: 205, zoom: 1.14 }, { x: 320, y: 195, zoom: 1.04 }, 5),
      draw: (t) => {
        const sheet = at(
          0,
          -12,
          box(-15, -20, 30, 38, ink.white, 3, `stroke="${ink.stone}"`) +
            line('M-9 -11h18M-9 -5h14', ink.stone, 2) +
            at(0, 8, tick(), { scale: 0.8 }),
        )
        return (
          street([0, 0, 0, 0], 0) +
          at(318, 296, tree(1.22)) +
          at(372, 140, sunLantern(0, 0), { scale: 0.95 }) +
          line('M372 84V104', ink.laterite800, 2.4) +
          [...readers, [chinedu, 400, ''] as const]
            .map(([look, x], i) =>
              person(look, {
                x: i === 1 ? 214 : x,
                y: floor,
                t,
                scale: 1.15,
                face: x > 320 ? -1 : 1,
                far: { lift: 148, fold: 10 },
                holdFar: at(0, 0, sheet, { scale: pop2(t, i), mirror: x > 320 }),
                hop: Math.abs(sway(t, 1, i / 5)) * 9,
                mood: { mouth: 'grin', brow: 'up' },
              }),
            )
            .join('')
        )
      },
    },
  ],
}

const pop2 = (t: number, i: number) => Math.max(0.01, ease(t, 0.4 + i * 0.35, 0.8 + i * 0.35))

/** Two tries that fail: the lantern on the ground, then on a thin string. */
function firstTries(t: number): string {
  const carry = walk(
    t,
    [
      [0, 440],
      [1, 360],
    ],
    -1,
  )
  const hung = ease(t, 2.8, 3.4)
  const fall = clamp((t - 4.3) / 0.4)
  const lampX = t < 1 ? carry.x - 26 : 330
  const lampY = t < 1 ? floor - 30 : floor + 4 - hung * 130 + fall * fall * 130
  const sad = (t > 1.6 && t < 2.7) || t > 4.6
  return (
    street([0, 0, 0, 0], 1) +
    at(318, 296, tree(1.22)) +
    readers.map(([look, x, colour]) => sighing(look, x, colour, t)).join('') +
    nightfall(0.85) +
    pool(lampX, lampY - 30, 78, 1) +
    (hung > 0.1
      ? line(fall > 0 ? `M330 106q6 12 2 26` : `M330 106V${Math.max(106, lampY - 62)}`, ink.danfo100, 2)
      : '') +
    at(330, 160, burst(t, 4.3, ink.danfo200), { scale: 0.5 }) +
    at(lampX, lampY, lantern(1, sway(t, 2)), { turn: fall >= 1 ? 18 * Math.max(0, 1 - (t - 4.7) * 2) : 0 }) +
    person(chinedu, {
      x: carry.x + (t > 1 ? 26 : 0),
      y: floor + 6,
      t,
      face: -1,
      stride: carry.stride,
      scale: 1.15,
      near:
        t < 1
          ? { lift: 50, fold: 30 }
          : t > 2.7 && t < 4.2
            ? { lift: 120, fold: 10 }
            : sad
              ? { lift: 40, fold: 110 }
              : { lift: 8, fold: 14 },
      mood: {
        mouth: sad ? 'sad' : 'smile',
        brow: sad ? 'worried' : 'up',
        look: [0.6, t > 2.8 && t < 4.3 ? -0.8 : 0.3],
      },
    }) +
    at(0, 0, text(250, 150, 30, ink.danfo500, '?'), { opacity: t > 5 ? 1 : 0 })
  )
}
