import { leaf } from '../../draw/motifs.ts'
import { ink } from '../../draw/pigments.ts'

import { at } from '../../draw/svg.ts'
import { sway } from '../../draw/tween.ts'
import { well } from '../../draw/well.ts'
import type { Video } from '../../video.ts'
import { ending } from './ending.ts'
import { opening } from './opening.ts'

export const wellVideo: Video = {
  slug: 'two-buckets-one-well',
  title: 'Two Buckets, One Well',
  description: 'Two families stop sharing water. Halimat, nine, works out how to fix it.',
  values: ['kindness', 'fairness', 'forgiveness'],
  access: 'premium',
  card: {
    ground: ink.palm700,
    motif: leaf,
    motifColour: ink.white,
    lines: ['Two Buckets,', 'One Well'],
    picture: (t) =>
      at(
        0,
        80,
        well({
          turn: sway(t, 0.3) * 90,
          left: { height: 18 + sway(t, 0.3) * 22, water: 1 },
          right: { height: 18 - sway(t, 0.3) * 22, water: 1 },
        }),
        { scale: 1.05 },
      ),
  },
  moral: ['When we share,', 'nobody has to wait.'],
  scenes: [...opening, ...ending],
}
