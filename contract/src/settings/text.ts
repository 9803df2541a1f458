// Messages of this feature's endpoints: success, failure, loading, nothing found. The server sends some of them, the page
// shows the others. All other sentences of a page are in web/app.

export const settingsText = {
  settingsLoading: 'Loading settings...',
  settingsFailed: 'Failed to load settings.',
  settingsChanged: 'Settings saved successfully!',
  priceInvalid: 'Price must be between 100 and 1000000 naira',
} as const
