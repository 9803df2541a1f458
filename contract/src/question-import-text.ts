// Sentences of this feature that the server sends or that server and browser share; those of a page alone are in web/app.

export const questionImportText = {
  importFailed: 'Error uploading file',
  spreadsheetMissing: 'Please select a file',
  questionsImported: 'Trivia questions uploaded successfully!',
  importUndone: 'The questions of this import have been removed.',
} as const
