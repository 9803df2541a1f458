import { eggTray } from '../../draw/market.ts'
import { leaf } from '../../draw/motifs.ts'
import { ink } from '../../draw/pigments.ts'
import { at } from '../../draw/svg.ts'
import { sway } from '../../draw/tween.ts'
import type { Video } from '../../video.ts'
import { ending } from './ending.ts'
import { opening } from './opening.ts'

export const eggsVideo: Video = {
  slug: 'thirty-eggs-in-onitsha',
  title: 'Thirty Eggs in Onitsha',
  description: 'A barrow bumps into Amaka, and thirty eggs are broken. What she does next surprises the whole market.',
  values: ['forgiveness', 'kindness', 'self-control'],
  access: 'premium',
  card: {
    ground: ink.zobo700,
    motif: leaf,
    motifColour: ink.danfo200,
    lines: ['Thirty Eggs', 'in Onitsha'],
    picture: (t) => at(0, 50 + sway(t, 0.5) * 3, eggTray(), { scale: 3.2, turn: sway(t, 0.5) * 5 }),
  },
  moral: ['Forgive,', 'and find a friend.'],
  scenes: [...opening, ...ending],
}
