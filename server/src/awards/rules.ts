// Pure rules for badges and certificates.
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { BADGE_LEVELS, type Badge } from '@baobab/contract/awards/endpoints.ts'
import { moralValues, type MoralValue } from '@baobab/contract/videos/endpoints.ts'

/**
 * A locked quiz: the right answers of the first try, and how many other questions were right in practice since. `voidCount` questions
 * count for nobody.
 */
type LockedQuiz = {
  ageCategory: AgeCategory
  at: Date
  correctCount: number
  questionCount: number
  voidCount: number
  practised: { count: number; at: Date } | null
}

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

/**
 * Returns when at least 60 % of a quiz's answers were right, or null. There is one try, so practice can make up for wrong
 * answers later. A question that counts for nobody counts as right here, so that nobody loses an award by it.
 */
function passedAt({ at, correctCount, questionCount, voidCount, practised }: LockedQuiz): Date | null {
  const isEnough = (count: number) => (count + voidCount) * 10 >= questionCount * 6
  if (isEnough(correctCount)) return at
  return practised && isEnough(correctCount + practised.count) ? practised.at : null
}

/** Returns when a quiz began to count for its video, or null. */
function countsFrom(quiz: LockedQuiz, { anyScoreUntil }: PlayedVideo): Date | null {
  return anyScoreUntil !== null && quiz.at <= anyScoreUntil ? quiz.at : passedAt(quiz)
}

/** Lists the finished videos, earliest first. A video is finished once it has been played and its first quiz passed. */
export function listFinished(played: readonly PlayedVideo[]): FinishedVideo[] {
  return played
    .flatMap((video) => {
      const { videoId, values, playedAt } = video
      const counting = video.locked.flatMap((quiz) => countsFrom(quiz, video)?.getTime() ?? [])
      if (counting.length === 0) return []
      return [{ videoId, values, at: new Date(Math.max(playedAt.getTime(), Math.min(...counting))) }]
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
  /** The student's locked quizzes, including those of videos that were not played. */
  locked: readonly (LockedQuiz & { videoId: string })[]
  /** Returns whether the student can never take a quiz because an erased account with the same mailbox had started it. */
  isFormerQuiz: (videoId: string, category: AgeCategory) => boolean
}

/**
 * Returns whether a student who has not finished a video still can: it is enough to play it, or its quiz can be taken or
 * practised.
 */
export function canFinish(
  { videoId, questionCounts }: QuizVideo,
  { category, locked, isFormerQuiz }: Progress,
): boolean {
  const own = locked.filter((quiz) => quiz.videoId === videoId)
  if (own.some((quiz) => passedAt(quiz) !== null || quiz.ageCategory === category)) return true
  return category !== null && questionCounts[category] > 0 && !isFormerQuiz(videoId, category)
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
    const quiz = seen?.locked.find(
      (one) => (category === null || one.ageCategory === category) && countsFrom(one, seen) !== null,
    )
    if (!seen || (!quiz && hasQuiz(video))) continue
    sum.finishedCount += 1
    sum.correctCount += quiz?.correctCount ?? 0
    sum.questionCount += quiz ? quiz.questionCount - quiz.voidCount : 0
  }
  return sum
}

/** Returns each value of several videos once, in the order of the values. */
export function joinValues(videos: readonly { values: readonly MoralValue[] }[]): MoralValue[] {
  return moralValues.filter((value) => videos.some(({ values }) => values.includes(value)))
}
