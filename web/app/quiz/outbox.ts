// Sends answers until the server has accepted or refused each one. An answer is stored before it is sent, is repeated with the same
// content, and is removed only after the server's final reply.
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import type { AnswerResult } from '@baobab/contract/quiz/endpoints.ts'
import { isFinalRefusal, retryDelayMs } from '../api/retry.ts'
import { pendingAnswerKey, type PendingAnswer, type PendingAnswerStore } from './pending-answers.ts'

/** What the student learns after answering a question. Missing in replies from servers older than this page. */
export type Teaching = Partial<Pick<AnswerResult, 'correctAnswer' | 'explanation' | 'momentSeconds' | 'voided'>>

/** The progress of sending an answer. `slow` and `offline` are still being retried. */
export type SendProgress =
  | { state: 'sending' | 'slow' | 'offline' }
  | ({ state: 'saved'; correct: boolean } & Teaching)
  | { state: 'refused'; code: string }
export type TrackedAnswer = { answer: PendingAnswer; progress: SendProgress }

/** An attempt known to exist on the server. */
export type ServerAttempt = Pick<PendingAnswer, 'videoId' | 'ageCategory' | 'deadline'> & { _id: string }

type Item = TrackedAnswer & { failures: number; isSending: boolean; cancelRetry: (() => void) | undefined }

type Options = {
  store: PendingAnswerStore
  send: (answer: PendingAnswer) => Promise<AnswerResult>
  /** The logged-in student. An answer is never sent with another student's login. */
  currentStudentId: () => string | undefined
  /** Runs a function after a delay. Returns a function that cancels it. */
  schedule: (ms: number, run: () => void) => () => void
  random?: () => number
}

export type Outbox = ReturnType<typeof createOutbox>

/** After this many milliseconds without a reply, the student reads that sending takes longer and may continue. */
export const SLOW_MS = 1_500

export function createOutbox({ store, send, currentStudentId, schedule, random = Math.random }: Options) {
  const items = new Map<string, Item>()
  const listeners = new Set<() => void>()
  let snapshot: readonly TrackedAnswer[] = []

  function setProgress(item: Item, progress: SendProgress): void {
    item.progress = progress
    snapshot = [...items.values()].map((one) => ({ answer: one.answer, progress: one.progress }))
    for (const listener of listeners) listener()
  }

  function track(answer: PendingAnswer): Item {
    const tracked = items.get(pendingAnswerKey(answer))
    if (tracked) return tracked
    const item: Item = { answer, progress: { state: 'sending' }, failures: 0, isSending: false, cancelRetry: undefined }
    items.set(pendingAnswerKey(answer), item)
    setProgress(item, item.progress)
    return item
  }

  async function trySending(item: Item): Promise<void> {
    if (item.isSending || isSettled(item)) return
    item.cancelRetry?.()
    item.cancelRetry = undefined
    // The answer stays stored until the student who gave it logs in again.
    if (currentStudentId() !== item.answer.studentId) return
    item.isSending = true
    const cancelSlow = schedule(SLOW_MS, () => {
      if (item.progress.state === 'sending') setProgress(item, { state: 'slow' })
    })
    try {
      const { correct, correctAnswer, explanation, momentSeconds, voided } = await send(item.answer)
      const teaching = { correctAnswer, explanation, momentSeconds, ...(voided && { voided }) }
      settle(item, { state: 'saved', correct, ...teaching })
    } catch (error) {
      handleFailure(item, error)
    } finally {
      cancelSlow()
      item.isSending = false
    }
  }

  function settle(item: Item, progress: SendProgress): void {
    store.remove(item.answer)
    setProgress(item, progress)
  }

  function handleFailure(item: Item, error: unknown): void {
    const status = error instanceof ApiError ? error.status : 0
    if (error instanceof ApiError && isFinalRefusal(error)) return settle(item, { state: 'refused', code: error.code })
    item.failures += 1
    setProgress(item, { state: status === 0 ? 'offline' : 'slow' })
    // The session has ended: `resume` sends the answer after the next login.
    if (status === 401) return
    const retryAfter = error instanceof ApiError ? error.retryAfter : undefined
    item.cancelRetry = schedule(retryDelayMs(item.failures, { random: random(), retryAfter }), () => {
      void trySending(item)
    })
  }

  return {
    /** Stores and sends an answer. If the question already has a stored answer, sends that one instead. */
    add(answer: PendingAnswer): void {
      if (items.has(pendingAnswerKey(answer))) return
      void trySending(track(store.add(answer)))
    },

    /** Sends stored answers to attempts that exist on the server. Removes those that belong to an older attempt. */
    resume(studentId: string, attempts: readonly ServerAttempt[]): void {
      for (const answer of store.list(studentId)) {
        const attempt = attempts.find(
          ({ videoId, ageCategory }) => videoId === answer.videoId && ageCategory === answer.ageCategory,
        )
        if (!attempt) continue
        if (attempt._id === answer.attemptId) void trySending(track(answer))
        else if (Date.parse(attempt.deadline) > Date.parse(answer.deadline)) store.remove(answer)
      }
    },

    /** Retries immediately. Called when the network may have returned. */
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
