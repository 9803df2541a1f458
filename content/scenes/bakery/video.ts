import { steps } from '../../draw/motifs.ts'
import { ink } from '../../draw/pigments.ts'
import type { Video } from '../../video.ts'
import { ending } from './ending.ts'
import { opening } from './opening.ts'

export const bakeryVideo: Video = {
  slug: 'forty-loaves-before-dawn',
  title: 'Forty Loaves Before Dawn',
  description: 'Dara must watch the oven. Outside, her friends are skipping, and the sand is running down.',
  values: ['responsibility', 'honesty', 'hard-work'],
  access: 'premium',
  card: {
    ground: ink.laterite800,
    motif: steps,
    motifColour: ink.danfo200,
    lines: ['Forty Loaves', 'Before Dawn'],
    picture: () => '',
  },
  moral: ['“I did it.', 'And I will put it right.”'],
  scenes: [...opening, ...ending],
}
