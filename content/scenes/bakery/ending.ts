import type { Scene } from '../../video.ts'

export const ending: readonly Scene[] = [
  {
    seconds: 5.4,
    mood: 'sad',
    captions: ['What could she say? “The goat did it”?', '“The oven was too hot”?'],
    draw: () => '',
  },
  {
    seconds: 6.8,
    mood: 'sad',
    captions: ['Papa came in. “It was me,” said Dara. “I did not watch.”', 'Papa was quiet for a long time.'],
    draw: () => '',
  },
  {
    seconds: 6.2,
    mood: 'hopeful',
    captions: ['“There is flour for forty more,” he said.', '“Then I will bake them,” said Dara.'],
    draw: () => '',
  },
  {
    seconds: 6.6,
    mood: 'hopeful',
    captions: ['She kneaded while the moon was high.', 'And she never once looked away from the sand.'],
    draw: () => '',
  },
  {
    seconds: 7.4,
    mood: 'joyful',
    captions: ['At seven, the school had forty golden loaves.', 'From that day, Papa let her watch the oven alone.'],
    draw: () => '',
  },
]
