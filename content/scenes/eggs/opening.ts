import { barrow, egg, eggTray, yam, yams } from '../../draw/market.ts'
import { ink } from '../../draw/pigments.ts'
import { bubble, tear } from '../../draw/props.ts'
import { at, many } from '../../draw/svg.ts'
import { chance, clamp, ease, keys, sway, walk } from '../../draw/tween.ts'
import { stall } from '../../draw/wallet.ts'
import { glide, type Scene } from '../../video.ts'
import { adult, amaka, buyer, carrying, child, floor, kene, market, mess, pushing, seller, uju } from './stage.ts'

/** Where the tray is hit. */
const hit = { x: 330, second: 1.1 }

/** Eggs that fly up from the tray and come down around it. */
const flying = (t: number) =>
  many(9, (i) => {
    const age = (t - hit.second - (i % 3) * 0.08) / 1.5
    if (age < 0 || age > 1) return ''
    const x = hit.x + (((i * 4) % 9) - 4) * 26 * age
    const y = 196 - Math.sin(age * Math.PI * 0.72) * (80 + chance(i) * 70) + age * age * 190
    return at(x, Math.min(y, floor + 10), egg(), { scale: 1.5, turn: age * 500 + i * 40 })
  })

export const tippedBarrow = () =>
  at(210, floor + 2, barrow(0, ''), { turn: 24 }) +
  [150, 176, 246].map((x, i) => at(x, floor + 18 - i * 3, yam(), { turn: i * 9 })).join('')

export const opening: readonly Scene[] = [
  {
    seconds: 7,
    mood: 'bright',
    captions: ['Amaka carried thirty eggs through Onitsha market.', 'Aunty Uju had trusted her with them all.'],
    view: glide({ x: 300, y: 190, zoom: 1 }, { x: 330, y: 215, zoom: 1.2 }, 6),
    draw: (t) => {
      const step = walk(t, [
        [0, 150],
        [6.4, 440],
      ])
      return (
        market(20) +
        adult(uju, 86, t, {
          near: { lift: 130 + sway(t, 0.8) * 16, fold: 20 },
          mood: { mouth: t < 4 ? 'open' : 'smile', brow: 'up' },
        }) +
        at(60, 300, stall(ink.danfo600, 'tomatoes', 196), { scale: 1.02 }) +
        at(44, 252, eggTray(), { scale: 0.8 }) +
        child(amaka, step.x, t, {
          ...carrying(t),
          stride: step.stride * 0.7,
          mood: { mouth: 'smile', brow: 'up', look: [0.8, -0.2] },
        })
      )
    },
  },
  {
    seconds: 5,
    mood: 'tense',
    captions: ['Behind her ran Kene with his barrow. He was late.'],
    view: glide({ x: 250, y: 200, zoom: 1.05 }, { x: 360, y: 215, zoom: 1.18 }, 4.6),
    draw: (t) => {
      const x = keys(
        t,
        [
          [0, 0],
          [5, 380],
        ],
        false,
      )
      const ahead = walk(t, [
        [0, 380],
        [5, 500],
      ])
      return (
        market(60) +
        child(amaka, ahead.x, t, { ...carrying(t), stride: ahead.stride * 0.7, mood: { mouth: 'smile' } }) +
        at(
          0,
          -Math.abs(sway(t, 3)) * 3,
          pushing(x, t, yams(), { stride: 1, lean: 14, mood: { mouth: 'open', brow: 'worried', look: [0.8, 0.2] } }),
        )
      )
    },
  },
  {
    seconds: 4.8,
    mood: 'tense',
    captions: ['BAM! The tray flew up, and the eggs came down.', 'All of them.'],
    view: glide({ x: 320, y: 200, zoom: 1.15 }, { x: 320, y: 210, zoom: 1.25 }, 3),
    draw: (t) => {
      const x = keys(t, [
        [0, 90],
        [1.1, 240],
      ])
      const after = t > hit.second
      const fall = clamp((t - hit.second) / 1.2)
      return (
        market(100) +
        child(amaka, 330 + ease(t, 1.1, 1.6) * 46, t, {
          ...(after
            ? { near: { lift: -120, fold: -20 }, far: { lift: 120, fold: 20 }, lean: 14 * (1 - ease(t, 1.6, 2.4)) }
            : carrying(t)),
          mood: { mouth: after ? 'shout' : 'smile', brow: after ? 'up' : 'calm', look: [0.2, after ? -0.6 : 0] },
        }) +
        (after
          ? child(kene, 150, t, {
              near: { lift: 60, fold: 110 },
              far: { lift: 70, fold: 100 },
              mood: { mouth: 'shout', brow: 'worried' },
            }) + tippedBarrow()
          : pushing(x, t, yams(), { stride: 1, lean: 14, mood: { mouth: 'open', brow: 'worried' } })) +
        mess(ease(t, 2.4, 3.2)) +
        flying(t) +
        (after && fall < 1
          ? at(340 + fall * 90, 180 - Math.sin(fall * Math.PI) * 70 + fall * 150, eggTray(false), { turn: fall * 300 })
          : '') +
        (fall >= 1 ? at(432, floor + 8, eggTray(false), { turn: 180 }) : '')
      )
    },
  },
  {
    seconds: 6.8,
    mood: 'sad',
    captions: ['“Look what you have done!” cried Amaka.', '“I am sorry,” said Kene. He had no money to pay.'],
    view: glide({ x: 320, y: 210, zoom: 1.25 }, { x: 290, y: 215, zoom: 1.38 }, 5),
    draw: (t) =>
      market(100) +
      tippedBarrow() +
      mess() +
      child(amaka, 376, t, {
        face: -1,
        y: floor - 4,
        near: t < 3 ? { lift: 78 + sway(t, 1.4) * 10, fold: 6 } : { lift: 20, fold: 90 },
        far: { lift: -20, fold: 60 },
        mood: { mouth: t < 2.8 ? 'shout' : 'sad', brow: 'angry', look: [0.8, 0] },
      }) +
      child(kene, 262, t, {
        y: floor - 4,
        near: t > 4.6 ? { lift: 40, fold: 40 } : { lift: 30, fold: 116 },
        far: t > 4.6 ? { lift: 50, fold: 30 } : { lift: 8, fold: 14 },
        tilt: 10,
        mood: { mouth: t > 3 && t < 4.4 ? 'open' : 'sad', brow: 'worried', look: [0.6, 0.8] },
      }) +
      at(276, 220, tear(t)) +
      at(432, floor + 8, eggTray(false), { turn: 180 }),
  },
  {
    seconds: 5,
    mood: 'tense',
    captions: ['“Take his barrow!” people shouted. “Make him pay!”'],
    view: glide({ x: 320, y: 195, zoom: 1.05 }, { x: 300, y: 210, zoom: 1.2 }, 4),
    draw: (t) => {
      const right = walk(
        t,
        [
          [0, 640],
          [1.4, 490],
        ],
        -1,
      )
      const left = walk(t, [
        [0, -40],
        [1.4, 104],
      ])
      const points = { lift: 84 + sway(t, 1) * 8, fold: 6 }
      return (
        market(100) +
        tippedBarrow() +
        mess() +
        adult(seller, left.x, t, {
          stride: left.stride,
          near: t > 1.5 ? points : { lift: 8, fold: 14 },
          mood: { mouth: 'shout', brow: 'angry' },
        }) +
        adult(buyer, right.x, t, {
          face: -1,
          stride: right.stride,
          near: t > 1.5 ? points : { lift: 8, fold: 14 },
          mood: { mouth: 'shout', brow: 'angry' },
        }) +
        child(amaka, 392, t, { face: -1, mood: { mouth: 'flat', brow: 'angry', look: [0.6, 0.2] } }) +
        child(kene, 282 + sway(t, 6) * 0.8, t, {
          near: { lift: 40, fold: 110 },
          far: { lift: 40, fold: 110 },
          mood: { mouth: 'sad', brow: 'worried', look: [0.2, 0.8] },
        }) +
        at(
          left.x + 14,
          156,
          bubble(at(2, 26, barrow(0, yams()), { scale: 0.7 }), t, 1.6, 4.9, { lean: 1, wide: 110, high: 72 }),
        )
      )
    },
  },
]
