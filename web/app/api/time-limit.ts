// Ends calls on a network that is connected but silent: without a limit, browsers wait for minutes.
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'

/** The error code when no complete reply arrived in time. */
export const NO_REPLY = 'no_reply'

/** Long enough for a slow phone network, which sends at least something every few seconds. */
export const REPLY_MS = 15_000

/**
 * Runs a request with a time limit. Throws ApiError (status 0) when the limit is reached; otherwise what the request throws.
 * @param send makes the request with a signal that aborts at the limit and with `signal`
 */
export async function withTimeLimit<T>(
  send: (signal: AbortSignal) => Promise<T>,
  { signal, ms = REPLY_MS }: { signal?: AbortSignal | undefined; ms?: number } = {},
): Promise<T> {
  const controller = new AbortController()
  let isOver = false
  const timer = setTimeout(() => {
    isOver = true
    controller.abort()
  }, ms)
  const abort = () => controller.abort(signal?.reason)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  try {
    return await send(controller.signal)
  } catch (error) {
    throw isOver ? new ApiError({ status: 0, code: NO_REPLY, message: '' }) : error
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}
