import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import type { AttemptSummary } from '@baobab/contract/quiz/endpoints.ts'
import { videoToResume, type Video } from '@baobab/contract/videos/endpoints.ts'
import { findAttempt } from '../quiz/find-attempt.ts'
import { isFormerQuiz, type FormerQuiz } from '../videos/is-former-quiz.ts'

/** What the first card of the dashboard offers. */
export type NextStep =
  | { kind: 'continue'; attempt: AttemptSummary }
  /** `watch`: resume the unfinished video, or the next one. */
  | { kind: 'quiz' | 'watch'; video: Video }
  /** Only videos are left that ask for a payment. */
  | { kind: 'unlock'; videos: readonly Video[] }
  | { kind: 'done' | 'no-videos' }

type Facts = {
  videos: readonly Video[]
  category: AgeCategory | null
  /** The running attempt, until its time is up. */
  running: AttemptSummary | undefined
  /** Undefined if they could not be loaded: then no quiz is offered. */
  quizzes: { attempts: readonly AttemptSummary[]; formerQuizzes: readonly FormerQuiz[] } | undefined
}

/** Chooses the one thing to do next: continue the running quiz, take the quiz of the video just seen, or watch the next. */
export function chooseNextStep({ videos, category, running, quizzes }: Facts): NextStep {
  if (running) return { kind: 'continue', attempt: running }
  if (videos.length === 0) return { kind: 'no-videos' }
  const seen = findOpenQuiz({ videos, category, quizzes })
  if (seen) return { kind: 'quiz', video: seen }
  const next = videoToResume(videos.filter((video) => !isDone(video, category, quizzes?.attempts ?? [])))
  if (next) return { kind: 'watch', video: next }
  const locked = videos.filter((video) => video.isLocked)
  return locked.length > 0 ? { kind: 'unlock', videos: locked } : { kind: 'done' }
}

/** Returns whether there is nothing left to do with a video: it was watched, or its quiz was taken without watching it. */
export function isDone(video: Video, category: AgeCategory | null, attempts: readonly AttemptSummary[]): boolean {
  return video.isWatched || findAttempt(video._id, category, attempts) !== undefined
}

/** Returns the watched video whose quiz can be taken; the one that was seen last, if there are several. */
function findOpenQuiz({ videos, category, quizzes }: Omit<Facts, 'running'>): Video | undefined {
  if (!category || !quizzes) return undefined
  const { attempts, formerQuizzes } = quizzes
  const open = videos.filter(
    (video) =>
      video.isWatched &&
      !video.isLocked &&
      video.questionCounts[category] > 0 &&
      !findAttempt(video._id, category, attempts) &&
      !isFormerQuiz(video._id, category, formerQuizzes),
  )
  return open.sort((a, b) => (b.seenAt ?? '').localeCompare(a.seenAt ?? ''))[0]
}
