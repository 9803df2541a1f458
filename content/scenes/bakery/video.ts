import { loaves, sandClock } from '../../draw/bakery.ts'
import { steps } from '../../draw/motifs.ts'
import { ink } from '../../draw/pigments.ts'
import { at } from '../../draw/svg.ts'
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
    ground: ink.indigo900,
    motif: steps,
    motifColour: ink.danfo200,
    lines: ['Forty Loaves', 'Before Dawn'],
    picture: (t) =>
      at(0, 40, loaves('golden'), { scale: 1.5 }) + at(0, -4, sandClock((t * 0.1) % 1, t), { scale: 1.2 }),
  },
  moral: ['“I did it.', 'And I will put it right.”'],
  scenes: [...opening, ...ending],
}
