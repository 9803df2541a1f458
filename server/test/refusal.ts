import { ApiError } from '@baobab/contract/api-error.ts'

/** The refusal of a call that must not succeed; a success or a bug of the test fails it. */
export async function refusal(call: Promise<unknown>): Promise<ApiError> {
  const outcome = await call.then(
    (reply) => new Error(`succeeded with ${JSON.stringify(reply)}`),
    (error: unknown) => error,
  )
  if (outcome instanceof ApiError) return outcome
  throw outcome
}
