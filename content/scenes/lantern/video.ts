import { lantern } from '../../draw/lantern.ts'
import { moon } from '../../draw/motifs.ts'
import { ink } from '../../draw/pigments.ts'
import { glow } from '../../draw/places.ts'
import { at } from '../../draw/svg.ts'
import { sway } from '../../draw/tween.ts'
import type { Video } from '../../video.ts'
import { ending } from './ending.ts'
import { opening } from './opening.ts'

export const lanternVideo: Video = {
  slug: 'the-lantern-on-obo-street',
  title: 'The Lantern on Ọbọ Street',
  description: 'NEPA takes the light. Chinẹ́dụ finds a way for the whole street to read.',
  values: ['hard-work', 'responsibility', 'kindness'],
  card: {
    ground: ink.indigo900,
    motif: moon,
    motifColour: ink.danfo500,
    lines: ['The Lantern', 'on Ọbọ Street'],
    picture: (t) => glow(0, 0, 118, 1 + sway(t, 1.4) * 0.06) + at(0, 74, lantern(1, sway(t, 2.2)), { scale: 2.1 }),
  },
  moral: ['Try, and try again,', 'until it shines.'],
  scenes: [...opening, ...ending],
}
