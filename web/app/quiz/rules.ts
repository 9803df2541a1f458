// The rules of the quiz pages. Pure functions that take the time as an argument.
import { GRACE_MS } from '@baobab/contract/quiz/rules.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import type { Attempt, listAttempts } from '@baobab/contract/quiz/endpoints.ts'
import type { Square } from '../ui/squares.tsx'
import type { SendProgress, Teaching, TrackedAnswer } from './outbox.ts'

/** An attempt's times. `seconds` is missing in replies from servers older than this page. */
export type ClockTimes = Pick<Attempt, 'startedAt' | 'deadline'> & Partial<Pick<Attempt, 'seconds'>>

/** Returns the student's total seconds for all questions. */
export function countTotalSeconds({ startedAt, seconds, deadline }: ClockTimes): number {
  return seconds ?? Math.round((Date.parse(deadline) - Date.parse(startedAt)) / 1000)
}

/** Returns the seconds left at a moment in server time, rounded up, so that 0 means the time is up. */
export function secondsLeft({ deadline }: Pick<ClockTimes, 'deadline'>, nowMs: number): number {
  return Math.max(0, Math.ceil((Date.parse(deadline) - nowMs) / 1000))
}

/**
 * Returns the seconds that were left when maintenance stopped a quiz. An attempt that began after the outage before the maintenance has all
 * its time left.
 */
export function secondsLeftAt(attempt: Pick<ClockTimes, 'startedAt' | 'deadline'>, stoppedAt: string): number {
  return secondsLeft(attempt, Math.max(Date.parse(attempt.startedAt), Date.parse(stoppedAt)))
}

/** Returns the running attempt in a list, and any maintenance that has paused it. */
export function findRunning({ attempts, maintenance }: Pick<ReplyOf<typeof listAttempts>, 'attempts' | 'maintenance'>) {
  const attempt = attempts.find(({ state, hasVideo }) => state === 'running' && hasVideo)
  return attempt && { attempt, stopped: maintenance?.phase === 'on' ? maintenance : undefined }
}

/** Returns whether an answer sent now can still arrive within the server's grace period. */
export function isWithinGrace({ deadline }: Pick<ClockTimes, 'deadline'>, nowMs: number): boolean {
  return nowMs < Date.parse(deadline) + GRACE_MS
}

export type AnswerStatus =
  | { kind: 'open' }
  | { kind: 'pending'; answer: string; delay: 'none' | 'slow' | 'offline' }
  | ({ kind: 'saved'; answer: string; correct: boolean } & Teaching)
  | { kind: 'refused'; answer: string }

export type QuizStep = Attempt['questions'][number] & {
  status: AnswerStatus
  /** The error code if the server refused an answer from this page. The question may still have another answer. */
  refusal: string | undefined
}

/** Adds the status of its answer to each question. An answer stored on the server takes precedence. */
export function buildSteps(attempt: Attempt, tracked: readonly TrackedAnswer[]): QuizStep[] {
  return attempt.questions.map((question) => {
    const saved = attempt.answers.find(({ triviaId }) => triviaId === question._id)
    const own = tracked.find(({ answer }) => answer.attemptId === attempt._id && answer.triviaId === question._id)
    const refusal = own?.progress.state === 'refused' ? own.progress.code : undefined
    if (saved) {
      const { triviaId: _, ...outcome } = saved
      return { ...question, status: { kind: 'saved', ...outcome }, refusal }
    }
    return { ...question, status: own ? toAnswerStatus(own) : { kind: 'open' }, refusal }
  })
}

function toAnswerStatus({ answer: { answer }, progress }: TrackedAnswer): AnswerStatus {
  switch (progress.state) {
    case 'saved':
      return toSaved(answer, progress)
    case 'refused':
      return { kind: 'refused', answer }
    case 'sending':
      return { kind: 'pending', answer, delay: 'none' }
    case 'slow':
    case 'offline':
      return { kind: 'pending', answer, delay: progress.state }
  }
}

function toSaved(answer: string, progress: Extract<SendProgress, { state: 'saved' }>): AnswerStatus {
  const { state: _, ...outcome } = progress
  return { kind: 'saved', answer, ...outcome }
}

/** Returns the index of the question to show after a reload: the first without an answer, otherwise the last. */
export function findStepToResume(steps: readonly QuizStep[]): number {
  const open = steps.findIndex(({ status }) => status.kind === 'open')
  return open === -1 ? Math.max(0, steps.length - 1) : open
}

/** Returns how many answers are still being sent. */
export function countPending(steps: readonly QuizStep[]): number {
  return steps.filter(({ status }) => status.kind === 'pending').length
}

/** Returns a square for each question. */
export function toSquares(steps: readonly QuizStep[], currentIndex?: number): Square[] {
  return steps.map(({ status }, index) => {
    if (status.kind === 'saved') return status.correct || status.voided ? 'done' : 'wrong'
    if (status.kind === 'pending') return 'pending'
    if (status.kind === 'refused') return 'wrong'
    return index === currentIndex ? 'now' : 'waiting'
  })
}

/** Returns whether a refusal means that the attempt is over. */
export function isOverRefusal(code: string | undefined): boolean {
  return code === 'time_is_up' || code === 'quiz_completed'
}

/** Returns the index of the option that a key chooses (1 to 4 or A to D); undefined for other keys. */
export function parseOptionKey(key: string, optionCount: number): number | undefined {
  if (key.length !== 1) return undefined
  const [number, letter] = ['1234'.indexOf(key), 'abcd'.indexOf(key.toLowerCase())]
  const index = Math.max(number, letter)
  return index >= 0 && index < optionCount ? index : undefined
}
