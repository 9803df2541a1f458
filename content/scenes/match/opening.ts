import type { Scene } from '../../video.ts'

export const opening: readonly Scene[] = [
  {
    seconds: 7.6,
    mood: 'bright',
    captions: [
      'In Jos, the children played football under the big rocks.',
      'The ball was Pam’s, so Pam chose the teams.',
    ],
    draw: () => '',
  },
  {
    seconds: 5.8,
    mood: 'gentle',
    captions: ['He took all the tall ones and the fast ones.', 'Nanret got the little ones.'],
    draw: () => '',
  },
  {
    seconds: 5.4,
    mood: 'tense',
    captions: ['One goal. Two goals. Six goals to nothing!', 'Only Pam was laughing.'],
    draw: () => '',
  },
  {
    seconds: 7.4,
    mood: 'sad',
    captions: ['“We are not playing any more,” said the little ones.', 'Now Pam had a ball, and nobody to play with.'],
    draw: () => '',
  },
  {
    seconds: 7.6,
    mood: 'gentle',
    captions: [
      'At home, Nanret and her brother shared one cake.',
      '“One cuts it,” said Mama. “The other one chooses.”',
    ],
    draw: () => '',
  },
]
