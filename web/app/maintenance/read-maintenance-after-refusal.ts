import { ApiError } from '@baobab/contract/api-error.ts'
import { listAttempts } from '@baobab/contract/quiz.ts'
import { invalidate } from '../api/query.ts'

/** Lets the page learn of maintenance from a call that it refused; throws the error again. */
export function readMaintenanceAfterRefusal(error: unknown): never {
  if (error instanceof ApiError && error.code === 'maintenance') void invalidate(listAttempts)
  throw error
}
