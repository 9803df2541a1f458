import { leaf } from '../../draw/motifs.ts'
import { ink } from '../../draw/pigments.ts'
import type { Video } from '../../video.ts'
import { ending, fullTree } from './ending.ts'
import { opening } from './opening.ts'

export const thanksVideo: Video = {
  slug: 'the-thank-you-tree',
  title: 'The Thank-You Tree',
  description: 'In Enugu, Kosi’s grandma will be seventy tomorrow. A radio costs too much, so what can Kosi give?',
  values: ['gratitude', 'kindness'],
  card: {
    ground: ink.laterite600,
    motif: leaf,
    motifColour: ink.danfo200,
    lines: ['The', 'Thank-You', 'Tree'],
    picture: fullTree,
  },
  moral: ['A thank-you costs nothing', 'and means so much.'],
  scenes: [...opening, ...ending],
}
