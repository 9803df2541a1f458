// Resumable uploads in the object store, so that any server can continue an upload that another one began. Each piece is
// an object of its own, and counts once the row of the upload names it. A multipart upload would refuse pieces below
// 5 MiB, and save nothing: a server needs the whole file on its disk for the inspection anyway.
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm, stat, writeFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DataStore, ERRORS, Upload } from '@tus/server'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'
import { requireSpace } from '../../platform/database/disk-space.ts'
import { forceMinorGc } from '../../platform/files/force-minor-gc.ts'
import { resumableUploads, type ResumableUploadRow } from '../tables.ts'
import { UPLOAD_LIFETIME_MS } from './find-upload.ts'

/**
 * A piece is stored once it has this many bytes, or the request ends. A server that is killed loses no more than this of
 * each upload, which the sender then sends again.
 */
const PIECE_BYTES = 4 * 1_048_576

const FOLDER = 'uploads'

/** A piece that has arrived on this machine. */
type Piece = {
  bytes: number
  /** Whether the request has no more bytes, because it is complete or broken. */
  isLast: boolean
  /** Why the request broke. */
  failure?: unknown
}

/** Writes the next bytes of a request to a file. Does not throw if the request breaks: what has arrived is a piece too. */
async function receivePiece(chunks: AsyncIterator<Buffer>, path: string, full: AbortSignal): Promise<Piece> {
  const piece: Piece = { bytes: 0, isLast: false }
  const nextBytes = async function* (): AsyncGenerator<Buffer> {
    while (piece.bytes < PIECE_BYTES && !piece.isLast) {
      const next = await chunks.next().catch((failure: unknown) => {
        piece.failure = failure
      })
      piece.isLast = next === undefined || next.done === true || full.aborted
      if (!next || next.done) return
      piece.bytes += next.value.length
      yield next.value
    }
  }
  await pipeline(nextBytes, forceMinorGc, createWriteStream(path, { mode: 0o600 }))
  return piece
}

/** Removes pieces from the object store; a missing one is no error. */
export async function removePieces(app: Pick<App, 'files'>, pieces: readonly string[]): Promise<void> {
  for (const key of pieces) await app.files.remove(key)
}

/** Joins the pieces of an upload in a file. Returns false if they have not arrived completely. */
export async function copyPieces(app: App, upload: ResumableUploadRow, path: string): Promise<boolean> {
  if (upload.storedBytes !== upload.sizeBytes) return false
  await writeFile(path, '', { mode: 0o600 })
  for (const key of upload.pieces) {
    const bytes = await app.files.read(key)
    if (!bytes) return false
    await pipeline(bytes, requireSpace(app.diskSpace), forceMinorGc, createWriteStream(path, { flags: 'a' }))
  }
  return (await stat(path)).size === upload.sizeBytes
}

/**
 * Removes pieces of uploads whose rows are gone. A piece that a crash left without a name in its row waits until the
 * row is removed: until then it may belong to a request that is about to name it. Returns the number removed.
 */
export async function sweepPieces(app: App): Promise<number> {
  // Listed before the rows are read: a row is written before its first piece, so a piece without a row has lost its row.
  const keys = await app.files.list(FOLDER)
  if (keys.length === 0) return 0
  const rows = await app.db.select({ id: resumableUploads.id }).from(resumableUploads)
  const ids = new Set(rows.map(({ id }) => id))
  const lost = keys.filter((key) => !ids.has(key.split('/')[1] ?? ''))
  await removePieces(app, lost)
  return lost.length
}

/** What the tus library stores uploads in. Their rows are written by `createUpload`, and locked by `lockUpload`. */
export class PieceStore extends DataStore {
  readonly #app: App
  constructor(app: App) {
    super()
    this.#app = app
    this.extensions = ['creation', 'termination', 'expiration']
  }

  override getExpiration(): number {
    return UPLOAD_LIFETIME_MS
  }

  override async create(upload: Upload): Promise<Upload> {
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    const [row] = await this.#app.db.select().from(resumableUploads).where(eq(resumableUploads.id, id))
    if (!row) throw ERRORS.FILE_NOT_FOUND
    // The library computes the expiry from this date, and an upload expires a day after its last request.
    return new Upload({ id, size: row.sizeBytes, offset: row.storedBytes, creation_date: row.touchedAt.toISOString() })
  }

  override async remove(id: string): Promise<void> {
    const [row] = await this.#app.db.delete(resumableUploads).where(eq(resumableUploads.id, id)).returning()
    if (!row) throw ERRORS.FILE_NOT_FOUND
    await removePieces(this.#app, row.pieces)
  }

  /**
   * Stores the bytes of a request piece by piece, even if the request breaks off. Once the disk of the database is
   * full, stores what has arrived and refuses the rest (507).
   * @returns the offset after the stored bytes
   */
  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const full = this.#app.diskSpace.untilFull()
    // The library still needs the stream, to reply to a client that continues sending.
    const chunks = readable.iterator({ destroyOnReturn: false })
    let end = offset
    for (let isLast = false; !isLast;) {
      const path = await this.#app.files.temporaryPath()
      try {
        const piece = await receivePiece(chunks, path, full)
        if (piece.bytes > 0) await this.#store(id, end, { ...piece, path })
        if (piece.failure !== undefined) throw piece.failure
        end += piece.bytes
        isLast = piece.isLast
      } finally {
        await rm(path, { force: true })
      }
    }
    full.throwIfAborted()
    return end
  }

  /**
   * Puts a piece into the store and names it in the row. Refused (409) if the row has another offset by then: the lease was
   * lost and another request has continued the upload.
   */
  async #store(id: string, offset: number, { path, bytes }: Piece & { path: string }): Promise<void> {
    const { db, files } = this.#app
    const key = `${FOLDER}/${id}/${randomUUID()}.part`
    await files.put(key, path)
    const { pieces, storedBytes, videoId } = resumableUploads
    const named = await db
      .update(resumableUploads)
      .set({ pieces: sql`array_append(${pieces}, ${key})`, storedBytes: offset + bytes })
      .where(and(eq(resumableUploads.id, id), eq(storedBytes, offset), isNull(videoId)))
      .returning({ id: resumableUploads.id })
    if (named.length > 0) return
    await files.remove(key)
    throw ERRORS.INVALID_OFFSET
  }
}
