import type { Scene } from '../../video.ts'

export const ending: readonly Scene[] = [
  {
    seconds: 5.4,
    mood: 'tense',
    captions: ['“Take her, Ebi!” called Timi and Preye. “Nobody will know!”'],
    draw: () => '',
  },
  {
    seconds: 6.6,
    mood: 'hopeful',
    captions: ['Ebi’s hands shook. He counted slowly. One. Two. Three.', '“I will know,” he said.'],
    draw: () => '',
  },
  {
    seconds: 5.2,
    mood: 'hopeful',
    captions: ['Splash! Home she swam.', 'The big boys laughed at him.'],
    draw: () => '',
  },
  {
    seconds: 6.6,
    mood: 'bright',
    captions: ['Then the rain came, and the creek was opened.', 'So many fish! Every net came up full.'],
    draw: () => '',
  },
  {
    seconds: 6.8,
    mood: 'joyful',
    captions: ['“These are her children,” said Grandpa.', 'And there was pepper soup for the whole village.'],
    draw: () => '',
  },
]
