// Sentences of the card in the settings. In a file of their own, so that the settings do not load the text of downloads.
export const settingsCardText = {
  saved: 'Saved on this phone',
  none: 'No videos are saved on this phone.',
  seeSaved: 'Saved videos',
} as const
