// Messages of this feature's endpoints, and what a student reads about a decision. The server sends some of them, the page
// shows the others. All other sentences of a page are in web/app.

export const fairPlayText = {
  appealSent: 'Thank you. A person will read your message and answer you.',
  appealFailed: 'Your message could not be sent. Please try again.',
  notHeld: 'Nobody is checking your points at the moment.',
  alreadyAppealed: 'You have already told us your side. Please wait for our answer.',
  flaggedLoading: 'Loading flagged students...',
  flaggedFailed: 'Failed to load the flagged students.',
  evidenceLoading: 'Loading the evidence...',
  evidenceFailed: 'Failed to load the evidence.',
  reasonMissing: 'Please choose a reason.',
  outcomeMissing: 'Please choose what you decided.',
  held: 'The student is on hold and has been told why.',
  cleared: 'The case is closed. The points are fine.',
  disqualified: 'The student has been disqualified and told why.',
  agreed: 'Approved. The student has been told.',
  appealAnswered: 'Your answer is on its way to the student.',
  alreadyHeld: 'This student is already on hold for another reason.',
  studentIsHeld: 'This student is on hold. Decide that on the Fair Play page first.',
  alreadyDisqualified: 'This student is already disqualified.',
  nothingToClear: 'There is nothing to clear.',
  noNewFlag: 'Nothing new was found since the last decision. Choose “Something else” if you still have a question.',
  appealAnsweredBefore: 'This appeal has already been answered.',
  ownDecision: 'Another admin has to answer, because you placed this hold.',
} as const

/** What a student reads as the reason for a decision. */
export const holdReasonSentences = {
  'too-fast': 'Your answers came faster than the questions can be read.',
  'shared-account': 'Another account on the same device or internet connection looked at the answers just before you.',
  'same-answers': "Your answers are the same as another student's, even the wrong ones.",
  'second-account': 'It looks as if you have two accounts.',
  other: 'We have a question about your points.',
} as const

type Reason = keyof typeof holdReasonSentences

/** What a student reads as the reason for a disqualification. */
export const disqualificationSentences: Record<Reason, string> = {
  ...holdReasonSentences,
  'second-account': 'You have two accounts.',
  other: 'Your points were not earned fairly.',
}

/** The notifications about decisions. */
export const fairPlayNotifications = {
  held: (reason: Reason) => ({
    title: 'We are checking your points',
    description: [
      holdReasonSentences[reason],
      'Your points stay, and you can go on learning.',
      'If you think that we are wrong, tell us: open the leaderboard and tap “Tell us your side”. A person answers within 7 days.',
    ].join('\n'),
  }),
  cleared: {
    title: 'All is well',
    description: 'We have checked your points. Everything is fine. Thank you for waiting.',
  },
  lifted: (answer: string) => ({
    title: 'All is well',
    description: `${answer}\nWe have checked your points. Everything is fine. Thank you for waiting.`,
  }),
  upheld: (answer: string) => ({
    title: 'We have read your message',
    description: `${answer}\nYour points stay on hold for now.`,
  }),
  restored: {
    title: 'You are back on the leaderboard',
    description: 'We have checked again. All your points count.',
  },
  /** @param reason a sentence */
  disqualified: (reason: string) => ({
    title: 'You have been taken off the leaderboard',
    description: [
      'You are no longer in the scholarship draw.',
      reason,
      'You can go on watching and learning.',
      'If you think that this is wrong, write to us on the contact page.',
    ].join('\n'),
  }),
} as const
