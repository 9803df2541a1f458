// In a separate file, so that a page without a form does not load the form library.
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { errorMessage } from '../api/error-message.ts'

/** Why the server did not accept a form, if the reason belongs to no field. */
export type FormFailure = {
  message: string
  /** How long the server asks to wait, and when that wait is over (milliseconds since 1970). */
  wait?: { seconds: number; until: number }
}

/** Turns a failed call into what the form shows, with the wait if the server asked for one. */
export function toFormFailure(error: unknown, failureMessage?: string): FormFailure {
  const message = errorMessage(error, failureMessage)
  const seconds = error instanceof ApiError ? error.retryAfter : undefined
  return seconds === undefined ? { message } : { message, wait: { seconds, until: Date.now() + seconds * 1000 } }
}
