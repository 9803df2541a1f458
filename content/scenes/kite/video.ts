import { star } from '../../draw/motifs.ts'
import { ink } from '../../draw/pigments.ts'
import type { Video } from '../../video.ts'
import { ending, flag } from './ending.ts'
import { opening } from './opening.ts'

export const kiteVideo: Video = {
  slug: 'the-kite-over-kano',
  title: 'The Kite over Kano',
  description: 'Aminu and Zainab make a kite together. When it tears, something else tears too.',
  values: ['friendship', 'forgiveness', 'kindness'],
  card: {
    ground: ink.indigo600,
    motif: star,
    motifColour: ink.danfo200,
    lines: ['The Kite', 'over Kano'],
    picture: flag,
  },
  moral: ['A torn kite can be mended.', 'A friendship can too.'],
  scenes: [...opening, ...ending],
}
