// Sentences of this feature that the server sends or that server and browser share; those of a page alone are in web/app.

export const settingsText = {
  settingsLoading: 'Loading settings...',
  settingsFailed: 'Failed to load settings.',
  settingsChanged: 'Settings saved successfully!',
  priceInvalid: 'Price must be between 100 and 1000000 naira',
} as const
