// What a person reads when a call fails, and where.
import { ApiError } from '@baobab/contract/api-error.ts'
import { commonText } from '@baobab/contract/common-text.ts'
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'

/** The sentence of a failure: no connection, the server's own words, or what the page says in such a case. */
export function sentenceOf(error: unknown, otherwise: string = commonText.somethingWentWrong): string {
  if (!(error instanceof ApiError)) return otherwise
  if (error.status === 0) return commonText.offline
  return error.status >= 500 || error.message === '' ? otherwise : error.message
}

/**
 * Puts the server's messages under the fields they are about.
 * @returns whether any landed; if not, the form shows the sentence itself
 */
export function applyServerErrors<Form extends FieldValues>(
  error: unknown,
  fields: readonly Path<Form>[],
  setError: UseFormSetError<Form>,
): boolean {
  if (!(error instanceof ApiError)) return false
  const landed = error.errors.filter((one) => fields.some((field) => field === one.path))
  for (const [index, one] of landed.entries())
    setError(one.path as Path<Form>, { message: one.message }, { shouldFocus: index === 0 })
  return landed.length > 0
}
