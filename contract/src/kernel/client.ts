// The typed API client used by the web app, the tests and the benchmarks.
import { ApiError, type Endpoint, type ReplyOf, type RequestOf } from './endpoint.ts'

export type Caller = <E extends Endpoint>(
  endpoint: E,
  input: RequestOf<E>,
  options?: { signal?: AbortSignal; headers?: Readonly<Record<string, string>> },
) => Promise<ReplyOf<E>>

type Input = {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean | null | undefined>
  body?: unknown
}

/** Returns the path of an endpoint with its parameters filled in and its query appended. */
export function endpointUrl(endpoint: Pick<Endpoint, 'path'>, input: Pick<Input, 'params' | 'query'>): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(input.params?.[name] ?? ''))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {}))
    if (value !== undefined && value !== null) query.set(name, String(value))
  return query.size > 0 ? `${path}?${query}` : path
}

/**
 * Parses an error response. If the body has another shape, such as a proxy's error page, the code is `internal` and there is no
 * message.
 */
export async function toApiError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined)
  const reply = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const retryAfter = Number(response.headers.get('retry-after'))
  const readText = (name: string) => (typeof reply[name] === 'string' ? reply[name] : undefined)
  return new ApiError({
    status: response.status,
    code: readText('code') ?? 'internal',
    message: readText('message') ?? '',
    errors: Array.isArray(reply['errors']) ? (reply['errors'] as { path: string; message: string }[]) : undefined,
    requestId: readText('requestId'),
    registration: readText('registration'),
    guardianEmail: readText('guardianEmail'),
    retryAfter: retryAfter > 0 ? retryAfter : undefined,
  })
}

/**
 * Creates a client. Throws ApiError on error responses and if no response arrives (status 0, code `offline`).
 * @param options.token returns the bearer token to send, or undefined to send none
 */
export function createClient(options: {
  baseUrl?: string
  fetch?: (url: string, init: RequestInit) => Promise<Response>
  token?: () => string | undefined
}): Caller {
  const send = options.fetch ?? ((url: string, init: RequestInit) => fetch(url, init))
  return async (endpoint, input, { signal, headers: added } = {}) => {
    const { body, ...location } = input as Input
    const token = options.token?.()
    const headers: Record<string, string> = { accept: 'application/json', ...added }
    if (token !== undefined) headers['authorization'] = `Bearer ${token}`
    const isForm = body instanceof FormData
    if (body !== undefined && !isForm) headers['content-type'] = 'application/json'
    const init: RequestInit = { method: endpoint.method, headers, signal: signal ?? null }
    if (body !== undefined) init.body = isForm ? body : JSON.stringify(body)
    const response = await send((options.baseUrl ?? '') + endpointUrl(endpoint, location), init).catch(
      (cause: unknown) => {
        if (signal?.aborted) throw cause
        throw new ApiError({ status: 0, code: 'offline', message: '' })
      },
    )
    if (!response.ok) throw await toApiError(response)
    return (await response.json()) as never
  }
}
