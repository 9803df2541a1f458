import { hen, shell } from '../../draw/beasts.ts'
import { person } from '../../draw/person.ts'
import { ink } from '../../draw/pigments.ts'
import { glow, grass, ground, hills, house, nightfall, sky, tree } from '../../draw/places.ts'
import { bubble, drum, notes, tear } from '../../draw/props.ts'
import { at, disc, line, many } from '../../draw/svg.ts'
import { clamp, ease, keys, mix, sway } from '../../draw/tween.ts'
import { dancing, drumming, ehoro, etu, ijapa } from '../fable-cast.ts'
import { glide, type Scene } from '../../video.ts'
import { floor, village, river, birdIcon, breadfruit } from './stage.ts'

export const ending: readonly Scene[] = [
  {
    view: glide({ x: 320, y: 200, zoom: 1.05 }, { x: 300, y: 210, zoom: 1.16 }, 6),
    seconds: 7.2,
    mood: 'sad',
    captions: [
      'All day the village searched the river. Nothing!',
      '“Then a great bird took it!” said Ìjàpá. The lie had grown.',
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
          far: t > 3.4 ? { lift: 142, fold: 12 } : { lift: 8, fold: 20 },
          mood: { mouth: t > 3.4 && t < 5.6 ? 'open' : 'flat', brow: 'worried', look: [0.8, t > 3.4 ? -0.7 : 0] },
        }) +
        nightfall(night * 0.4) +
        at(148, 190, bubble(birdIcon(t), t, 3.5, 7, { lean: 1, wide: 128, high: 84 }))
      )
    },
  },
  {
    view: (t) => ({
      x: keys(t, [
        [0, 320],
        [1.4, 320],
        [4.6, 350],
      ]),
      y: 215,
      zoom: keys(t, [
        [0, 1.05],
        [2.4, 1.16],
        [5.2, 1.2],
      ]),
    }),
    seconds: 8,
    mood: 'hopeful',
    captions: [
      'At dusk a ripe fruit fell from the tree. GBÀM!',
      'The heap of leaves spoke like a drum. GBÀM! GBÀM!',
      'And there it was.',
    ],
    draw: breadfruit,
  },
  {
    view: glide({ x: 300, y: 210, zoom: 1.2 }, { x: 370, y: 220, zoom: 1.22 }, 5.5),
    seconds: 6.6,
    mood: 'gentle',
    captions: [
      'Ìjàpá hid in his shell for shame.',
      'Then he told the truth, gave back the drum and said, “I am sorry.”',
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
    view: glide({ x: 320, y: 215, zoom: 1.24 }, { x: 320, y: 190, zoom: 1.02 }, 5),
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
]
