// What the browser catches when the API refuses. Kept apart from errors.ts so that light pages need no schemas.

/** A refusal as it came over the wire; `status` 0 means that no answer came at all. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly errors: readonly { path: string; message: string }[]
  readonly requestId: string | undefined
  /** Seconds to wait before trying again, where the server said so. */
  readonly retryAfter: number | undefined

  constructor(fields: {
    status: number
    code: string
    message: string
    errors?: readonly { path: string; message: string }[] | undefined
    requestId?: string | undefined
    retryAfter?: number | undefined
  }) {
    super(fields.message)
    this.name = 'ApiError'
    this.status = fields.status
    this.code = fields.code
    this.errors = fields.errors ?? []
    this.requestId = fields.requestId
    this.retryAfter = fields.retryAfter
  }
}
