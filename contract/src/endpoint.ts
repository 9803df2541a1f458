// The declaration of one endpoint of the HTTP API. Used by the server to validate calls, by the browser to make them,
// and by the tests.
import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Who } from './roles.ts'

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path, with `:name` for parameters. */
  path: string
  /** Everyone else is refused: with 401 without a login, otherwise with 403. */
  who: Who
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The body may also be sent as multipart/form-data with files in these fields. */
  files?: readonly string[]
  /** The maximum size of the body in bytes; default 16 KiB. */
  bodyLimit?: number
  /** The maximum size of a text field that is sent together with files, in bytes; default 16 KiB. */
  textLimit?: number
  reply: z.ZodType
  /** The HTTP status of a successful reply; default 200. */
  status?: 200 | 201 | 202
  /** Another status with the same reply schema: 202 when the outcome is not known yet. */
  alternativeStatus?: 202
  /** The message of a 401. If undefined, the common message is used. */
  unauthorised?: string
  /**
   * Requires that the caller entered the password in the last 15 minutes; otherwise the reply is 403 `reauth_required`.
   */
  needsReauthentication?: true
  /** Error codes in addition to those of 400, 401, 403 and 429. */
  fails?: readonly ErrorCode[]
  /** The heading of this endpoint in the API's description. */
  group: string
}

/** Declares an endpoint and keeps the exact types of its schemas. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration
}

type In<S> = S extends z.ZodType ? z.input<S> : never
type Out<S> = S extends z.ZodType ? z.output<S> : never
type Parts = 'params' | 'query' | 'body'

/** The input of a call, before parsing: the parts that the endpoint declares. A multipart body is a FormData. */
export type RequestOf<E extends Endpoint> = {
  [P in Parts & keyof E as E[P] extends z.ZodType ? P : never]: P extends 'body'
    ? E extends { files: readonly string[] }
      ? In<E[P]> | FormData
      : In<E[P]>
    : In<E[P]>
}

/** The same parts after parsing, as they are passed to the handler. */
export type ParsedOf<E extends Endpoint> = {
  [P in Parts & keyof E as E[P] extends z.ZodType ? P : never]: Out<E[P]>
}

/** The reply of a successful call. */
export type ReplyOf<E extends Endpoint> = Out<E['reply']>
