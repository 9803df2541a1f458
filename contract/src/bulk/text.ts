// Messages of this feature's endpoints: success, failure, loading, nothing found. The server sends some of them, the page
// shows the others. All other sentences of a page are in web/app.

export const bulkText = {
  started: 'Your rows are being changed. You can leave this page.',
  done: 'Done.',
  chooseRows: 'Please choose at least one row.',
  tooManyRows: (max: number) =>
    `This can be done with ${max.toLocaleString('en-NG')} rows at most. Please choose fewer rows.`,
  nothingMatches: 'No row matches these filters any more.',
  unknownAction: 'Unknown action',
  undoStarted: 'The rows are being changed back.',
  cannotUndo: 'This can no longer be undone.',
  stopped: 'Stopped. The rows that were already changed stay changed.',
  rowGone: 'It no longer exists.',
  changedSince: 'It was changed again later, so it was left as it is.',
  followerMovedSince: 'The video that followed it was moved later, so it was left where it is.',
  moveBeforeItself: 'Please choose a place before a video that does not move itself.',
  rowFailed: 'Something went wrong with this row.',
} as const
