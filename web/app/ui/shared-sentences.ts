// Sentences that features share. Here, so that no page loads the whole text of another feature for one of them.

/** The second step of a draw. */
export const listLock = 'We lock the list and show its code. If someone changes the list, the code changes too.'

export const everyQuizDone = 'You did every quiz. More come with new videos.'
