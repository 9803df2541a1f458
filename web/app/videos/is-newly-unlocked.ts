import type { Video } from '@baobab/contract/videos/endpoints.ts'

/** Returns whether a payment has opened a video that the student has not opened yet. */
export function isNewlyUnlocked({ access, isLocked, isWatched, seenAt }: Video): boolean {
  return access === 'premium' && !isLocked && !isWatched && seenAt === null
}
