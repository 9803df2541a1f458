import { randomBytes } from 'node:crypto'
import { rm, stat, statfs, writeFile } from 'node:fs/promises'
import type { Logger } from 'pino'

/**
 * The free space on the embedded database's disk. A full disk must not make a read fail, so whatever a read-only request would
 * write is skipped, counted in memory or logged while the disk is full.
 */
export type DiskSpace = {
  /** Whether so little space is left that writes are refused. */
  isFull(): boolean
  /**
   * Returns a signal that aborts once the disk is full, or is already aborted if it is full now. Long writes stop then, because the
   * reserve, which is deleted at that moment, belongs to the database.
   */
  untilFull(): AbortSignal
  /** A folder on the disk; undefined if the database is on another machine. */
  folder: string | undefined
  close(): void
}

/** Thrown when something is stopped because the disk is full; a request gets 507. */
export class DiskFullError extends Error {
  readonly code = 'ENOSPC'
  constructor(message = 'The database’s disk is full.') {
    super(message)
  }
}

/** A disk that never counts as full: one on another machine, which cannot be checked. */
export const unwatchedDisk: DiskSpace = {
  isFull: () => false,
  untilFull: () => new AbortController().signal,
  folder: undefined,
  close: () => undefined,
}

/** Returns a stage for `pipeline` that fails once the disk is full. */
export function requireSpace(diskSpace: Pick<DiskSpace, 'untilFull'>) {
  return async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      diskSpace.untilFull().throwIfAborted()
      yield chunk
    }
  }
}

const MIB = 1024 * 1024
/**
 * The size of a file next to the cluster that is deleted once the disk is full. PostgreSQL exits when it cannot create a WAL
 * segment of 16 MiB, and cannot start again without one. Space for two segments keeps reads going, which also write a little.
 */
const RESERVE_BYTES = 32 * MIB
/** The disk counts as full below this, and as no longer full once there is more than this in addition to a new reserve. */
const MIN_FREE_BYTES = 8 * MIB
const EVERY_MS = 1_000

/** With less free space than one WAL segment and a margin, PostgreSQL cannot start. */
const START_BYTES = 20 * MIB

const reserveOf = (folder: string) => `${folder}.reserve`

/** Whether PostgreSQL cannot start on a cluster's folder. One that is gone or unreadable does not count as full: waiting would not help. */
export async function isTooFullToStart(folder: string): Promise<boolean> {
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize < START_BYTES,
    () => false,
  )
}

/** Deletes the reserve if PostgreSQL could not start without its space. Reads then work, and writes wait for space. */
export async function makeRoomToStart(folder: string): Promise<void> {
  if (await isTooFullToStart(folder)) await rm(reserveOf(folder), { force: true })
}

/** Watches the disk that a cluster's folder is on, and keeps a reserve there. */
export async function watchDiskSpace(folder: string, log: Logger): Promise<DiskSpace> {
  const reserve = reserveOf(folder)
  let isFull = false
  let full = new AbortController()
  const check = async () => {
    const { bavail, bsize } = await statfs(folder)
    const freeBytes = bavail * bsize
    const size = await stat(reserve).then(
      (file) => file.size,
      () => 0,
    )
    const wasFull = isFull
    if (size === RESERVE_BYTES) isFull = freeBytes < MIN_FREE_BYTES
    else isFull = freeBytes < RESERVE_BYTES + MIN_FREE_BYTES
    if (isFull) full.abort(new DiskFullError())
    else if (wasFull) full = new AbortController()
    if (isFull && size > 0) await rm(reserve)
    if (!isFull && size < RESERVE_BYTES) await writeFile(reserve, randomBytes(RESERVE_BYTES), { mode: 0o600 })
    if (isFull && !wasFull) log.error({ freeBytes }, 'the disk of the database is full: writes are refused')
    if (!isFull && wasFull) log.info({ freeBytes }, 'the disk of the database has space again')
  }
  const logFailure = (error: unknown) => log.warn({ err: error }, 'the free space of the database could not be checked')
  // Checks never overlap, because writing the reserve may take longer than a second on a slow disk.
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const checkRepeatedly = async () => {
    await check().catch(logFailure)
    if (!isClosed) timer = setTimeout(() => void checkRepeatedly(), EVERY_MS).unref()
  }
  await checkRepeatedly()
  return {
    isFull: () => isFull,
    untilFull: () => full.signal,
    folder,
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
