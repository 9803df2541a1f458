import { danfo } from '../../draw/danfo.ts'
import { star } from '../../draw/motifs.ts'
import { ink } from '../../draw/pigments.ts'
import { at } from '../../draw/svg.ts'
import type { Video } from '../../video.ts'
import { ending } from './ending.ts'
import { opening } from './opening.ts'
import { riders } from './stage.ts'

export const danfoVideo: Video = {
  slug: 'the-last-seat-on-the-danfo',
  title: 'The Last Seat on the Danfo',
  description: 'Rain is falling at Ojuelegba. One seat is left, and three people need it.',
  values: ['respect', 'kindness'],
  card: {
    ground: ink.indigo700,
    motif: star,
    motifColour: ink.white,
    lines: ['The Last Seat', 'on the Danfo'],
    picture: (t) => at(-14, 70, danfo({ open: 0, driven: t * 60, t, inside: riders(t) }), { scale: 0.74 }),
  },
  moral: ['Make room for others,', 'and they make room for you.'],
  scenes: [...opening, ...ending],
}
