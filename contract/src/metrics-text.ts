// Sentences of this feature that the server sends or that server and browser share; those of a page alone are in web/app.

export const metricsText = {
  metricsLoading: 'Loading figures...',
  metricsFailed: 'Failed to load figures.',
} as const
