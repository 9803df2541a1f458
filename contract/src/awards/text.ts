// Messages of this feature's endpoints: success, failure, loading, nothing found. The server sends some of them, the page
// shows the others. All other sentences of a page are in web/app.

export const awardsText = {
  awardsFailed: 'Failed to load your badges.',
  certificateIssued: 'Your certificate is ready.',
  certificateFailed: 'The certificate could not be made. Please try again.',
  certificateNotFound: 'We could not find this certificate.',
  seriesUnfinished: 'Watch every video of this series and finish every quiz first.',
} as const
