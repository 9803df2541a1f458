// Sends a range of a file with reused buffers. A file stream allocates a buffer for each chunk, which costs more than the copying
// itself (measured by the `videos` benchmark).
import type { FileHandle } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import type { ByteRange } from './file-store.ts'

const CHUNK_BYTES = 512 * 1_024
/** The chunk size for readers beyond the budget: slower, but a reader that has stopped reading uses little memory. */
const SMALL_CHUNK_BYTES = 32 * 1_024
/** When the buffers of all readers exceed this, further readers get small chunks. */
const BUDGET_BYTES = 64 * 1_048_576
/** Buffers kept for reuse; any above this number are left to the garbage collector. */
const MAX_POOLED = 32
const pool: Buffer[] = []
let heldBytes = 0

/** Returns the chunk size for a range: never more than the range, because a slow phone occupies its buffer for a long time. */
function chooseChunkBytes(rangeBytes: number): number {
  const bytes = Math.min(CHUNK_BYTES, rangeBytes)
  return heldBytes + bytes <= BUDGET_BYTES ? bytes : Math.min(SMALL_CHUNK_BYTES, bytes)
}

/** Writes one chunk and waits until it was flushed, because only then may its buffer be reused. */
function writeChunk(to: Writable, chunk: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const onClose = () => reject(new Error('The reader disconnected.'))
    to.once('close', onClose)
    to.write(chunk, (error) => {
      to.off('close', onClose)
      if (error) reject(error)
      else resolve()
    })
  })
}

/**
 * Writes the bytes from `start` to `end` inclusive and leaves the stream open.
 * @throws if the reader disconnects or the file is shorter than the range
 */
export async function pipeFileRange(file: FileHandle, range: ByteRange, to: Writable): Promise<void> {
  const chunkBytes = chooseChunkBytes(range.end + 1 - range.start)
  const isPooled = chunkBytes === CHUNK_BYTES
  const buffer = (isPooled ? pool.pop() : undefined) ?? Buffer.allocUnsafeSlow(chunkBytes)
  heldBytes += chunkBytes
  try {
    await writeRange(file, range, { to, buffer })
  } finally {
    heldBytes -= chunkBytes
  }
  // Not reached after an error, when the connection may still hold the buffer.
  if (isPooled && pool.length < MAX_POOLED) pool.push(buffer)
}

async function writeRange(
  file: FileHandle,
  { start, end }: ByteRange,
  { to, buffer }: { to: Writable; buffer: Buffer },
): Promise<void> {
  for (let position = start; position <= end;) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, end + 1 - position), position)
    if (bytesRead === 0) throw new Error('The file is shorter than the range.')
    await writeChunk(to, buffer.subarray(0, bytesRead))
    position += bytesRead
  }
}
