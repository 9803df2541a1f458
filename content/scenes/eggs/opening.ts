import type { Scene } from '../../video.ts'

export const opening: readonly Scene[] = [
  {
    seconds: 7.0,
    mood: 'bright',
    captions: ['Amaka carried thirty eggs through Onitsha market.', 'Aunty Uju had trusted her with them all.'],
    draw: () => '',
  },
  {
    seconds: 5.0,
    mood: 'tense',
    captions: ['Behind her ran Kene with his barrow. He was late.'],
    draw: () => '',
  },
  {
    seconds: 4.8,
    mood: 'tense',
    captions: ['BAM! The tray flew up, and the eggs came down.', 'All of them.'],
    draw: () => '',
  },
  {
    seconds: 6.8,
    mood: 'sad',
    captions: ['“Look what you have done!” cried Amaka.', '“I am sorry,” said Kene. He had no money to pay.'],
    draw: () => '',
  },
  {
    seconds: 5.0,
    mood: 'tense',
    captions: ['“Take his barrow!” people shouted. “Make him pay!”'],
    draw: () => '',
  },
]
