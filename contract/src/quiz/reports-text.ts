// Messages of this feature's endpoints: success, failure, loading, nothing found. The server sends some of them, the page
// shows the others. All other sentences of a page are in web/app.

export const quizReportsText = {
  questionReported: 'Thank you. We will check this question and tell you what we find.',
  reportFailed: 'Your report could not be sent. Please try again.',
  alreadyReported: 'You have already reported this question.',
  reasonMissing: 'Please choose what is wrong.',
  textMissing: 'Please write what is wrong.',
  reportsLoading: 'Loading reports...',
  reportsFailed: 'Failed to load reports.',
  reportsAnswered: 'Your answer is on its way to everyone who reported this question.',
  reportsAnsweredBefore: 'These reports have already been answered.',
  outcomeMissing: 'Please choose what you found.',
} as const

/** What a student reads about the outcome of a report, in the review and in the notification. */
export const outcomeSentences = {
  corrected: 'Thank you. We have corrected this question.',
  right: 'We have checked this question, and it is right.',
  removed: 'Thank you. We have removed this question.',
} as const

/** The notification to a student whose report was answered. `question` is the text that the student saw. */
export function reportNotification(report: { question: string; outcome: keyof typeof outcomeSentences; text: string }) {
  const { question, outcome, text } = report
  return {
    title: 'We have checked the question you reported',
    description: `You reported the question “${question}”\n${outcomeSentences[outcome]}\n${text}`,
  }
}
