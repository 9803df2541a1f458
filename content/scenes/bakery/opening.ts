import type { Scene } from '../../video.ts'

export const opening: readonly Scene[] = [
  {
    seconds: 8.0,
    mood: 'gentle',
    captions: [
      'In Ibadan, under the brown roofs, Dara’s father baked bread.',
      'The school wanted forty loaves in the morning.',
    ],
    draw: () => '',
  },
  {
    seconds: 7.4,
    mood: 'gentle',
    captions: ['“Watch the oven,” said Papa. “I must buy flour.”', '“When the sand has run down, take out the bread.”'],
    draw: () => '',
  },
  {
    seconds: 5.0,
    mood: 'bright',
    captions: ['Outside, her friends were skipping. “Only one turn,” said Dara.'],
    draw: () => '',
  },
  {
    seconds: 4.4,
    mood: 'tense',
    captions: ['One turn. Two. Ten. And the sand ran down.'],
    draw: () => '',
  },
  {
    seconds: 4.6,
    mood: 'tense',
    captions: ['Smoke! Forty loaves, as black as coal.'],
    draw: () => '',
  },
]
