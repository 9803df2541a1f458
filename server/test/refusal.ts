import { ApiError } from '@baobab/contract/kernel/endpoint.ts'

/** Returns the error of a call that must be refused. Throws if the call succeeds or fails in another way. */
export async function refusal(call: Promise<unknown>): Promise<ApiError> {
  const outcome = await call.then(
    (reply) => new Error(`succeeded with ${JSON.stringify(reply)}`),
    (error: unknown) => error,
  )
  if (outcome instanceof ApiError) return outcome
  throw outcome
}
