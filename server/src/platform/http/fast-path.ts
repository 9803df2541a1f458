// What the fast paths have in common: they handle requests before the framework's hooks, without parsing.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { commonHeaders } from './security-headers.ts'

/** The framework, for requests that a fast path does not handle. */
export type Framework = {
  handle: RequestListener
  /** While the server closes, the framework handles every request, because it also closes the connections. */
  isListening: () => boolean
}

/** Handles a request, or returns false at once. A fast path that learns only later that it cannot calls the framework. */
export type FastPath = (request: IncomingMessage, response: ServerResponse, framework: Framework) => boolean

/** Whether a request may have a body, which only the framework reads. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined

/**
 * Returns the headers that are the same for all responses of a fast path, as a flat list of names and values: Node writes it without
 * copying each header.
 * @param own the path's own headers, which override the common ones; `cache-control` is always its own
 */
export function listFixedHeaders(
  options: Omit<Parameters<typeof commonHeaders>[0], 'requestId'>,
  own: Record<string, string> = {},
): string[] {
  const common = commonHeaders({ requestId: '', ...options })
  for (const name of ['x-request-id', 'x-server-time', 'cache-control']) delete common[name]
  return Object.entries({ ...common, ...own }).flat()
}
