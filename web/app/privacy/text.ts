// Text in the settings about a student's data.

export const text = {
  title: 'My data',
  help: 'The copy is one file with everything we store about you: your details, answers, points and payments.',
  download: 'Download my data',
  preparing: 'Preparing your file...',
  downloaded: (file: string) => `Your data is saved as ${file}.`,
  delete: 'Delete my account',
} as const

export const eraseText = {
  deleting: 'Deleting...',
  question: 'Delete your account?',
  effect:
    'Your details, picture, logins, bookmarks, certificates and the list of videos you watched are deleted immediately, and you are removed from the leaderboard. This cannot be undone. Your answers, points and payments stay in our records without your name. Nobody else can take your username. If you sign up again with the same email, you cannot retake the quizzes that you had started.',
} as const
