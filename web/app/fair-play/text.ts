// Text for the card shown to students whose points are being checked.

export const text = {
  checking: 'We are checking your points',
  pointsStay: 'You keep your points, and you can keep learning.',
  tellUs: 'Tell us your side',
  whatHappened: 'What happened? Tell us in your own words.',
  sent: (madeAt: string, dueAt: string) => `We got your message on ${madeAt}. A person will answer by ${dueAt}.`,
  answered: (date: string) => `Our answer on ${date}:`,
  yourMessage: 'Your message:',
} as const
