// Sentences of this feature that the server sends or that server and browser share; those of a page alone are in web/app.

export const leaderboardText = {
  ageCategory: 'Age category',
  boardLoading: 'Loading leaderboard...',
  boardFailed: 'Failed to load leaderboard.',
  rankLoading: 'Loading your rank...',
  rankFailed: 'Failed to load your rank.',
} as const
