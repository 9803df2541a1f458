// What the quiz screen decides, without a clock, a network or React.
import { GRACE_MS } from '@baobab/contract/limits.ts'
import type { Attempt } from '@baobab/contract/quiz.ts'
import type { Square } from '../ui/squares.tsx'
import type { TrackedAnswer } from './outbox.ts'

/** The server's clock at a moment of the page's own (`performance.now()`); the phone's date is never asked. */
export type QuizClock = { deadlineMs: number; totalSeconds: number; serverMs: number; atMs: number }

/**
 * Reads the clock from a reply. The server looked at its clock somewhere between sending and receiving; the middle is
 * never off by more than half of that time.
 */
export function readClock(
  { startedAt, deadline, serverNow }: Pick<Attempt, 'startedAt' | 'deadline' | 'serverNow'>,
  sentAtMs: number,
  receivedAtMs: number,
): QuizClock {
  const deadlineMs = Date.parse(deadline)
  return {
    deadlineMs,
    totalSeconds: Math.round((deadlineMs - Date.parse(startedAt)) / 1000),
    serverMs: Date.parse(serverNow),
    atMs: (sentAtMs + receivedAtMs) / 2,
  }
}

/** Milliseconds to the deadline; below zero after it. */
export function msLeft(clock: QuizClock, nowMs: number): number {
  return clock.deadlineMs - clock.serverMs - (nowMs - clock.atMs)
}

/** What the ring shows: whole seconds, 0 only when the time is up. */
export function secondsLeft(clock: QuizClock, nowMs: number): number {
  return Math.max(0, Math.ceil(msLeft(clock, nowMs) / 1000))
}

/** Whether what is chosen at the end of the time can still reach the server within its grace. */
export function isWithinGrace(clock: QuizClock, nowMs: number): boolean {
  return msLeft(clock, nowMs) > -GRACE_MS
}

/** 84 -> '1 minute 24 seconds left'. */
export function spokenTime(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  const parts = [minutes > 0 && plural(minutes, 'minute'), (rest > 0 || minutes === 0) && plural(rest, 'second')]
  return `${parts.filter(Boolean).join(' ')} left`
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}

export type AnswerStatus =
  | { kind: 'open' }
  | { kind: 'pending'; answer: string; trouble: 'none' | 'slow' | 'offline' }
  | { kind: 'saved'; answer: string; correct: boolean }
  | { kind: 'refused'; answer: string }

export type QuizStep = Attempt['questions'][number] & {
  status: AnswerStatus
  /** Why the server refused what was sent from here, where it did; another answer may stand all the same. */
  refusal: string | undefined
}

/** Each question with what is known of its answer. The server's word goes before what is kept here. */
export function buildSteps(attempt: Attempt, tracked: readonly TrackedAnswer[]): QuizStep[] {
  return attempt.questions.map((question) => {
    const known = attempt.answers.find(({ triviaId }) => triviaId === question._id)
    const own = tracked.find(({ entry }) => entry.attemptId === attempt._id && entry.triviaId === question._id)
    const refusal = own?.progress.state === 'refused' ? own.progress.code : undefined
    if (known) return { ...question, status: { kind: 'saved', answer: known.answer, correct: known.correct }, refusal }
    return { ...question, status: own ? toAnswerStatus(own) : { kind: 'open' }, refusal }
  })
}

function toAnswerStatus({ entry: { answer }, progress }: TrackedAnswer): AnswerStatus {
  switch (progress.state) {
    case 'saved':
      return { kind: 'saved', answer, correct: progress.correct }
    case 'refused':
      return { kind: 'refused', answer }
    case 'sending':
      return { kind: 'pending', answer, trouble: 'none' }
    case 'slow':
    case 'offline':
      return { kind: 'pending', answer, trouble: progress.state }
  }
}

/** Where to go on after a reload: the first question without an answer, else the last one. */
export function findStepToResume(steps: readonly QuizStep[]): number {
  const open = steps.findIndex(({ status }) => status.kind === 'open')
  return open === -1 ? Math.max(0, steps.length - 1) : open
}

export function pendingCount(steps: readonly QuizStep[]): number {
  return steps.filter(({ status }) => status.kind === 'pending').length
}

/** The strip of cloth over the question. */
export function toSquares(steps: readonly QuizStep[], at?: number): Square[] {
  return steps.map(({ status }, place) => {
    if (status.kind === 'saved') return status.correct ? 'done' : 'wrong'
    if (status.kind === 'pending') return 'kept'
    if (status.kind === 'refused') return 'wrong'
    return place === at ? 'now' : 'waiting'
  })
}

/** '2 of 5 answered, 1 still to be sent'. */
export function describeProgress(steps: readonly QuizStep[]): string {
  const answered = steps.filter(({ status }) => status.kind !== 'open').length
  const pending = pendingCount(steps)
  return `${answered} of ${steps.length} answered${pending > 0 ? `, ${pending} still to be sent` : ''}`
}

/** The refusals that say that the attempt is over. */
export function isOverRefusal(code: string | undefined): boolean {
  return code === 'time_is_up' || code === 'quiz_completed'
}

/** Which option a key chooses: 1 to 4 or A to D. */
export function optionOfKey(key: string, options: number): number | undefined {
  if (key.length !== 1) return undefined
  const [number, letter] = ['1234'.indexOf(key), 'abcd'.indexOf(key.toLowerCase())]
  const at = Math.max(number, letter)
  return at >= 0 && at < options ? at : undefined
}
