import { randomBytes } from 'node:crypto'
import { rm, stat, statfs, writeFile } from 'node:fs/promises'
import type { Logger } from 'pino'

/**
 * The free space of the disk that the embedded database is on. A full disk must not fail a read: what a request that only reads would
 * write is skipped, counted in memory or logged meanwhile.
 */
export type DiskSpace = {
  /** Whether so little is left that writes are refused. */
  isFull(): boolean
  /**
   * Returns a signal that aborts once the disk is full; it is aborted already while the disk is full. Whatever writes for
   * long stops then: the reserve, which is deleted at that moment, belongs to the database.
   */
  untilFull(): AbortSignal
  /** A folder on the disk; undefined if it is that of another machine. */
  folder: string | undefined
  close(): void
}

/** Why something was stopped; a request gets 507. */
export class DiskFullError extends Error {
  readonly code = 'ENOSPC'
  constructor() {
    super('The disk of the database is full.')
  }
}

/** A disk that never counts as full: that of another machine cannot be seen. */
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
 * The size of a file beside the cluster that is deleted once the disk is full. PostgreSQL ends when it cannot create a WAL
 * segment of 16 MiB, and cannot start again without one: the space of two keeps reads going, which write a little too.
 */
const RESERVE_BYTES = 32 * MIB
/** The disk counts as full below this, and as not full once there is more than this beside a new reserve. */
const MIN_FREE_BYTES = 8 * MIB
const EVERY_MS = 1_000

/** Watches the disk of the cluster in a folder, and keeps a reserve on it. */
export async function watchDiskSpace(folder: string, log: Logger): Promise<DiskSpace> {
  const reserve = `${folder}.reserve`
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
