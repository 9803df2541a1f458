// Sentences about a student's data, in the settings.

export const text = {
  title: 'My data',
  help: 'The copy is one file with everything we store about you: your details, answers, points and payments.',
  download: 'Download my data',
  preparing: 'Preparing your file...',
  downloaded: (file: string) => `Your data is saved as ${file}.`,
  delete: 'Delete my account',
} as const
