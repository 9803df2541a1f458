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
