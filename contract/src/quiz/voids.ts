// Questions that are void, because they were not fair: everyone who answered one gets its points, or nobody does.

export const voids = ['all', 'none'] as const
/** Who gets the points of a void question: everyone who answered it, or nobody. */
export type Void = (typeof voids)[number]

/** What is wrong with a question: another option is right (`key`), or it is void. */
export const regradeKinds = ['key', ...voids] as const
export type RegradeKind = (typeof regradeKinds)[number]

/** What a student reads about a void question, in the review and while the quiz still runs. */
export const voidSentences: Record<Void, string> = {
  all: 'This question is not counted any more. Everyone who answered it got the points.',
  none: 'This question is not counted any more. It does not count for anyone.',
}

type Voided = { title: string; question: string; score: number }

/** The notification to a student who got the points of a void question. `score` is the new total. */
export function voidGainedNotification({ title, question, score }: Voided) {
  return {
    title: 'You got 10 more points',
    description: `A question of “${title}” was not fair: “${question}” It is not counted any more, and everyone who answered it gets the points. You now have ${score} points.`,
  }
}

/** The notification to a student who lost the points of a void question. */
export function voidLostNotification({ title, question, score }: Voided) {
  return {
    title: 'A question is not counted any more',
    description: `A question of “${title}” was not fair: “${question}” It does not count for anyone, so its 10 points were taken back. We are sorry. You now have ${score} points.`,
  }
}
