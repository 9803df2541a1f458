import { ink } from './pigments.ts'
import { at, box, disc, fill, line, many, n, oval, text } from './svg.ts'
import { chance, clamp, sway } from './tween.ts'

/** A leaf of green paper with a line of writing, hanging from its stalk at (0, 0). */
export const paperLeaf = (colour: string = ink.palm600): string =>
  line('M0 0V8', ink.danfo100, 1.4) +
  fill('M0 6Q13 14 9 30Q5 40 0 44Q-5 40 -9 30Q-13 14 0 6Z', colour) +
  line('M-5 20h10M-5 26h10M-4 32h7', ink.white, 1.6, 'opacity=".85"')

/** The ends of the bare tree's twigs, where leaves can hang, from a foot at (0, 0). */
const twigs: readonly (readonly [number, number])[] = [
  [-150, -172],
  [-128, -206],
  [-96, -176],
  [-104, -232],
  [-66, -206],
  [-72, -252],
  [-36, -226],
  [-30, -262],
  [-4, -236],
  [10, -268],
  [28, -222],
  [46, -258],
  [64, -208],
  [84, -244],
  [98, -186],
  [116, -222],
  [138, -186],
  [154, -212],
  [-132, -150],
  [130, -152],
  [-52, -148],
  [46, -146],
  [2, -192],
  [-90, -146],
  [92, -142],
]

/** A tree without leaves in the harmattan, foot at (0, 0), which `share` (0 to 1) fills with leaves of paper. */
export function thankTree(share: number, t: number): string {
  const leaves = twigs.map(([x, y], i) => {
    const grown = clamp(share * twigs.length - i)
    const colour = [ink.palm600, ink.palm700, '#3E9A55'][i % 3] ?? ink.palm600
    return grown <= 0 ? '' : at(x, y, paperLeaf(colour), { scale: 0.82 * grown, turn: sway(t, 0.5, chance(i)) * 12 })
  })
  return (
    fill('M-30 4Q-14 -8 -13 -60L-20 -128H18L13 -60Q14 -8 32 4Q0 12 -30 4Z', ink.laterite800) +
    line(
      'M-12 -112Q-40 -150 -150 -172M-70 -152Q-104 -168 -128 -206M-60 -150Q-84 -180 -104 -232M12 -112Q44 -150 138 -186M70 -158Q100 -172 116 -222',
      ink.laterite800,
      9,
    ) +
    line(
      'M-8 -120Q-30 -180 -72 -252M-44 -210Q-38 -236 -30 -262M0 -124Q4 -200 10 -268M14 -124Q36 -190 84 -244M46 -214Q44 -236 46 -258M100 -172Q130 -180 154 -212M-110 -166Q-124 -156 -132 -150M104 -170Q120 -162 130 -152',
      ink.laterite800,
      5,
    ) +
    leaves.join('')
  )
}

export const radio = (): string =>
  line('M14 -30L26 -54', ink.slate, 2.4) +
  box(-30, -30, 60, 34, ink.pepper600, 6) +
  disc(-13, -13, 11, ink.indigo900) +
  disc(-13, -13, 5, ink.slate) +
  box(4, -24, 20, 8, ink.danfo200, 2) +
  disc(9, -6, 3.4, ink.danfo500) +
  disc(20, -6, 3.4, ink.danfo500)

/** A bowl of food that steams. */
export const bowl = (t: number): string =>
  many(3, (i) => line(`M${-10 + i * 10} -20q${n(sway(t, 0.6, i / 3) * 5)} -8 0 -16`, ink.stone, 2.2)) +
  oval(0, -12, 22, 7, ink.danfo500) +
  fill('M-24 -12Q-22 8 0 8T24 -12Q0 -2 -24 -12Z', ink.laterite600)

/** A needle with thread and a mended tear. */
export const needle = (t: number): string =>
  fill('M-26 -14H14V18H-26Z', ink.zobo300) +
  line('M-16 -6l6 5l-5 6l6 5', ink.zobo700, 2.4) +
  line('M-20 0l14 -6M-20 8l15 -6M-19 15l14 -6', ink.danfo100, 2) +
  at(12 + sway(t, 0.8) * 5, -8, line('M0 0L22 -22', ink.slate, 3) + line('M0 0Q-8 12 -16 6', ink.danfo600, 1.8))

/** A shop's stand with a striped roof; bottom middle at (0, 0). */
export const stand = (things: string): string =>
  box(-74, -148, 7, 148, ink.laterite800) +
  box(67, -148, 7, 148, ink.laterite800) +
  box(-80, -64, 160, 66, ink.palm700, 4) +
  box(-86, -70, 172, 10, ink.danfo600, 3) +
  at(0, -70, things) +
  many(6, (i) => fill(`M${-90 + i * 30} -160h30v22q-15 14 -30 0Z`, i % 2 ? ink.white : ink.pepper600)) +
  box(-90, -172, 180, 14, ink.laterite700, 3)

export const price = (words: string): string =>
  fill('M-30 -13H22L34 0L22 13H-30Z', ink.danfo200) +
  disc(24, 0, 2.6, ink.laterite800) +
  text(-4, 7, 19, ink.pepper600, words)

/** A cake with candles whose flames sway. */
export const cake = (t: number): string =>
  many(
    3,
    (i) =>
      line(`M${-14 + i * 14} -30v-12`, ink.white, 3) +
      oval(-14 + i * 14, -47 + sway(t, 1.4, i / 3), 3, 5, ink.danfo500),
  ) +
  box(-30, -30, 60, 30, ink.zobo300, 5) +
  line('M-30 -18q7.500 8 15 0t15 0t15 0t15 0', ink.white, 4) +
  box(-38, -2, 76, 5, ink.stone, 2)

/** A motorcycle, facing right; its wheels stand on y = 0. */
export const okada = (): string =>
  disc(-30, -16, 16, ink.black) +
  disc(-30, -16, 8, ink.stone) +
  disc(34, -16, 16, ink.black) +
  disc(34, -16, 8, ink.stone) +
  line('M-30 -16L-10 -34H16L34 -16M16 -34L24 -58L14 -62', ink.slate, 5) +
  fill('M-36 -46Q-10 -52 -4 -42L18 -50Q26 -40 16 -32H-12Z', ink.pepper600)
