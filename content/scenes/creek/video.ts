import { fish } from '../../draw/creek.ts'
import { moon } from '../../draw/motifs.ts'
import { ink } from '../../draw/pigments.ts'
import { at } from '../../draw/svg.ts'
import { sway } from '../../draw/tween.ts'
import type { Video } from '../../video.ts'
import { ending } from './ending.ts'
import { opening } from './opening.ts'

export const creekVideo: Video = {
  slug: 'the-fish-that-went-home',
  title: 'The Fish That Went Home',
  description:
    'Nobody may fish while the fish lay their eggs. But Ebi is hungry, and the biggest fish in the creek is in his hands.',
  values: ['self-control', 'courage', 'responsibility'],
  card: {
    ground: ink.indigo700,
    motif: moon,
    motifColour: ink.palm300,
    lines: ['The Fish', 'That Went Home'],
    picture: (t) =>
      at(0, sway(t, 0.5) * 5, fish({ eggs: 1, wag: sway(t, 1.2) }), { scale: 2.3, turn: -8 + sway(t, 0.5) * 4 }),
  },
  moral: ['Wait a little,', 'and there is enough for all.'],
  scenes: [...opening, ...ending],
}
