import type { Scene } from '../../video.ts'

export const ending: readonly Scene[] = [
  {
    seconds: 7.2,
    mood: 'gentle',
    captions: ['Amaka looked at his face. She knew how he felt.', 'Last week she had broken Aunty Uju’s best pot.'],
    draw: () => '',
  },
  {
    seconds: 5.2,
    mood: 'gentle',
    captions: ['Aunty had looked at the pieces. Then she had hugged her.'],
    draw: () => '',
  },
  {
    seconds: 6.4,
    mood: 'hopeful',
    captions: ['Amaka held out her hand. “I forgive you, Kene.”', '“Come. We will tell her together.”'],
    draw: () => '',
  },
  {
    seconds: 6.2,
    mood: 'hopeful',
    captions: ['“I will carry your goods until the eggs are paid,” said Kene.', 'Aunty Uju smiled.'],
    draw: () => '',
  },
  {
    seconds: 7.6,
    mood: 'joyful',
    captions: [
      'After that, the eggs rode in his barrow, slowly, slowly.',
      'Not one was broken. And two friends laughed.',
    ],
    draw: () => '',
  },
]
