// Messages of the merge of two accounts: success, refusals, loading, nothing found.

export const duplicatesText = {
  merged: 'The two accounts are one now. We have emailed both addresses.',
  otherUnknown: 'No student has this username.',
  sameAccount: 'This is the same account. Enter the username of the other one.',
  cannotMerge: 'These accounts cannot be merged now.',
  accountMerged: 'This account has been put together with another account of the same student.',
  accountMergedInto: (username: string) => `This account has been merged into ${username}.`,
  logInElsewhere: (username: string, email: string) =>
    `Your two accounts are one now. Please log in as ${username}, with the email ${email} and its password. Your points are there.`,
  duplicatesLoading: 'Looking for other accounts...',
  duplicatesFailed: 'We could not look for other accounts of this student.',
  previewLoading: 'Comparing the two accounts...',
  previewFailed: 'We could not compare the two accounts.',
} as const

/** Why two accounts cannot be merged now, and what to do first. */
export const mergeRefusalSentences = {
  'age-category': 'The accounts are in different age categories. Points cannot move from one leaderboard to the other.',
  'on-hold': 'One of the accounts is on hold. Decide that on the Fair play page first.',
  'quiz-running': 'A quiz is running in one of the accounts. Try again in a few minutes.',
  'in-draw':
    'The account to be merged is in the list of a draw that is not over. Try again when the prize is confirmed.',
  'prize-waiting': 'A prize of one of the accounts is not paid yet. Settle that first.',
  'has-won': 'The account to be merged has won a prize, so it must stay. Merge the other account into it.',
  'claim-waiting': 'One of the accounts says that it is missing from a list. Answer that first.',
  'month-closing': 'The list of last month is being made. Try again in half an hour.',
} as const

/** What the student of the two accounts reads. */
export const mergeNotification = (values: { kept: string; merged: string }) => ({
  title: 'Your two accounts are one now',
  description: [
    `We have put your account ${values.merged} together with ${values.kept}.`,
    'Your points, payments, certificates, bookmarks and watched videos are here now.',
    'If you did a quiz in both accounts, your first try counts.',
    'If something is missing, write to us on the contact page.',
  ].join('\n'),
})

/** Stored with the attempts that do not count any more. */
export const EARLIER_ATTEMPT_COUNTS = 'Two accounts were merged: the earlier attempt counts.'
