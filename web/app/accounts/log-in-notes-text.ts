// Text that login pages rarely show. In a file of its own, so that it loads only when needed.

export const logInNotesText = {
  continueOffer: {
    continueAsOne: (username: string) => `Continue as ${username}?`,
    whichAccount: 'Which account do you want to use?',
    reason: 'You are logged in on another tab.',
    continueAs: (username: string) => `Continue as ${username}`,
    useAnother: 'No, use another account',
    hasEnded: 'That login has ended. Please log in again.',
  },

  storage: {
    /** Keyed by what the browser stores. */
    forgets: {
      nothing: 'This browser forgets your login when you reload or close the page.',
      tab: 'This browser forgets your login and your downloads when you close the page.',
    },
    allowStorage: 'To change this, allow cookies and site data in your browser’s settings, or free some space.',
  },
} as const
