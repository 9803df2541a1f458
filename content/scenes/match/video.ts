import { star } from '../../draw/motifs.ts'
import { ink } from '../../draw/pigments.ts'
import { goal } from '../../draw/pitch.ts'
import { at } from '../../draw/svg.ts'
import { sway } from '../../draw/tween.ts'
import { ball } from '../../draw/wallet.ts'
import type { Video } from '../../video.ts'
import { ending } from './ending.ts'
import { opening } from './opening.ts'

export const matchVideo: Video = {
  slug: 'the-fair-match-in-jos',
  title: 'The Fair Match in Jos',
  description: 'Pam owns the ball, so Pam picks the teams. Nanret knows a way that is fair to everybody.',
  values: ['fairness', 'respect'],
  card: {
    ground: ink.palm800,
    motif: star,
    motifColour: ink.danfo500,
    lines: ['The Fair Match', 'in Jos'],
    picture: (t) =>
      at(-6, 74, goal(), { scale: 1.7 }) + at(26 + sway(t, 0.4) * 12, 62, ball(sway(t, 0.4) * 90), { scale: 2.6 }),
  },
  moral: ['A fair game', 'is fun for everybody.'],
  scenes: [...opening, ...ending],
}
