// Sentences of the dialog that deletes an account. A file of its own, because they are loaded with the dialog.

export const eraseText = {
  deleting: 'Deleting...',
  question: 'Delete your account?',
  effect:
    'Your details, picture, logins, bookmarks, certificates and the list of videos you watched are deleted immediately, and you are removed from the leaderboard. This cannot be undone. Your answers, points and payments stay in our records without your name. Nobody else can take your username. If you sign up again with the same email, you cannot retake the quizzes that you had started.',
} as const
