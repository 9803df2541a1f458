// The log: JSON lines without personal data. Errors could leak such data, because database errors contain the query's values, and
// whole rows in their details.
import { format } from 'node:util'
import { pino, type DestinationStream, type Logger } from 'pino'
import type { Config } from './config.ts'

type SerializedError = {
  type: string
  code?: string
  message: string
  constraint?: string
  routine?: string
  stack: string
  cause?: SerializedError
}

const emailAddress = /[^\s<>"'(),:;=]+@[^\s<>"'(),:;=]+/g
/** SQLSTATE class 22 (data exception): the messages of these errors quote the offending value. */
const dataException = /^22\w{3}$/

/** Anything thrown or emitted as an error. pg-boss emits copies of errors, which are plain objects, and a library may throw anything. */
type ErrorLike = Record<string, unknown>

const readText = (error: ErrorLike, name: string) => {
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : ''
}

/** Removes email addresses from a text, and the values that Drizzle appends to the text of a failed query. */
export function redactText(text: string): string {
  return text.replace(/\nparams:[^]*$/, '').replace(emailAddress, '[address]')
}

/** Returns an error's message without the values that it quotes; never an empty text. */
function redactMessage(error: ErrorLike): string {
  // Drizzle's error for a failed query: `query` contains only placeholders, but the message contains the values too.
  if (typeof error['query'] === 'string') return `Failed query: ${error['query']}`
  if (dataException.test(readText(error, 'code'))) return 'A value did not fit.'
  return redactText(readText(error, 'message')) || describeWithoutMessage(error)
}

/** Describes an error without a message. Names the fields of an unknown object, never their values. */
function describeWithoutMessage(error: ErrorLike): string {
  // A refused connection is an AggregateError: one error for each address of the host, and no message of its own.
  const inner: unknown = error['errors']
  if (Array.isArray(inner) && inner.length > 0)
    return [...new Set(inner.map((each) => serializeError(each)?.message))].join('; ')
  if (readText(error, 'code') || error instanceof Error) return readText(error, 'code') || 'No message'
  return `An object without a message (${Object.keys(error).join(', ')})`
}

/**
 * Serialises a thrown value for the log: its type, code, stack and redacted message, without any user input. Returns undefined for
 * undefined and null, so that an absent cause leaves no field.
 */
export function serializeError(error: unknown): SerializedError | undefined {
  if (error === undefined || error === null) return undefined
  if (typeof error !== 'object') return { type: typeof error, message: redactText(format('%s', error)), stack: '' }
  const fields = error as ErrorLike
  const text = (name: string) => (readText(fields, name) ? { [name]: readText(fields, name) } : {})
  const frames = readText(fields, 'stack')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
  const cause = serializeError(fields['cause'])
  return {
    type: error.constructor?.name ?? 'Object',
    message: redactMessage(fields),
    ...text('code'),
    ...text('constraint'),
    ...text('routine'),
    stack: frames.join('\n'),
    ...(cause ? { cause } : {}),
  }
}

/** Every slower request is logged. */
export const SLOW_MS = 1_000

/**
 * Whether a request is logged.
 * @param sample the share of fast and successful requests that are logged
 * @param chance from 0 to 1, exclusive
 */
export function isRequestLogged(
  { status, isSlow }: { status: number; isSlow: boolean },
  sample: number,
  chance: number,
): boolean {
  return status >= 400 || isSlow || chance < sample
}

/** Lines are buffered for up to a second, because a system call per request costs more than the line itself. */
const standardOutput = () => pino.destination({ dest: 1, sync: false, minLength: 4_096, periodicFlush: 1_000 })

/** Opens a log for errors that end the process: a single line, written synchronously to standard error. */
export function createLastLog(): Logger {
  return createLog({ level: 'fatal' }, pino.destination({ dest: 2, sync: true }))
}

/** Opens the log; `destination` defaults to standard output. */
export function createLog(options: { level: Config['logLevel'] }, destination?: DestinationStream): Logger {
  const settings = { level: options.level, serializers: { err: serializeError } }
  return pino(settings, destination ?? standardOutput())
}
