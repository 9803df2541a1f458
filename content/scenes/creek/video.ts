import { moon } from '../../draw/motifs.ts'
import { ink } from '../../draw/pigments.ts'
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
    picture: () => '',
  },
  moral: ['Wait a little,', 'and there is enough for all.'],
  scenes: [...opening, ...ending],
}
