import { ink } from '../../draw/pigments.ts'
import { bubble, note } from '../../draw/props.ts'
import { at, box, line, text } from '../../draw/svg.ts'
import { bowl, cake, needle, okada, paperLeaf, price, radio, stand } from '../../draw/thanks.ts'
import { ease, sway, walk } from '../../draw/tween.ts'
import { glide, type Scene } from '../../video.ts'
import { child, floor, grandma, kosi, rider, seller, tall, yard } from './stage.ts'

export const opening: readonly Scene[] = [
  {
    seconds: 5.8,
    mood: 'bright',
    captions: ['Tomorrow Kosi’s grandma would be seventy.', 'Kosi wanted to give her something big.'],
    view: glide({ x: 320, y: 190, zoom: 1 }, { x: 390, y: 220, zoom: 1.3 }, 5),
    draw: (t) =>
      yard(t) +
      tall(grandma, 478, t, {
        face: -1,
        near: { lift: 60 + sway(t, 1.1) * 16, fold: 40 },
        hold: line('M0 10L-4 60', ink.danfo600, 5) + box(-14, 56, 18, 14, ink.danfo600, 3),
        mood: { mouth: 'smile', brow: 'up' },
      }) +
      child(kosi, 356, t, {
        near: { lift: 20, fold: 96 },
        mood: { mouth: t > 3 ? 'grin' : 'smile', brow: 'up', look: [0.8, -0.2] },
      }) +
      at(
        372,
        190,
        bubble(at(-24, 20, cake(t), { scale: 0.8 }) + text(30, 12, 30, ink.zobo700, '70'), t, 2.4, 5.5, {
          think: true,
          lean: -0.4,
          wide: 124,
        }),
      ),
  },
  {
    seconds: 5.8,
    mood: 'sad',
    captions: ['She wanted to buy a radio.', 'But it cost far too much.'],
    view: () => ({ x: 350, y: 215, zoom: 1.25 }),
    draw: (t) => {
      const step = walk(
        t,
        [
          [0, 60],
          [1.8, 226],
        ],
        1,
      )
      const sad = t > 3
      return (
        yard(t, { noTree: true }) +
        tall(seller, 540, t, {
          y: floor - 6,
          face: -1,
          near: { lift: 64, fold: 20 },
          mood: { mouth: 'smile', brow: 'up', look: [0.8, 0.4] },
        }) +
        at(410, floor, stand(at(-34, 0, radio()) + at(30, -40, price('₦9,000'), { scale: 0.92 })), { scale: 1 }) +
        child(kosi, step.x, t, {
          stride: step.stride,
          near: t > 1.8 && !sad ? { lift: 92, fold: 8 } : sad ? { lift: 34, fold: 66 } : { lift: 8, fold: 14 },
          ...(sad ? { hold: at(6, -6, note(), { scale: 0.9 }) } : {}),
          tilt: sad ? 8 : 0,
          mood: { mouth: sad ? 'sad' : 'grin', brow: sad ? 'worried' : 'up', look: [0.8, sad ? 0.6 : -0.1] },
        })
      )
    },
  },
  {
    seconds: 6.6,
    mood: 'gentle',
    captions: ['She looked at her dress. Grandma had mended it.', 'She ate her beans. Grandma had cooked them.'],
    view: glide({ x: 320, y: 200, zoom: 1.1 }, { x: 330, y: 225, zoom: 1.35 }, 5),
    draw: (t) => {
      const later = t > 3.4
      return (
        yard(t) +
        child(kosi, 330, t, {
          y: floor - 2,
          sit: true,
          scale: 1.18,
          near: later ? { lift: 44, fold: 84 + sway(t, 0.9) * 10 } : { lift: 30, fold: 52 },
          far: { lift: 30, fold: 60 },
          ...(later ? { hold: at(8, 8, bowl(t), { scale: 0.6 }) } : {}),
          mood: { mouth: later ? 'smile' : 'flat', brow: 'up', look: [0.4, later ? -0.3 : 0.8] },
        }) +
        at(352, 212, bubble(needle(t), t, 0.8, 3.1, { think: true, lean: 1, wide: 104 })) +
        at(352, 212, bubble(at(0, 8, bowl(t), { scale: 1.1 }), t, 3.7, 6.1, { think: true, lean: 1, wide: 104 }))
      )
    },
  },
  {
    seconds: 5.6,
    mood: 'hopeful',
    captions: ['Had she ever said thank you? Not often.', 'Then Kosi had an idea.'],
    view: glide({ x: 330, y: 225, zoom: 1.35 }, { x: 330, y: 225, zoom: 1.45 }, 5),
    draw: (t) => {
      const idea = t > 3.4
      return (
        yard(t) +
        child(kosi, 330, t, {
          y: floor - 2,
          sit: !idea,
          scale: 1.18,
          hop: idea ? Math.abs(sway(t, 1.2)) * 8 * ease(5.6 - t, 0, 1) : 0,
          near: idea ? { lift: 88, fold: 12 } : { lift: 46, fold: 124 },
          far: idea ? { lift: 30, fold: 60 } : { lift: 30, fold: 60 },
          ...(idea ? { hold: at(2, -44, paperLeaf(), { scale: 1.1 }) } : {}),
          tilt: idea ? 0 : 8,
          mood: { mouth: idea ? 'grin' : 'flat', brow: idea ? 'up' : 'worried', look: [0.5, idea ? -0.6 : 0.7] },
        }) +
        (t < 3.3 ? at(392, 200, text(0, 0, 46, ink.zobo700, '?'), { opacity: ease(t, 0.4, 0.9) }) : '')
      )
    },
  },
  {
    seconds: 6.8,
    mood: 'bright',
    captions: ['“What did Grandma do for you?” she asked.', '“She fed me when I was hungry,” said Mr Ude.'],
    view: glide({ x: 320, y: 210, zoom: 1.15 }, { x: 350, y: 220, zoom: 1.35 }, 5),
    draw: (t) => {
      const step = walk(
        t,
        [
          [0, 120],
          [1.4, 250],
        ],
        1,
      )
      const tells = t > 3.2
      return (
        yard(t, { noTree: true }) +
        at(458, floor - 4, okada(), { mirror: true, scale: 1.15 }) +
        tall(rider, 372, t, {
          face: -1,
          near: tells ? { lift: 52, fold: 40 + sway(t, 1) * 8 } : { lift: 8, fold: 14 },
          mood: { mouth: tells ? 'open' : 'smile', brow: 'up', look: [0.8, 0.5] },
        }) +
        child(kosi, step.x, t, {
          stride: step.stride,
          near: { lift: 60, fold: 50 },
          hold: at(4, -12, paperLeaf(), { scale: 0.8 }),
          mood: { mouth: t > 1.4 && !tells ? 'open' : 'smile', brow: 'up', look: [0.8, -0.6] },
        }) +
        at(338, 198, bubble(at(0, 8, bowl(t), { scale: 1.1 }), t, 3.3, 6.5, { lean: -1, wide: 100 }))
      )
    },
  },
]
