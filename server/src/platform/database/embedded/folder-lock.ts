import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Names the process that holds the lock: its id, and the port that it serves if it is a server. */
const HOLDER_FILE = 'lock-holder'

/** Thrown if another process uses the data folder. The server then exits with code 75. */
export class DataFolderInUseError extends Error {
  override name = 'DataFolderInUse'

  constructor(folder: string) {
    super(
      `The data folder ${folder} is in use by ${describeHolder(folder)}. Stop it first, or set DATA_DIR to another folder.`,
    )
  }
}

/** Names the holder; it is unknown for the moment after it has taken the lock, or if the disk was full. */
function describeHolder(folder: string): string {
  const file = join(folder, HOLDER_FILE)
  const [pid, port] = existsSync(file) ? readFileSync(file, 'utf8').split(' ') : []
  if (!pid) return 'another process'
  return `the process ${pid}${port === undefined ? '' : `, which serves port ${port}`}`
}

function recordHolder(folder: string, port: number | undefined): void {
  const parts = [process.pid, port].filter((part) => part !== undefined)
  try {
    writeFileSync(join(folder, HOLDER_FILE), parts.join(' '), { mode: 0o600 })
  } catch {
    // On a full disk the file stays empty, and the start continues.
  }
}

const SQLITE_BUSY = 5

/** Keeps a reference to every held lock: garbage collection of its handle would close the file and release the lock. */
const heldLocks = new Set<DatabaseSync>()

/**
 * Locks a folder for this process and returns a function that releases the lock (ADR 2).
 *
 * SQLite locks an empty file `lock` with a kernel file lock, on Linux, macOS and Windows. The kernel releases it whenever the
 * process ends, even by SIGKILL, so the lock is never stale. It works before the folder contains a database. No other code in this
 * process may open `lock`: under POSIX, closing that handle would release the lock.
 * @param options.servedPort the port that this process serves, for the message to a second one
 * @throws DataFolderInUseError immediately, without waiting
 */
export function lockFolder(folder: string, { servedPort }: { servedPort?: number | undefined } = {}): () => void {
  const file = join(folder, 'lock')
  let lock: DatabaseSync | undefined
  try {
    accessSync(folder, constants.W_OK)
    // On a read-only file SQLite would use a weaker lock.
    if (existsSync(file)) accessSync(file, constants.W_OK)
    lock = new DatabaseSync(file)
    // The journal is kept in memory, so that a kill leaves no second file behind.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (cause) {
    lock?.close()
    if (isBusy(cause)) throw new DataFolderInUseError(folder)
    const hint = existsSync(file) ? 'Does it belong to another user?' : 'Is the folder writable?'
    throw new Error(`${file} cannot be locked. ${hint}`, { cause })
  }
  recordHolder(folder, servedPort)
  const held = lock
  heldLocks.add(held)
  return () => {
    if (heldLocks.delete(held)) held.close()
  }
}

function isBusy(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return false
  return (error.errcode & 0xff) === SQLITE_BUSY
}
