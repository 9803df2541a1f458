import { type Avatar, defaultAvatar } from '@baobab/contract/profile/text.ts'

/**
 * Returns the drawn picture that others see next to a username; undefined for one that was chosen when the page said that
 * nobody else sees it. A student who has chosen none gets the picture that follows from the username, as in their own menu.
 */
export function boardAvatar(student: {
  username: string
  avatar: Avatar | null
  isAvatarPublic: boolean
}): Avatar | undefined {
  if (student.avatar === null) return defaultAvatar(student.username)
  return student.isAvatarPublic ? student.avatar : undefined
}

/** Returns the competition rank (1, 2, 2, 4) of each score in a list ordered from the highest. */
export function competitionRanks(scores: readonly number[]): number[] {
  const ranks: number[] = []
  for (const [index, score] of scores.entries())
    ranks.push(index > 0 && scores[index - 1] === score ? (ranks[index - 1] ?? 1) : index + 1)
  return ranks
}

/** An adjustment of a student's points that was made, not only proposed. */
export type MadeAdjustment = {
  id: string
  amount: number
  undoOf: string | null
  proposedBy: string | null
  decidedBy: string | null
  decidedAt: Date | null
}

/**
 * Returns the ids and the sum of the adjustments that an admin made for a student without a second admin. Points given and points taken
 * away add up. Leaves out adjustments that were undone, and undos of adjustments that would count here. Counts this month's
 * adjustments and, from earlier months, those that go in the opposite direction to the last decision of two admins and were made after
 * it: otherwise one admin could reverse that decision month by month.
 * @param made all adjustments of the student that were made
 */
export function sumDoneAlone(
  made: readonly MadeAdjustment[],
  { adminId, monthStart }: { adminId: string; monthStart: Date },
): { ids: Set<string>; sum: number } {
  const timeOf = ({ decidedAt }: MadeAdjustment) => decidedAt?.getTime() ?? 0
  const [ofTwo] = made
    .filter(({ proposedBy, decidedBy }) => proposedBy !== null && proposedBy !== decidedBy)
    .toSorted((a, b) => timeOf(b) - timeOf(a))
  const isOwn = ({ proposedBy, decidedBy }: MadeAdjustment) => proposedBy === adminId && decidedBy === adminId
  const isAgainst = (one: MadeAdjustment) =>
    ofTwo !== undefined && timeOf(one) > timeOf(ofTwo) && Math.sign(one.amount) !== Math.sign(ofTwo.amount)
  const inTime = made.filter((one) => isOwn(one) && (timeOf(one) >= monthStart.getTime() || isAgainst(one)))
  const undone = new Set(made.map(({ undoOf }) => undoOf))
  const own = new Set(inTime.map(({ id }) => id))
  const counted = inTime.filter(({ id, undoOf }) => !undone.has(id) && !(undoOf !== null && own.has(undoOf)))
  return {
    ids: new Set(counted.map(({ id }) => id)),
    sum: counted.reduce((sum, { amount }) => sum + Math.abs(amount), 0),
  }
}
