// Refusals (expected errors), and the error handler that turns refusals and bugs into replies.
import { errorCodes, type ErrorCode, type ErrorReply, type FieldError } from '@baobab/contract/kernel/errors.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'

type Details = Pick<ErrorReply, 'errors' | 'registration' | 'guardianEmail'> & {
  message?: string
  retryAfterSeconds?: number
}

/** An expected error from the contract, thrown by `fail` and turned into a reply by `handleError`. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly details: Details
  constructor(code: ErrorCode, details: Details) {
    super(details.message ?? errorCodes[code].message)
    this.code = code
    this.details = details
  }
}

/** Refuses the request with an error code from the contract; `details.message` replaces the code's default message. */
export function fail(code: ErrorCode, details: Details = {}): never {
  throw new Refusal(code, details)
}

/** Refuses the request because of one field (400). */
export function failField(path: string, message: string): never {
  return fail('invalid', { message, errors: [{ path, message }] })
}

/** Error codes of Fastify, Node and PostgreSQL that count as refusals rather than bugs. */
const knownCodes: Record<string, ErrorCode> = {
  BODY_TOO_SLOW: 'timeout',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_REQ_FILE_TOO_LARGE: 'too_large',
  FST_FILES_LIMIT: 'too_large',
  FST_PARTS_LIMIT: 'too_large',
  FST_FIELDS_LIMIT: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong_content_type',
  ENOSPC: 'storage_full',
  '53100': 'storage_full',
  // The text contains a character that PostgreSQL cannot store (NUL or a lone surrogate).
  '22021': 'bad_request',
  '22P05': 'bad_request',
}

/**
 * Socket errors and SQLSTATEs meaning that the database cannot be reached, or gave up because of a timeout: of a statement (57014),
 * while waiting for a lock (55P03), or of an idle transaction (25P03). 25006 is a write on a replica, to which a proxy may
 * connect for a moment after another host took over.
 */
const databaseUnavailable =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|57P0[1-3]|08\d{3}|53300|57014|55P03|25P03|25006)$/

/** Returns the code of an error or of its cause, or the empty string if there is none. */
export function findCode(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  return 'cause' in error ? findCode(error.cause) : ''
}

/**
 * Returns the name of the constraint or unique index that a write broke, or the empty string. A node of Citus adds a shard's number to
 * it, which is left out.
 */
export function findConstraint(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  if ('constraint' in error && typeof error.constraint === 'string') return error.constraint.replace(/_\d{6,}$/, '')
  return 'cause' in error ? findConstraint(error.cause) : ''
}

/** Whether an error means that the database cannot be reached, or is held up, right now. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (databaseUnavailable.test(findCode(error))) return true
  const message =
    error instanceof Error ? `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}` : ''
  return /timeout exceeded when trying to connect|Connection terminated|Query read timeout|is not queryable|not currently accepting connections/.test(
    message,
  )
}

/** Whether an error means that a disk is full: the database's, or one that stores files. */
export function isStorageFull(error: unknown): boolean {
  return knownCodes[findCode(error)] === 'storage_full'
}

/** Whether PostgreSQL found a page with a wrong checksum, or an index that contradicts its table. */
export function isDatabaseDamaged(error: unknown): boolean {
  return /^XX00[12]$/.test(findCode(error))
}

/** Thrown if the object store cannot be reached right now. */
export class FileStoreUnavailableError extends Error {
  readonly code = 'STORE_UNAVAILABLE'
}

type Issue = { instancePath: string; message?: string | undefined; keyword: string; params: Record<string, unknown> }

/** Turns validation issues into field errors; the JSON pointer "/options/0" becomes the path "options.0". */
function toFieldErrors(issues: readonly Issue[]): FieldError[] {
  return issues.map((issue) => {
    const path = issue.instancePath.split('/').filter(Boolean).join('.')
    return { path, message: issue.message ?? errorCodes.invalid.message }
  })
}

/** Returns the refusal for an expected error, or undefined for a bug. */
export function toRefusal(error: Error & Partial<FastifyError>): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors = toFieldErrors(error.validation as unknown as Issue[])
    return new Refusal('invalid', { message: errors[0]?.message ?? errorCodes.invalid.message, errors })
  }
  const known = knownCodes[findCode(error)]
  if (known) return new Refusal(known, {})
  if (isDatabaseUnavailable(error) || error instanceof FileStoreUnavailableError)
    return new Refusal('busy', { retryAfterSeconds: 2 })
  const status = error.statusCode ?? 500
  return status >= 400 && status < 500 ? new Refusal('bad_request', {}) : undefined
}

/** Builds the body of an error reply. */
export function toErrorReply(code: ErrorCode, details: Details & Pick<ErrorReply, 'requestId'>): ErrorReply {
  const { message = errorCodes[code].message, requestId, retryAfterSeconds: _, ...rest } = details
  return { ...rest, status: 'error', code, message, requestId }
}

/** Seconds after which a client may try again, for replies that must say so; a refusal can override it. */
const retryAfterByStatus: Partial<Record<number, number>> = { 429: 60, 503: 2 }

/**
 * Sends an error reply. All error replies are sent here, so that none lacks the time after which the client may try again.
 * @param status overrides the code's status, for protocols that define their own
 */
export function sendError(
  reply: FastifyReply,
  code: ErrorCode,
  details: Details = {},
  status: number = errorCodes[code].status,
): FastifyReply {
  const retryAfter = details.retryAfterSeconds ?? retryAfterByStatus[status]
  if (retryAfter !== undefined) reply.header('retry-after', Math.ceil(retryAfter))
  const body = toErrorReply(code, { ...details, requestId: reply.request.id })
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

/** Whether an error only says that the client closed the connection while its request was being read. */
function isClosedByClient(error: Error, { raw }: FastifyRequest): boolean {
  return raw.errored instanceof Error && findCode(error) === 'ECONNRESET'
}

/** Fastify's error handler: sends refusals unchanged; logs bugs and sends a general error message instead. */
export function handleError(
  error: Error & Partial<FastifyError>,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  // Has the same code as a lost connection to the database, but is not a server error: nobody receives this reply.
  if (isClosedByClient(error, request)) return sendError(reply, 'bad_request')
  const refusal = toRefusal(error)
  // Log a service that is down, but not a limit that refuses by design.
  if (!refusal || (refusal.code === 'busy' && refusal !== error)) request.log.error({ err: error }, 'request failed')
  if (!refusal) return sendError(reply, 'internal')
  return sendError(reply, refusal.code, { ...refusal.details, message: refusal.message })
}
