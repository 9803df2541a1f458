// The error that clients catch. In a file of its own, so that pages without zod do not load it.

/** An error response of the API; `status` 0 means that there was no response. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly errors: readonly { path: string; message: string }[]
  readonly requestId: string | undefined
  /** The fields of the same names of ErrorReply. */
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
