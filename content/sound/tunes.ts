import { ijapa, well } from './dances.ts'
import { cloth, kite, thanks } from './skies.ts'
import type { Tune } from './tune.ts'
import { bakery, creek, eggs, match } from './variations.ts'
import { danfo, danladi, lantern } from './walks.ts'

/** Each video's tune, by slug. */
export const tunes: Readonly<Record<string, Tune>> = {
  'ijapa-and-the-borrowed-drum': ijapa,
  'the-last-seat-on-the-danfo': danfo,
  'the-lantern-on-obo-street': lantern,
  'two-buckets-one-well': well,
  'danladi-finds-a-wallet': danladi,
  'the-fair-match-in-jos': match,
  'the-fish-that-went-home': creek,
  'thirty-eggs-in-onitsha': eggs,
  'forty-loaves-before-dawn': bakery,
  'the-kite-over-kano': kite,
  'tobi-and-the-blue-cloth': cloth,
  'the-thank-you-tree': thanks,
}
