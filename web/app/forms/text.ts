export const formsText = {
  seconds: (count: number) => `${count} s`,
  tryAgainIn: (seconds: number) => `You can try again in ${seconds} seconds.`,
  tryAgainNow: 'You can try again now.',
} as const
