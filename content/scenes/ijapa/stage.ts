import { person } from '../../draw/person.ts'
import { ink } from '../../draw/pigments.ts'
import { ground, hills, house, nightfall, sky, tree } from '../../draw/places.ts'
import { burst, drum, rings } from '../../draw/props.ts'
import { at, disc, fill, line, many, text } from '../../draw/svg.ts'
import { clamp, ease, pop, sway, walk } from '../../draw/tween.ts'
import { ehoro, etu, ijapa } from '../fable-cast.ts'

export const floor = 306

export const village = (night = 0) =>
  sky(night, { sunX: 200 }) +
  hills(262, ink.palm300) +
  at(70, 282, house({ wall: ink.laterite200, roof: ink.laterite700, door: ink.indigo700, lit: night }), {
    scale: 0.9,
  }) +
  ground(274, ink.laterite500, ink.laterite200)

export const river = (t: number) =>
  fill('M230 300Q330 276 660 282V350Q420 366 210 352Q180 322 230 300Z', ink.indigo600) +
  many(6, (i) =>
    line(`M${270 + i * 62 + sway(t, 0.3, i / 6) * 8} ${306 + (i % 3) * 14}q10 -5 20 0t20 0`, ink.indigo300, 2.4),
  )

export const fruit = (scale = 1) =>
  at(
    0,
    0,
    disc(0, 0, 13, ink.palm600) +
      disc(0, 0, 9, 'none', `stroke="${ink.palm300}" stroke-width="1.600" stroke-dasharray="2 4"`) +
      line('M0 -13v-6', ink.laterite800, 3),
    { scale },
  )

export const leaves = (spread: number) =>
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

export const leafHeap = () =>
  fill('M-50 4Q-44 -34 -14 -56Q0 -62 14 -56Q44 -34 50 4Q0 14 -50 4Z', ink.palm800) +
  leaves(0.05) +
  at(0, 26, leaves(0.1))

export const riverIcon = () =>
  at(0, 10, drum(), { scale: 0.55 }) +
  line('M-40 8q10 -8 20 0t20 0 20 0 20 0M-34 20q10 -8 20 0t20 0 20 0', ink.indigo600, 4)
export const birdIcon = (t: number) => {
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

export const drumIcon = () => at(0, 30, drum(), { scale: 0.86 })

/** The story's turning point: fruit falls on the hidden drum, and the leaves speak. */
export function breadfruit(t: number): string {
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
