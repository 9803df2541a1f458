import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { commonText } from '@baobab/contract/kernel/text.ts'
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { NO_REPLY } from './time-limit.ts'

/** Server failures whose own messages say more than a general one, such as what is full or who does not reply. */
const outages = new Set(['storage_full', 'sign_in_unavailable', 'sms_paused', 'maintenance'])

/** Says that the device is offline or its network silent; undefined if there was a reply. */
export function connectionMessage(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.status !== 0) return undefined
  return error.code === NO_REPLY ? commonText.networkSilent : commonText.offline
}

/**
 * Turns an error into sentences for the user: the server's own message, or `failed` if the server failed or sent no message. Without a
 * reply, a sentence about the connection follows `failed`.
 */
export function errorMessage(error: unknown, failed?: string): string {
  const connection = connectionMessage(error)
  if (connection !== undefined) return failed === undefined ? connection : `${failed} ${connection}`
  return replyMessage(error) ?? failed ?? commonText.somethingWentWrong
}

/** Returns the heading for a failure to load. Without a network it is `failed`, because the advice below already mentions the network. */
export function failureTitle(error: unknown, failed: string): string {
  const connection = connectionMessage(error)
  return replyMessage(error) ?? (connection === commonText.networkSilent ? connection : failed)
}

/** Returns the server's message if it helps the user. */
function replyMessage(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.message === '') return undefined
  if (outages.has(error.code)) return error.message
  return error.status === 0 || error.status >= 500 || error.code === 'internal' ? undefined : error.message
}

/**
 * Shows the server's messages under their fields.
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
