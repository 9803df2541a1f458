// Messages of this feature's endpoints: success, failure, loading, nothing found. The server sends some of them, the page
// shows the others. All other sentences of a page are in web/app.

export const quizRegradeText = {
  proposed: 'Saved. Check what it changes, then approve it.',
  agreed: 'Approved. The points are being corrected now.',
  withdrawn: 'Withdrawn. Nothing was changed.',
  previewRequested: 'Recalculating. This may take a moment.',
  regradesLoading: 'Loading corrections...',
  regradesFailed: 'Failed to load corrections.',
  needsRegrade: 'Students have started this quiz. Correct the answer together with their points.',
  sameAnswer: 'This is already the correct answer.',
  alreadyProposed: 'This question already has a correction in progress.',
  ownProposal: 'Another admin has to approve this correction.',
  outdated: 'This question has been edited since. Withdraw this correction and propose it again.',
  previewMissing: 'Please wait until you can see what this correction changes.',
  running: 'Points are being corrected right now. Please try again in a minute.',
  decided: 'This correction has already been decided.',
} as const

type Regraded = { title: string; question: string; score: number }

/** The notification to a student whose answer counts after a regrade. `score` is the new total. */
export function gainedNotification({ title, question, score }: Regraded) {
  return {
    title: 'You got 10 more points',
    description: `We made a mistake in a question of “${title}”: “${question}” Your answer was right. You now have ${score} points.`,
  }
}

/** The notification to a student whose answer does not count any more. */
export function lostNotification({ title, question, answer, score }: Regraded & { answer: string }) {
  return {
    title: 'A question was corrected',
    description: `We made a mistake in a question of “${title}”: “${question}” The right answer is “${answer}”. 10 points were taken back. We are sorry. You now have ${score} points.`,
  }
}
