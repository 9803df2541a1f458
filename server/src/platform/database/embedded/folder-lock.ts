import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Thrown if another process uses the data folder. `run-server.ts` then exits with code 75. */
export class DataFolderInUseError extends Error {
  override name = 'DataFolderInUse'

  constructor() {
    super('Data folder is in use by another process.')
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
 * @throws DataFolderInUseError immediately, without waiting
 */
export function lockFolder(folder: string): () => void {
  const file = join(folder, 'lock')
  let lock: DatabaseSync | undefined
  try {
    // On a read-only file SQLite would use a weaker lock.
    if (existsSync(file)) accessSync(file, constants.W_OK)
    lock = new DatabaseSync(file)
    // The journal is kept in memory, so that a kill leaves no second file behind.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (cause) {
    lock?.close()
    if (isBusy(cause)) throw new DataFolderInUseError()
    const hint = existsSync(file) ? 'Does it belong to another user?' : 'Is the folder writable?'
    throw new Error(`${file} cannot be locked. ${hint}`, { cause })
  }
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
