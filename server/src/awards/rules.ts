// Pure rules for badges and certificates.
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { BADGE_LEVELS, type Badge } from '@baobab/contract/awards/endpoints.ts'
import { moralValues, type MoralValue } from '@baobab/contract/videos/endpoints.ts'

/** A video that a student has watched, with the categories in which its quiz was locked. */
export type WatchedVideo = {
  videoId: string
  values: readonly MoralValue[]
  watchedAt: Date
  locked: readonly { ageCategory: AgeCategory; at: Date }[]
}

type FinishedVideo = { videoId: string; values: readonly MoralValue[]; at: Date }

/** Lists the finished videos, earliest first. A video is finished once it has been watched and its first quiz locked. */
export function listFinished(watched: readonly WatchedVideo[]): FinishedVideo[] {
  return watched
    .flatMap(({ videoId, values, watchedAt, locked }) => {
      if (locked.length === 0) return []
      const lockedAt = Math.min(...locked.map(({ at }) => at.getTime()))
      return [{ videoId, values, at: new Date(Math.max(watchedAt.getTime(), lockedAt)) }]
    })
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.videoId.localeCompare(b.videoId))
}

/** Returns the badge for each value, in the order of the values. */
export function computeBadges(watched: readonly WatchedVideo[]): Badge[] {
  const finished = listFinished(watched)
  return moralValues.map((value) => {
    const ofValue = finished.filter(({ values }) => values.includes(value))
    const level = BADGE_LEVELS.filter((needed) => ofValue.length >= needed).length
    const deciding = ofValue[(BADGE_LEVELS[level - 1] ?? 0) - 1]
    return {
      value,
      finishedCount: ofValue.length,
      level,
      nextAt: BADGE_LEVELS[level] ?? null,
      earned: deciding ? { at: deciding.at.toISOString(), videoId: deciding.videoId } : null,
    }
  })
}

/** The part of a quiz that decides whether a video of a series is finished. */
type SeriesVideo = {
  videoId: string
  questionCounts: Record<AgeCategory, number>
}

type Progress = {
  /** Null for a student who has outgrown every category: then any quiz of the video counts. */
  category: AgeCategory | null
  watched: readonly WatchedVideo[]
  /** Returns whether the student can never take a quiz because an erased account with the same mailbox had started it. */
  isFormerQuiz: (videoId: string, category: AgeCategory) => boolean
}

/** Counts the videos of a series that have been watched and whose quiz, if there is one to take, is locked. */
export function countFinished(videos: readonly SeriesVideo[], { category, watched, isFormerQuiz }: Progress): number {
  const byId = new Map(watched.map((video) => [video.videoId, video]))
  const hasQuiz = ({ videoId, questionCounts }: SeriesVideo) =>
    category === null
      ? questionCounts['5-10'] + questionCounts['11-20'] > 0
      : questionCounts[category] > 0 && !isFormerQuiz(videoId, category)
  return videos.filter((video) => {
    const seen = byId.get(video.videoId)
    if (!seen) return false
    return !hasQuiz(video) || seen.locked.some(({ ageCategory }) => category === null || ageCategory === category)
  }).length
}

/** Returns each value of several videos once, in the order of the values. */
export function joinValues(videos: readonly { values: readonly MoralValue[] }[]): MoralValue[] {
  return moralValues.filter((value) => videos.some(({ values }) => values.includes(value)))
}
