// Messages of this feature's endpoints: success, failure, loading, nothing found. The server sends some of them, the page
// shows the others. All other sentences of a page are in web/app.

export const leaderboardText = {
  ageCategory: 'Age category',
  boardLoading: 'Loading leaderboard...',
  boardFailed: 'Failed to load leaderboard.',
  rankLoading: 'Loading your rank...',
  rankFailed: 'Failed to load your rank.',
} as const
