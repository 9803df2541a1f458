// Sentences of this feature that the server sends or that server and browser share; those of a page alone are in web/app.

export const exportsText = {
  exportStarted: 'Your file is being made.',
} as const
