import type { Scene } from '../../video.ts'

export const ending: readonly Scene[] = [
  {
    seconds: 4.8,
    mood: 'hopeful',
    captions: ['So her brother cut it very, very evenly.', 'That was it!'],
    draw: () => '',
  },
  {
    seconds: 5.0,
    mood: 'hopeful',
    captions: ['“Pam, you make two teams,” said Nanret. “Then I choose.”'],
    draw: () => '',
  },
  {
    seconds: 7.0,
    mood: 'gentle',
    captions: ['Pam thought hard. He might get the weak team himself!', 'So he made both teams just as strong.'],
    draw: () => '',
  },
  {
    seconds: 6.6,
    mood: 'bright',
    captions: ['What a match! Two goals each, and the sun went down.', 'Then little Yusuf kicked the ball ...'],
    draw: () => '',
  },
  {
    seconds: 4.8,
    mood: 'joyful',
    captions: ['GOAL! Even Pam jumped for joy. “Again tomorrow!”'],
    draw: () => '',
  },
]
