// Messages of the endpoints about mails that are not essential.

export const optionalMailsText = {
  on: 'You get our emails about news and quizzes.',
  off: 'You no longer get our emails about news and quizzes.',
} as const
