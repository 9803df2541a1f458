import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Somebody else has the data folder open. `main.ts` turns this into exit code 75 (decisions 9). */
export class DataFolderInUseError extends Error {
  override name = 'DataFolderInUse'

  constructor() {
    super('Data folder is in use by another process.')
  }
}

const SQLITE_BUSY = 5

/** Kept reachable on purpose: a collected handle would close its file, and with it the lock. */
const held = new Set<DatabaseSync>()

/**
 * Takes a folder for this process alone and returns the function that gives it back.
 *
 * The lock is SQLite's own on an empty file `lock`, which is the operating system's file lock on Linux, macOS and
 * Windows alike. The kernel drops it when the process dies, by SIGKILL too, so there is nothing stale to tell apart
 * and no process id to mistrust, and it works before the folder holds a database. No code of this process may open
 * `lock` by other means: closing such a handle would drop the lock (a POSIX rule).
 * @throws DataFolderInUseError at once, without waiting
 */
export function lockFolder(folder: string): () => void {
  const file = join(folder, 'lock')
  let lock: DatabaseSync | undefined
  try {
    // SQLite would make do with a weaker lock on a file that it may only read.
    if (existsSync(file)) accessSync(file, constants.W_OK)
    lock = new DatabaseSync(file)
    // A journal in memory: nothing is ever written, and a kill must leave no second file.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (cause) {
    lock?.close()
    if (isBusy(cause)) throw new DataFolderInUseError()
    const hint = existsSync(file) ? 'Does it belong to another user?' : 'Is the folder writable?'
    throw new Error(`${file} cannot be locked. ${hint}`, { cause })
  }
  const taken = lock
  held.add(taken)
  return () => {
    if (held.delete(taken)) taken.close()
  }
}

function isBusy(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return false
  return (error.errcode & 0xff) === SQLITE_BUSY
}
