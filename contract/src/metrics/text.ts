// Messages of this feature's endpoints: success, failure, loading, nothing found. The server sends some of them, the page
// shows the others. All other sentences of a page are in web/app.

export const metricsText = {
  metricsLoading: 'Loading metrics...',
  metricsFailed: 'Failed to load metrics.',
  overviewLoading: 'Loading current numbers...',
  overviewFailed: 'Failed to load the current numbers.',
  popularLoading: 'Loading popular videos and games...',
  popularFailed: 'Failed to load popular videos and games.',
} as const
