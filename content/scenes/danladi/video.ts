import { steps } from '../../draw/motifs.ts'
import { ink } from '../../draw/pigments.ts'

import { at } from '../../draw/svg.ts'
import { sway } from '../../draw/tween.ts'
import { wallet } from '../../draw/wallet.ts'

import type { Video } from '../../video.ts'
import { ending } from './ending.ts'
import { opening } from './opening.ts'

export const danladiVideo: Video = {
  slug: 'danladi-finds-a-wallet',
  title: 'Ɗanladi Finds a Wallet',
  description: 'A wallet full of money lies in the road. Ɗanladi needs new shoes, and two big boys want a share.',
  values: ['courage', 'honesty', 'self-control'],
  access: 'premium',
  card: {
    ground: ink.laterite700,
    motif: steps,
    motifColour: ink.danfo500,
    lines: ['Ɗanladi', 'Finds a Wallet'],
    picture: (t) => at(0, 10, wallet(1), { scale: 2.7, turn: -7 + sway(t, 0.5) * 3 }),
  },
  moral: ['It takes courage', 'to do what is right.'],
  scenes: [...opening, ...ending],
}
