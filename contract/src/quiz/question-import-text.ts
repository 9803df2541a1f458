// Messages of this feature's endpoints: success, failure, loading, nothing found. The server sends some of them, the page
// shows the others. All other sentences of a page are in web/app.

export const questionImportText = {
  importFailed: 'Error uploading file',
  spreadsheetMissing: 'Please select a file',
  /** Shown for a moment; the page and the reply say the longer sentence. */
  importToast: 'Trivia uploaded successfully!',
  questionsImported: 'Trivia questions uploaded successfully!',
  importUndone: 'The import has been undone.',
} as const
