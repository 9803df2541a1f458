import { moon } from '../../draw/motifs.ts'
import { ink } from '../../draw/pigments.ts'

import { drum, rings } from '../../draw/props.ts'
import { at } from '../../draw/svg.ts'
import { sway } from '../../draw/tween.ts'

import type { Video } from '../../video.ts'
import { ending } from './ending.ts'
import { opening } from './opening.ts'

export const ijapaVideo: Video = {
  slug: 'ijapa-and-the-borrowed-drum',
  title: 'Ìjàpá and the Borrowed Drum',
  description: 'Ìjàpá the tortoise borrows a drum and finds that a small lie needs a bigger one to carry it.',
  values: ['honesty', 'responsibility'],
  card: {
    ground: ink.laterite600,
    motif: moon,
    motifColour: ink.danfo500,
    lines: ['Ìjàpá and', 'the Borrowed', 'Drum'],
    picture: (t) => rings(t % 1.1, 0.2, ink.danfo200) + at(0, 74, drum(Math.max(0, sway(t, 2))), { scale: 2.1 }),
  },
  moral: ['A small lie needs', 'a bigger one to carry it.'],
  scenes: [...opening, ...ending],
}
