// Some endpoints require that the password was entered recently (403 `reauth_required`). `callApi` requests reauthentication here, and
// continues once the user has completed the dialog in the admin layout.
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { useSyncExternalStore } from 'react'

type Question = { promise: Promise<boolean>; answer: (isConfirmed: boolean) => void }

const listeners = new Set<() => void>()
let question: Question | undefined

function set(next: Question | undefined): void {
  question = next
  for (const listener of listeners) listener()
}

/** Whether a call failed only because reauthentication is required. */
export function isReauthenticationRequired(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'reauth_required'
}

/**
 * Asks the user for the password. Resolves to false if the user declines or the page has no dialog. Simultaneous calls share one dialog.
 */
export function requestReauthentication(): Promise<boolean> {
  if (question) return question.promise
  if (listeners.size === 0) return Promise.resolve(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  set({
    promise,
    answer: (isConfirmed) => {
      set(undefined)
      resolve(isConfirmed)
    },
  })
  return promise
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    // The dialog was closed along with its page, so the user can no longer answer.
    if (listeners.size === 0) question?.answer(false)
  }
}

/** Returns the open request for the dialog, if any. */
export function useReauthenticationRequest(): Pick<Question, 'answer'> | undefined {
  return useSyncExternalStore(
    subscribe,
    () => question,
    () => undefined,
  )
}
