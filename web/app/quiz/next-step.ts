// What a student does next. The dashboard's path and the end of a quiz follow this one rule, which always offers something.
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import type { AttemptSummary } from '@baobab/contract/quiz/endpoints.ts'
import type { Today } from '@baobab/contract/quiz/practice.ts'
import { type Video, videoToResume } from '@baobab/contract/videos/endpoints.ts'
import { paths } from '../paths.ts'
import { createIsQuizOpen, type FormerQuiz } from '../videos/is-former-quiz.ts'
import { findAttempt } from './order-quizzes.ts'

export type Replay = Today['replays'][number]

export type NextStep =
  /** `continue`: the running quiz. `quiz`: the quiz of a watched video. `watch`: the unfinished video or the next one. */
  | { kind: 'continue' | 'quiz' | 'watch'; video: Video }
  // Every video that is open to the student is finished. `video` is one of them, a different one each day.
  | { kind: 'practice'; video: Video; count: number }
  | { kind: 'replay'; video: Video; replay: Replay }
  /** Only videos that require a payment are left. */
  | { kind: 'unlock'; video: Video; lockedCount: number }
  | { kind: 'rest'; video: Video }
  | { kind: 'no-videos' }

export type StepFacts = {
  videos: readonly Video[]
  category: AgeCategory | null
  /** The running attempt, until its time is up. */
  running: AttemptSummary | undefined
  /** Undefined if they could not be loaded; no quiz is offered then. */
  quizzes: { attempts: readonly AttemptSummary[]; formerQuizzes: readonly FormerQuiz[] } | undefined
  /** Undefined if it could not be loaded; no practice is offered then. */
  today: Pick<Today, 'practice' | 'replays'> | undefined
  /** The day in Lagos, YYYY-MM-DD. */
  day: string | undefined
}

/** Chooses the one thing to do next: the running quiz, the quiz of the video just watched, the next video, or else practice. */
export function chooseNextStep(facts: StepFacts): NextStep {
  const { videos, running, today, day } = facts
  const open = videos.find(({ _id }) => _id === running?.videoId)
  if (open) return { kind: 'continue', video: open }
  const seen = findOpenQuiz(facts)
  if (seen) return { kind: 'quiz', video: seen }
  const next = videoToResume(videos.filter((video) => !isFinished(video, facts)))
  if (next) return { kind: 'watch', video: next }
  const unlocked = videos.filter(({ isLocked }) => !isLocked)
  const video = pickOfDay(unlocked, day) ?? videos[0]
  if (!video) return { kind: 'no-videos' }
  if (today && today.practice.count > 0 && !today.practice.isDone)
    return { kind: 'practice', video, count: today.practice.count }
  const replay = pickOfDay(today?.replays ?? [], day)
  if (replay) return { kind: 'replay', video, replay }
  const lockedCount = videos.length - unlocked.length
  return lockedCount > 0 ? { kind: 'unlock', video, lockedCount } : { kind: 'rest', video }
}

/** Returns the address to which a step leads. */
export function stepPath(step: NextStep): string {
  switch (step.kind) {
    case 'continue':
    case 'quiz':
      return paths.student.quiz(step.video._id)
    case 'watch':
    case 'rest':
      return paths.student.video(step.video._id)
    case 'practice':
      return paths.student.dailyPractice
    case 'replay':
      return paths.student.replay(step.replay.videoTitle, step.replay.ageCategory)
    case 'unlock':
      return paths.student.payment
    case 'no-videos':
      return paths.student.scholarship
  }
}

type QuizFacts = Pick<StepFacts, 'category' | 'quizzes'>

/** Returns whether nothing is left to do with a video: its quiz was taken, or it was watched and has no quiz to take. */
export function isFinished(video: Video, facts: QuizFacts): boolean {
  const attempt = findAttempt(video._id, facts.category, facts.quizzes?.attempts ?? [])
  return attempt !== undefined || (video.isWatched && !isQuizOpen(video, facts))
}

function isQuizOpen(video: Video, { category, quizzes }: QuizFacts): boolean {
  if (!quizzes || findAttempt(video._id, category, quizzes.attempts)) return false
  return createIsQuizOpen(category, quizzes)(video)
}

/** Returns the watched video whose quiz can be taken; the most recently watched if there are several. */
function findOpenQuiz({ videos, ...facts }: StepFacts): Video | undefined {
  const open = videos.filter((video) => video.isWatched && isQuizOpen(video, facts))
  return open.sort((a, b) => (b.seenAt ?? '').localeCompare(a.seenAt ?? ''))[0]
}

const DAY_MS = 86_400_000

/** Returns a different item each day, in rotation. */
function pickOfDay<Item>(items: readonly Item[], day: string | undefined): Item | undefined {
  return items[day === undefined ? 0 : (Date.parse(day) / DAY_MS) % items.length]
}
