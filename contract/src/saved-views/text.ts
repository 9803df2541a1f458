// Messages of this feature's endpoints: success, failure, loading, nothing found. The server sends some of them, the page
// shows the others. All other sentences of a page are in web/app.

export const savedViewsText = {
  viewsFailed: 'Failed to load your views.',
  viewNotFound: 'This view no longer exists.',
  viewNameTaken: 'You already have a view with this name.',
  tooManyViews: 'You have 30 views of this list. Please delete one first.',
  viewSaved: 'View saved.',
  viewSaveFailed: 'Failed to save the view.',
  viewDeleted: 'View deleted.',
  viewDeleteFailed: 'Failed to delete the view.',
} as const
