// Messages of this feature's endpoints, and the sentences for students about a decision. The server sends some of them, and the
// page shows the rest. All other sentences of a page are in web/app.
import type { ErrorCodes } from '../kernel/text.ts'

/** How many days the device and network of an attempt are stored: long enough for a month, its draw and an appeal. */
export const ATTEMPT_ORIGIN_DAYS = 90
/**
 * The minimum milliseconds to read each character of a question and its options: 1,200 words a minute, five times as fast as an
 * adult reads.
 */
export const READ_MS_PER_CHARACTER = 10
/**
 * The bounds of that time for one question. Nobody chooses faster than the lower bound; the upper one keeps long texts from raising
 * false alarms.
 */
export const READ_MS_MIN = 400
export const READ_MS_MAX = 3_000
/** The maximum length of an appeal, and of its answer, which a notification shows. */
export const APPEAL_TEXT_MAX = 500
export const APPEAL_ANSWER_MAX = 500
/** The number of days within which an appeal is answered. */
export const APPEAL_DAYS = 7

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
  studentIsHeld: 'This student is on hold. First decide the case on the Fair Play page.',
  alreadyDisqualified: 'This student is already disqualified.',
  nothingToClear: 'There is nothing to clear.',
  noNewFlag: 'Nothing new was found since the last decision. Choose “Something else” if you still have a question.',
  appealAnsweredBefore: 'This appeal has already been answered.',
  ownDecision: 'Another admin has to answer, because you placed this hold.',
} as const

/** The reason for a hold in words for the student. */
export const holdReasonSentences = {
  'too-fast': 'Your answers came faster than the questions can be read.',
  'shared-account': 'Another account on the same device or internet connection looked at the answers just before you.',
  'same-answers': "Your answers are the same as another student's, even the wrong ones.",
  'second-account': 'It looks like you have two accounts.',
  other: 'We have a question about your points.',
} as const

type Reason = keyof typeof holdReasonSentences

/** The reason for a disqualification in words for the student. */
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
      'You keep your points, and you can keep learning.',
      'If you think that we are wrong, tell us: open the leaderboard and tap “Tell us your side”. A person answers within 7 days.',
    ].join('\n'),
  }),
  cleared: {
    title: 'Your points are fine',
    description: 'We have checked your points. Everything is fine. Thank you for waiting.',
  },
  lifted: (answer: string) => ({
    title: 'Your points are fine',
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
      'You can still watch and learn.',
      'If you think that this is wrong, write to us on the contact page.',
    ].join('\n'),
  }),
} as const

export const fairPlayErrors = {
  not_held: { status: 409, message: fairPlayText.notHeld },
  already_appealed: { status: 409, message: fairPlayText.alreadyAppealed },
  student_is_held: { status: 409, message: fairPlayText.studentIsHeld },
  already_held: { status: 409, message: fairPlayText.alreadyHeld },
  already_disqualified: { status: 409, message: fairPlayText.alreadyDisqualified },
  nothing_to_clear: { status: 409, message: fairPlayText.nothingToClear },
  no_new_flag: { status: 409, message: fairPlayText.noNewFlag },
  appeal_answered: { status: 409, message: fairPlayText.appealAnsweredBefore },
  own_decision: { status: 409, message: fairPlayText.ownDecision },
} as const satisfies ErrorCodes
