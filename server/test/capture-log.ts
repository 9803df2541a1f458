import type { Logger } from 'pino'
import { createLog } from '../src/platform/log.ts'

/** Opens a log that a test can read. */
export function captureLog(): { log: Logger; lines: () => Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = []
  const log = createLog({ level: 'debug' }, { write: (line) => void lines.push(JSON.parse(line)) })
  return { log, lines: () => lines }
}
