import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { commonText } from '@baobab/contract/kernel/text.ts'
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { NO_REPLY } from './time-limit.ts'

/** Failures of the server whose own messages say more than a general one: what is full, who does not reply. */
const outages = new Set(['storage_full', 'sign_in_unavailable', 'maintenance'])

/**
 * Turns an error into a sentence for the user: that the device is offline or its network silent, the server's own
 * message, or `fallback` if the server failed or sent no message.
 */
export function errorMessage(error: unknown, fallback: string = commonText.somethingWentWrong): string {
  if (!(error instanceof ApiError)) return fallback
  if (error.code === NO_REPLY) return commonText.networkSilent
  if (error.status === 0) return commonText.offline
  if (outages.has(error.code)) return error.message
  return error.status >= 500 || error.code === 'internal' || error.message === '' ? fallback : error.message
}

/**
 * Returns the heading of a failure to load. Without a network it is `failed`, because the advice below names the
 * network.
 */
export function failureTitle(error: unknown, failed: string): string {
  const message = errorMessage(error, failed)
  return message === commonText.offline ? failed : message
}

/**
 * Shows the server's messages under the fields they are about.
 * @returns whether any message belonged to a field; if none did, the form shows the error itself
 */
export function showFieldErrors<Form extends FieldValues>(
  error: unknown,
  fields: readonly Path<Form>[],
  setError: UseFormSetError<Form>,
): boolean {
  if (!(error instanceof ApiError)) return false
  const shown = error.errors.filter((one) => fields.some((field) => field === one.path))
  for (const one of shown) setError(one.path as Path<Form>, { message: one.message })
  return shown.length > 0
}
