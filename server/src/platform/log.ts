// The log of the process: JSON lines in which nobody is named. Errors are the leak to guard: those of the database
// carry the values of the query, and whole rows in their details (security.md C-01).
import pg from 'pg'
import { pino, type DestinationStream, type Logger } from 'pino'
import type { Config } from './config.ts'

type Logged = {
  type: string
  code?: string
  message: string
  constraint?: string
  routine?: string
  stack: string
  cause?: Logged
}

const address = /[^\s<>"'(),:;=]+@[^\s<>"'(),:;=]+/g
/** Errors of this class quote the value that did not fit (PostgreSQL, appendix A: data exception). */
const quotesValues = /^22/

/** An error's sentence without the values that it was about. */
function messageOf(error: Error): string {
  // A failed query of Drizzle: its text holds $1, $2; its message all that stood in them.
  if ('query' in error && typeof error.query === 'string') return `Failed query: ${error.query}`
  if (error instanceof pg.DatabaseError && quotesValues.test(error.code ?? '')) return 'A value did not fit.'
  return error.message.replace(address, '[address]')
}

/** What the log may hold of an error: where it happened and what kind it is, and no value that a person typed. */
export function serializeError(error: unknown): Logged | undefined {
  if (!(error instanceof Error)) return undefined
  const text = (name: string) => {
    const value: unknown = Reflect.get(error, name)
    return typeof value === 'string' ? { [name]: value } : {}
  }
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const cause = serializeError(error.cause)
  return {
    type: error.constructor.name,
    message: messageOf(error),
    ...text('code'),
    ...text('constraint'),
    ...text('routine'),
    stack: frames.join('\n'),
    ...(cause ? { cause } : {}),
  }
}

/** Lines go out together, each second at the latest: a system call for every request would cost more than its line. */
const standardOutput = () => pino.destination({ dest: 1, sync: false, minLength: 4_096, periodicFlush: 1_000 })

/** Opens the log. `destination` is standard output where nothing is said. */
export function createLog(options: { level: Config['logLevel'] }, destination?: DestinationStream): Logger {
  const settings = { level: options.level, serializers: { err: serializeError } }
  return pino(settings, destination ?? standardOutput())
}
