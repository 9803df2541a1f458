import { moon } from '../../draw/motifs.ts'
import { ink } from '../../draw/pigments.ts'
import type { Video } from '../../video.ts'
import { dyedCloth, ending } from './ending.ts'
import { opening } from './opening.ts'

export const clothVideo: Video = {
  slug: 'tobi-and-the-blue-cloth',
  title: 'Tobi and the Blue Cloth',
  description: 'Good blue needs five days. Tobi has only one day’s worth of patience.',
  values: ['patience', 'self-control'],
  card: {
    ground: ink.danfo700,
    motif: moon,
    motifColour: ink.danfo200,
    lines: ['Tobi and the', 'Blue Cloth'],
    picture: dyedCloth,
  },
  moral: ['Good things take time.', 'So give them time.'],
  scenes: [...opening, ...ending],
}
