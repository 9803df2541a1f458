// Some calls want the password to have been given lately (403 `reauth_required`). `call` asks here and goes on when a
// dialog, which stands in the console's layout, has got it.
import { ApiError } from '@baobab/contract/api-error.ts'
import { useSyncExternalStore } from 'react'

type Question = { promise: Promise<boolean>; answer: (isConfirmed: boolean) => void }

const listeners = new Set<() => void>()
let question: Question | undefined

function set(next: Question | undefined): void {
  question = next
  for (const listener of listeners) listener()
}

/** Whether a call was refused for nothing but that. */
export function isReauthenticationRequired(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'reauth_required'
}

/** Asks for the password; false where the person would not, or where no page is there to ask. Many calls ask once. */
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
    // The page that would have answered is gone.
    if (listeners.size === 0) question?.answer(false)
  }
}

/** The question that waits for the dialog, if any. */
export function useReauthenticationRequest(): Pick<Question, 'answer'> | undefined {
  return useSyncExternalStore(
    subscribe,
    () => question,
    () => undefined,
  )
}
