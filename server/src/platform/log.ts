// The log: JSON lines without personal data. Errors could leak such data, because database errors contain the query's
// values, and whole rows in their details.
import pg from 'pg'
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
const dataException = /^22/

/** Returns an error's message without the values that it quotes. */
function redactMessage(error: Error): string {
  // Drizzle's error for a failed query: `query` contains only placeholders, but the message contains the values too.
  if ('query' in error && typeof error.query === 'string') return `Failed query: ${error.query}`
  if (error instanceof pg.DatabaseError && dataException.test(error.code ?? '')) return 'A value did not fit.'
  return error.message.replace(emailAddress, '[address]')
}

/** Serialises an error for the log: its type, code, stack and redacted message, without any user input. */
export function serializeError(error: unknown): SerializedError | undefined {
  if (!(error instanceof Error)) return undefined
  const text = (name: string) => {
    const value: unknown = Reflect.get(error, name)
    return typeof value === 'string' ? { [name]: value } : {}
  }
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const cause = serializeError(error.cause)
  return {
    type: error.constructor.name,
    message: redactMessage(error),
    ...text('code'),
    ...text('constraint'),
    ...text('routine'),
    stack: frames.join('\n'),
    ...(cause ? { cause } : {}),
  }
}

/** Lines are buffered for up to a second, because a system call per request costs more than the line itself. */
const standardOutput = () => pino.destination({ dest: 1, sync: false, minLength: 4_096, periodicFlush: 1_000 })

/** Opens the log; `destination` defaults to standard output. */
export function createLog(options: { level: Config['logLevel'] }, destination?: DestinationStream): Logger {
  const settings = { level: options.level, serializers: { err: serializeError } }
  return pino(settings, destination ?? standardOutput())
}
