// What the quiz screen decides, without a clock, a network or React.
import { GRACE_MS } from '@baobab/contract/limits.ts'
import type { Attempt } from '@baobab/contract/quiz.ts'
import type { Square } from '../ui/squares.tsx'
import type { Kept } from './outbox.ts'

/** The server's clock at a moment of the page's own (`performance.now()`); the phone's date is never asked. */
export type Clock = { deadlineMs: number; totalSeconds: number; serverMs: number; atMs: number }

/**
 * Reads the clock from a reply. The server looked at its clock somewhere between sending and receiving; the middle is
 * never off by more than half of that time.
 */
export function clockOf(
  { startedAt, deadline, serverNow }: Pick<Attempt, 'startedAt' | 'deadline' | 'serverNow'>,
  sentAtMs: number,
  receivedAtMs: number,
): Clock {
  const deadlineMs = Date.parse(deadline)
  return {
    deadlineMs,
    totalSeconds: Math.round((deadlineMs - Date.parse(startedAt)) / 1000),
    serverMs: Date.parse(serverNow),
    atMs: (sentAtMs + receivedAtMs) / 2,
  }
}

/** Milliseconds to the deadline; below zero after it. */
export function msLeft(clock: Clock, nowMs: number): number {
  return clock.deadlineMs - clock.serverMs - (nowMs - clock.atMs)
}

/** What the ring shows: whole seconds, 0 only when the time is up. */
export function secondsLeft(clock: Clock, nowMs: number): number {
  return Math.max(0, Math.ceil(msLeft(clock, nowMs) / 1000))
}

/** Whether what is chosen at the end of the time can still reach the server within its grace. */
export function isWithinGrace(clock: Clock, nowMs: number): boolean {
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

export type Standing =
  | { kind: 'open' }
  | { kind: 'pending'; answer: string; trouble: 'none' | 'slow' | 'offline' }
  | { kind: 'saved'; answer: string; correct: boolean }
  | { kind: 'refused'; answer: string }

export type Step = Attempt['questions'][number] & {
  standing: Standing
  /** Why the server refused what was sent from here, where it did; another answer may stand all the same. */
  refusal: string | undefined
}

/** Each question with what is known of its answer. The server's word goes before what is kept here. */
export function stepsOf(attempt: Attempt, kept: readonly Kept[]): Step[] {
  return attempt.questions.map((question) => {
    const known = attempt.answers.find(({ triviaId }) => triviaId === question._id)
    const own = kept.find(({ entry }) => entry.attemptId === attempt._id && entry.triviaId === question._id)
    const refusal = own?.progress.state === 'refused' ? own.progress.code : undefined
    if (known)
      return { ...question, standing: { kind: 'saved', answer: known.answer, correct: known.correct }, refusal }
    return { ...question, standing: own ? standingOf(own) : { kind: 'open' }, refusal }
  })
}

function standingOf({ entry: { answer }, progress }: Kept): Standing {
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
export function placeToResume(steps: readonly Step[]): number {
  const open = steps.findIndex(({ standing }) => standing.kind === 'open')
  return open === -1 ? Math.max(0, steps.length - 1) : open
}

export function pendingCount(steps: readonly Step[]): number {
  return steps.filter(({ standing }) => standing.kind === 'pending').length
}

/** The strip of cloth over the question. */
export function squaresOf(steps: readonly Step[], at?: number): Square[] {
  return steps.map(({ standing }, place) => {
    if (standing.kind === 'saved') return standing.correct ? 'done' : 'wrong'
    if (standing.kind === 'pending') return 'kept'
    if (standing.kind === 'refused') return 'wrong'
    return place === at ? 'now' : 'waiting'
  })
}

/** '2 of 5 answered, 1 still to be sent'. */
export function squaresLabel(steps: readonly Step[]): string {
  const answered = steps.filter(({ standing }) => standing.kind !== 'open').length
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
