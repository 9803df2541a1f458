// Messages of this feature's endpoints: success, failure, loading, nothing found. The server sends some of them, the page
// shows the others. All other sentences of a page are in web/app.

export const privacyText = {
  accountErased: 'Your account has been deleted.',
} as const
