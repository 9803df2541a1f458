// Sample content, to be replaced before launch: these testimonials, partners and funders are invented.
import type { MotifName } from '../ui/motif.tsx'
import adeola from './art/avatar-1.svg?no-inline'
import dahiru from './art/avatar-2.svg?no-inline'
import nkem from './art/avatar-3.svg?no-inline'

/** Shown next to the content while it is invented. */
export const sampleNotes = {
  testimonials: 'Sample text: these quotes and people are invented.',
  funders: 'Sample text: these funders are invented.',
  partners: 'Sample text: these partners are invented.',
}

export const testimonials = [
  {
    quote: 'I knew the tortoise story from my grandmother. I did not know I could earn points for remembering it.',
    name: 'Adéọlá, 16',
    place: 'Ìbàdàn',
    picture: adeola,
  },
  {
    quote: 'My phone is small and my data is smaller. These videos still play.',
    name: 'Ɗahiru, 14',
    place: 'Kano',
    picture: dahiru,
  },
  {
    quote: 'My two boys now argue about who was right in the story. I prefer that to cartoons.',
    name: 'Mrs. Nkẹ́m Okafọ',
    place: 'Parent, Enugu',
    picture: nkem,
  },
]

export type Supporter = { name: string; motif: MotifName }

export const funders: Supporter[] = [
  { name: 'Irókò Trust', motif: 'leaf' },
  { name: 'Sahel Reads', motif: 'moon' },
  { name: 'Kọ́lá Books', motif: 'hatch' },
  { name: 'Harmattan FM', motif: 'cowrie' },
]

export const partners: Supporter[] = [
  { name: 'Two Rivers Schools', motif: 'spiral' },
  { name: 'Àdùkẹ́ Foundation', motif: 'star' },
  { name: 'Plateau Co-op', motif: 'step' },
  { name: 'Ọjà Market Union', motif: 'comb' },
]
