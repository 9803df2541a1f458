// Keeps processes from doing the same work in a checkout at the same time.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Waits until no other process holds the lock with this name, then holds it until this process ends or calls the returned function.
 * The kernel releases the lock of a killed process.
 */
export function lock(name: string, checkout: string): () => void {
  const folder = join(checkout, 'node_modules/.cache')
  mkdirSync(folder, { recursive: true })
  const database = new DatabaseSync(join(folder, `${name}.lock`), { timeout: 600_000 })
  database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  return () => database.close()
}
