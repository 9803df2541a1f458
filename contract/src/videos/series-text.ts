// Messages of this feature's endpoints: success, failure, loading, nothing found. The server sends some of them, the page
// shows the others. All other sentences of a page are in web/app.

export const seriesText = {
  seriesFailed: 'Failed to load series.',
  seriesNotFound: 'We could not find this series.',
  seriesTitleTaken: 'A series with this title already exists.',
  seriesCreated: 'Series created successfully!',
  seriesUpdated: 'Series updated successfully!',
  seriesSaveFailed: 'Failed to save the series.',
  seriesDeleted: 'Series deleted successfully.',
  seriesDeleteFailed: 'Failed to delete the series.',
  seriesOrdered: 'Order changed successfully!',
} as const
