// The declaration of one HTTP API endpoint. The server uses it to validate calls, the browser and the tests to make them.
import type { $ZodType, input, output } from 'zod/v4/core'
import type { Who } from '../accounts/rules.ts'

/** Everything that is declared about an endpoint. */
export type Declaration = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path, with `:name` for parameters. */
  path: string
  /** Everyone else is refused: with 401 without a login, otherwise with 403. */
  who: Who
  /**
   * Requires that the caller entered the password in the last 15 minutes; otherwise the reply is 403 `reauth_required`.
   */
  needsReauthentication?: true
  summary: string
  params?: $ZodType
  query?: $ZodType
  body?: $ZodType
  /** The body may also be sent as multipart/form-data with files in these fields. */
  files?: readonly string[]
  /** The maximum size of the body in bytes; default 16 KiB. */
  bodyLimit?: number
  /** The maximum size of a text field that is sent together with files, in bytes; default 16 KiB. */
  textLimit?: number
  reply: $ZodType
  /** The HTTP status of a successful reply; default 200. */
  status?: 200 | 201 | 202
  /** Another status with the same reply schema: 202 when the outcome is not known yet. */
  alternativeStatus?: 202
  /** The message of a 401. If undefined, the common message is used. */
  unauthorised?: string
  /** Error codes besides those of 400, 401, 403 and 429. A test compares them with `errorCodes`. */
  fails?: readonly string[]
  /** The heading of this endpoint in the API's description. */
  group: string
}

/** The fields that callers need. The build of the web app removes the rest of a declaration (web/lean-endpoints.ts). */
export const callerFields = ['method', 'path', 'who', 'needsReauthentication'] as const satisfies (keyof Declaration)[]
type CallerField = (typeof callerFields)[number]

declare const declared: unique symbol

/** What callers know about an endpoint, and the type of its declaration, whose values `declarationOf` returns. */
export type Endpoint<D extends Declaration = Declaration> = Pick<D, CallerField & keyof D> & {
  readonly needsReauthentication?: true
  readonly [declared]: D
}

/** Declares an endpoint and keeps the exact types of its schemas. */
export function endpoint<const D extends Declaration>(declaration: D): Endpoint<D> {
  return declaration as unknown as Endpoint<D>
}

/** The type of an endpoint's declaration. */
export type DeclarationOf<E extends Endpoint> = E[typeof declared]

type In<S> = S extends $ZodType ? input<S> : never
type Out<S> = S extends $ZodType ? output<S> : never
type Parts = 'params' | 'query' | 'body'

/** The input of a call before parsing: the parts that the endpoint declares. A multipart body is a FormData. */
export type RequestOf<E extends Endpoint> = RequestTo<DeclarationOf<E>>
type RequestTo<D extends Declaration> = {
  [P in Parts & keyof D as D[P] extends $ZodType ? P : never]: P extends 'body'
    ? D extends { files: readonly string[] }
      ? In<D[P]> | FormData
      : In<D[P]>
    : In<D[P]>
}

/** The same parts after parsing, as passed to the handler. */
export type ParsedOf<E extends Endpoint> = ParsedBy<DeclarationOf<E>>
type ParsedBy<D extends Declaration> = {
  [P in Parts & keyof D as D[P] extends $ZodType ? P : never]: Out<D[P]>
}

/** The reply of a successful call. */
export type ReplyOf<E extends Endpoint> = Out<DeclarationOf<E>['reply']>

/** An error response of the API; `status` 0 means that there was no response. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly errors: readonly { path: string; message: string }[]
  readonly requestId: string | undefined
  /** The fields of ErrorReply with the same names. */
  readonly registration: string | undefined
  readonly guardianEmail: string | undefined
  /** Seconds to wait before a retry, from the Retry-After header. */
  readonly retryAfter: number | undefined

  constructor(fields: {
    status: number
    code: string
    message: string
    errors?: readonly { path: string; message: string }[] | undefined
    requestId?: string | undefined
    registration?: string | undefined
    guardianEmail?: string | undefined
    retryAfter?: number | undefined
  }) {
    super(fields.message)
    this.name = 'ApiError'
    this.status = fields.status
    this.code = fields.code
    this.errors = fields.errors ?? []
    this.requestId = fields.requestId
    this.registration = fields.registration
    this.guardianEmail = fields.guardianEmail
    this.retryAfter = fields.retryAfter
  }
}
