// Sentences of a demonstration, whose students, payments and draws are made up.

export const demonstrationText = {
  /** Above every page. */
  mark: 'Demonstration: made-up people and payments.',
  making: 'Making a demonstration world...',
} as const
