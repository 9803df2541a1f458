import { ApiError } from '@baobab/contract/api-error.ts'

/** The server's own words where it has any for this case, else what the spec says of such a failure. */
export function wordsOf(error: unknown, otherwise: string): string {
  if (!(error instanceof ApiError) || error.status === 0 || error.code === 'internal') return otherwise
  return error.message || otherwise
}
