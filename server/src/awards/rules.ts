// Pure rules for badges and certificates.
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { BADGE_LEVELS, type Badge } from '@baobab/contract/awards/endpoints.ts'
import { moralValues, type MoralValue } from '@baobab/contract/videos/endpoints.ts'

/** A locked quiz: right answers of the first try. */
type LockedQuiz = { ageCategory: AgeCategory; at: Date; correctCount: number; questionCount: number }

/** A video that a student has played or read, with its locked quizzes. */
export type PlayedVideo = {
  videoId: string
  values: readonly MoralValue[]
  playedAt: Date
  /** Quizzes that were locked by then count with any score. */
  anyScoreUntil: Date | null
  locked: readonly LockedQuiz[]
}

type FinishedVideo = { videoId: string; values: readonly MoralValue[]; at: Date }

/** Returns whether at least 60 % of a quiz's answers were right. */
export function isPassed({ correctCount, questionCount }: Omit<LockedQuiz, 'ageCategory' | 'at'>): boolean {
  return correctCount * 10 >= questionCount * 6
}

function isCounted(quiz: LockedQuiz, { anyScoreUntil }: PlayedVideo): boolean {
  return isPassed(quiz) || (anyScoreUntil !== null && quiz.at <= anyScoreUntil)
}

/** Lists the finished videos, earliest first. A video is finished once it has been played and its first quiz passed. */
export function listFinished(played: readonly PlayedVideo[]): FinishedVideo[] {
  return played
    .flatMap((video) => {
      const { videoId, values, playedAt } = video
      const passed = video.locked.filter((quiz) => isCounted(quiz, video))
      if (passed.length === 0) return []
      const passedAt = Math.min(...passed.map(({ at }) => at.getTime()))
      return [{ videoId, values, at: new Date(Math.max(playedAt.getTime(), passedAt)) }]
    })
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.videoId.localeCompare(b.videoId))
}

/**
 * Returns the badges that a student has or can earn, in the order of the values.
 * @param open videos that the student has not finished, and still can
 */
export function computeBadges(
  played: readonly PlayedVideo[],
  open: readonly { values: readonly MoralValue[] }[],
): Badge[] {
  const finished = listFinished(played)
  return moralValues.flatMap((value) => {
    const ofValue = finished.filter(({ values }) => values.includes(value))
    const reachable = ofValue.length + open.filter(({ values }) => values.includes(value)).length
    const level = BADGE_LEVELS.filter((needed) => ofValue.length >= needed).length
    const next = BADGE_LEVELS[level] ?? Number.POSITIVE_INFINITY
    const nextAt = next <= reachable ? next : null
    const deciding = ofValue[(BADGE_LEVELS[level - 1] ?? 0) - 1]
    const earned = deciding ? { at: deciding.at.toISOString(), videoId: deciding.videoId } : null
    return level > 0 || nextAt !== null ? [{ value, finishedCount: ofValue.length, level, nextAt, earned }] : []
  })
}

/** The part of a quiz that decides whether its video can be finished. */
export type QuizVideo = {
  videoId: string
  questionCounts: Record<AgeCategory, number>
}

export type Progress = {
  /** Null for a student who has outgrown every category: then any quiz of the video counts. */
  category: AgeCategory | null
  played: readonly PlayedVideo[]
  /** The student's locked quizzes, also of videos that were not played. */
  locked: readonly (LockedQuiz & { videoId: string })[]
  /** Returns whether the student can never take a quiz because an erased account with the same mailbox had started it. */
  isFormerQuiz: (videoId: string, category: AgeCategory) => boolean
}

/** Returns whether a student who has not finished a video still can: it is enough to play it, or its quiz can be taken. */
export function canFinish(
  { videoId, questionCounts }: QuizVideo,
  { category, locked, isFormerQuiz }: Progress,
): boolean {
  const own = locked.filter((quiz) => quiz.videoId === videoId)
  if (own.some(isPassed)) return true
  if (category === null || own.some(({ ageCategory }) => ageCategory === category)) return false
  return questionCounts[category] > 0 && !isFormerQuiz(videoId, category)
}

/**
 * Counts the videos of a series that have been played and whose quiz, if there is one to take, was passed; and the right
 * answers in these quizzes.
 */
export function measureSeries(
  videos: readonly QuizVideo[],
  { category, played, isFormerQuiz }: Progress,
): { finishedCount: number; correctCount: number; questionCount: number } {
  const byId = new Map(played.map((video) => [video.videoId, video]))
  const hasQuiz = ({ videoId, questionCounts }: QuizVideo) =>
    category === null
      ? questionCounts['5-10'] + questionCounts['11-20'] > 0
      : questionCounts[category] > 0 && !isFormerQuiz(videoId, category)
  const sum = { finishedCount: 0, correctCount: 0, questionCount: 0 }
  for (const video of videos) {
    const seen = byId.get(video.videoId)
    const quiz = seen?.locked.find((one) => (category === null || one.ageCategory === category) && isCounted(one, seen))
    if (!seen || (!quiz && hasQuiz(video))) continue
    sum.finishedCount += 1
    sum.correctCount += quiz?.correctCount ?? 0
    sum.questionCount += quiz?.questionCount ?? 0
  }
  return sum
}

/** Returns each value of several videos once, in the order of the values. */
export function joinValues(videos: readonly { values: readonly MoralValue[] }[]): MoralValue[] {
  return moralValues.filter((value) => videos.some(({ values }) => values.includes(value)))
}
