// Sends kept answers until the server has taken or refused each. An answer is in the journal before it is on the wire,
// goes out with the same content however often it is tried, and leaves the journal only with the server's last word.
import { ApiError } from '@baobab/contract/api-error.ts'
import type { AnswerResult } from '@baobab/contract/quiz.ts'
import { isFinalRefusal, retryDelayMs } from '../api/retry.ts'
import { pendingAnswerKey, type PendingAnswer, type PendingAnswers } from './pending-answers.ts'

/** How far an answer has come. `slow` and `offline` are still being tried. */
export type SendProgress =
  { state: 'sending' | 'slow' | 'offline' } | { state: 'saved'; correct: boolean } | { state: 'refused'; code: string }
export type TrackedAnswer = { entry: PendingAnswer; progress: SendProgress }

/** An attempt that the server is known to have. */
export type ServerAttempt = Pick<PendingAnswer, 'videoId' | 'ageCategory' | 'deadline'>

type Item = TrackedAnswer & { failures: number; isOnTheWire: boolean; cancelRetry: (() => void) | undefined }

type Deps = {
  journal: PendingAnswers
  send: (entry: PendingAnswer) => Promise<AnswerResult>
  /** The id of the student who is logged in: an answer is never sent under another name. */
  currentStudentId: () => string | undefined
  /** Runs something later; answers how to call it off. */
  later: (ms: number, run: () => void) => () => void
  random?: () => number
}

export type Outbox = ReturnType<typeof createOutbox>

/** After so long without a reply the person may go on and is told that it takes longer. */
export const SLOW_MS = 1_500

export function createOutbox({ journal, send, currentStudentId, later, random = Math.random }: Deps) {
  const items = new Map<string, Item>()
  const listeners = new Set<() => void>()
  let snapshot: readonly TrackedAnswer[] = []

  function show(item: Item, progress: SendProgress): void {
    item.progress = progress
    snapshot = [...items.values()].map((one) => ({ entry: one.entry, progress: one.progress }))
    for (const listener of listeners) listener()
  }

  function take(entry: PendingAnswer): Item {
    const known = items.get(pendingAnswerKey(entry))
    if (known) return known
    const item: Item = {
      entry,
      progress: { state: 'sending' },
      failures: 0,
      isOnTheWire: false,
      cancelRetry: undefined,
    }
    items.set(pendingAnswerKey(entry), item)
    show(item, item.progress)
    return item
  }

  async function trySending(item: Item): Promise<void> {
    if (item.isOnTheWire || isSettled(item)) return
    item.cancelRetry?.()
    item.cancelRetry = undefined
    // Another student is logged in here, or none: the answer waits in the journal for its own.
    if (currentStudentId() !== item.entry.studentId) return
    item.isOnTheWire = true
    const cancelSlow = later(SLOW_MS, () => {
      if (item.progress.state === 'sending') show(item, { state: 'slow' })
    })
    try {
      const { correct } = await send(item.entry)
      settle(item, { state: 'saved', correct })
    } catch (error) {
      fallBack(item, error)
    } finally {
      cancelSlow()
      item.isOnTheWire = false
    }
  }

  function settle(item: Item, progress: SendProgress): void {
    journal.forget(item.entry)
    show(item, progress)
  }

  function fallBack(item: Item, error: unknown): void {
    const status = error instanceof ApiError ? error.status : 0
    if (error instanceof ApiError && isFinalRefusal(error)) return settle(item, { state: 'refused', code: error.code })
    item.failures += 1
    show(item, { state: status === 0 ? 'offline' : 'slow' })
    // A dead login: `resume` goes on after the next one.
    if (status === 401) return
    const asked = error instanceof ApiError ? error.retryAfter : undefined
    item.cancelRetry = later(retryDelayMs(item.failures, { random: random(), retryAfter: asked }), () => {
      void trySending(item)
    })
  }

  return {
    /** Keeps an answer and sends it. Where another answer to the question is kept already, that one stands. */
    put(entry: PendingAnswer): void {
      if (items.has(pendingAnswerKey(entry))) return
      void trySending(take(journal.keep(entry)))
    },

    /** Sends what earlier pages left in the journal for attempts that the server has, and drops what is older than those. */
    resume(studentId: string, attempts: readonly ServerAttempt[]): void {
      for (const entry of journal.all(studentId)) {
        const attempt = attempts.find(
          ({ videoId, ageCategory }) => videoId === entry.videoId && ageCategory === entry.ageCategory,
        )
        if (!attempt) continue
        const ageMs = Date.parse(attempt.deadline) - Date.parse(entry.deadline)
        if (ageMs === 0) void trySending(take(entry))
        else if (ageMs > 0) journal.forget(entry)
      }
    },

    /** The network may be back: no more waiting. */
    retryNow(): void {
      for (const item of items.values()) void trySending(item)
    },

    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    snapshot: (): readonly TrackedAnswer[] => snapshot,
  }
}

function isSettled({ progress }: TrackedAnswer): boolean {
  return progress.state === 'saved' || progress.state === 'refused'
}
