// Text in the settings about a student's data.

export const text = {
  title: 'My data',
  help: 'Everything that we store about you: your details, answers, points and payments.',
  see: 'See my data',
  download: 'Download my data',
  preparing: 'Preparing your file...',
  downloaded: (file: string) => `Your data is saved as ${file}.`,
  delete: 'Delete my account',
} as const

export const eraseText = {
  deleting: 'Deleting...',
  question: 'Delete your account?',
  effect:
    'We delete your details, picture, logins, bookmarks and certificates at once, and take you off the leaderboard. You cannot undo this. Your answers, points and payments stay without your name. Nobody can take your username, and you cannot do the same quizzes again.',
} as const

export const dataText = {
  title: 'My data',
  lead: 'Everything that Baobab stores about you. Times are in Lagos.',
  loading: 'Loading your data...',
  failed: 'Failed to load your data.',
  print: 'Print or save as PDF',
  yes: 'Yes',
  no: 'No',
} as const
