import type { Scene } from '../../video.ts'

export const opening: readonly Scene[] = [
  {
    seconds: 7.0,
    mood: 'gentle',
    captions: ['Ebi lived beside a creek in the Delta.', 'Once a year, for three months, nobody fished there.'],
    draw: () => '',
  },
  {
    seconds: 5.4,
    mood: 'gentle',
    captions: ['“Now the fish lay their eggs,” said Grandpa. “Let them be.”'],
    draw: () => '',
  },
  {
    seconds: 6.2,
    mood: 'sad',
    captions: ['But there had been no fish at home for many days.', 'Ebi dreamed of pepper soup.'],
    draw: () => '',
  },
  {
    seconds: 6.6,
    mood: 'bright',
    captions: ['Then he saw her, caught in an old net. The biggest fish of all!', 'Nobody was looking.'],
    draw: () => '',
  },
  {
    seconds: 6.6,
    mood: 'tense',
    captions: ['Pepper soup! Pepper soup! said his belly.', 'But her belly was round and full of eggs.'],
    draw: () => '',
  },
]
