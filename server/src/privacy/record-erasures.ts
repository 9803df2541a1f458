/**
 * Records erasures beside the backups, so that a restore repeats them (erase-again.ts).
 *
 * The erasing transaction adds a row to `erasures`. After its commit and before the reply, the id is appended to a file in
 * BACKUP_DIR/erasures. If that fails, or if the server stops in between or has no BACKUP_DIR, it is appended by the next call
 * on any server that has one: after an erasure, every minute, and before each backup. A line may occur twice. Each process has
 * its own file, because appending to one file from two machines may mix up the lines.
 */
import { randomUUID } from 'node:crypto'
import { open, readdir } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { openPrivateFolder } from '../platform/files/private-folder.ts'
import { syncPath } from '../platform/files/sync-path.ts'
import { formatErasure, parseErasure, type Erasure } from './rules.ts'
import { erasures } from './tables.ts'

const FOLDER = 'erasures'
const BATCH_SIZE = 1_000
/** The name of this process's file. */
const fileName = `${randomUUID()}.ids`

type Recording = Pick<App, 'db' | 'clock'> & { config: Pick<App['config'], 'backupDir'> }

/**
 * Records what the transaction erases, so that no backup brings it back. Everything that erases a person calls it, and then
 * `recordErasuresNow` after the transaction.
 */
export async function noteErasures(app: Pick<App, 'clock'>, tx: Tx, erased: readonly Erasure[]): Promise<void> {
  const erasedAt = app.clock.now()
  await tx
    .insert(erasures)
    .values(erased.map((erasure) => ({ ...erasure, erasedAt })))
    .onConflictDoUpdate({ target: [erasures.kind, erasures.id], set: { erasedAt } })
}

/** Appends ids that are not yet recorded next to the backups. Does nothing without BACKUP_DIR. */
export async function recordErasures(app: Recording): Promise<void> {
  const { backupDir } = app.config
  if (backupDir === undefined) return
  let recorded: number
  do recorded = await app.db.transaction((tx) => recordBatch(app, tx, backupDir))
  while (recorded === BATCH_SIZE)
}

async function recordBatch(app: Recording, tx: Tx, backupDir: string): Promise<number> {
  // Waits for others who are writing the same ids, so that they are recorded when this returns.
  const rows = await tx
    .select({ kind: erasures.kind, id: erasures.id })
    .from(erasures)
    .where(isNull(erasures.recordedAt))
    .orderBy(erasures.erasedAt, erasures.id)
    .limit(BATCH_SIZE)
    .for('update')
  if (rows.length === 0) return 0
  await appendLines(join(backupDir, FOLDER), rows.map(formatErasure))
  for (const kind of erasures.kind.enumValues) {
    const ids = rows.filter((row) => row.kind === kind).map(({ id }) => id)
    await tx
      .update(erasures)
      .set({ recordedAt: app.clock.now() })
      .where(and(eq(erasures.kind, kind), inArray(erasures.id, ids)))
  }
  return rows.length
}

/** Appends lines to this process's file, and flushes them to disk. */
async function appendLines(folder: string, lines: readonly string[]): Promise<void> {
  await openPrivateFolder(folder)
  const file = await open(join(folder, fileName), 'a', 0o600)
  try {
    // Starts with a newline, in case the disk was full and the last line was cut off.
    await file.writeFile(`\n${lines.join('\n')}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await syncPath(folder)
}

/** Records erasures right after a commit. A failure is logged: the erasure stays in effect, and the next call tries again. */
export async function recordErasuresNow(app: App): Promise<void> {
  await recordErasures(app).catch((error: unknown) =>
    app.log.warn({ err: error }, 'an erasure is not yet beside the backups'),
  )
}

/** Yields everything recorded beside the backups; entries may occur twice. */
export async function* readRecorded(backupDir: string): AsyncGenerator<Erasure> {
  const folder = join(backupDir, FOLDER)
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names) {
    for await (const line of createInterface({ input: createReadStream(join(folder, name)), crlfDelay: Infinity })) {
      const erasure = parseErasure(line)
      if (erasure) yield erasure
    }
  }
}
