// Sends a range of a file with reused buffers. A file stream allocates a buffer for each chunk, which costs more than the
// copying itself (measured by the bench `films`).
import type { FileHandle } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import type { ByteRange } from './file-store.ts'

const CHUNK_BYTES = 512 * 1_024
/** Buffers kept for reuse; any above this number are left to the garbage collector. */
const MAX_POOLED = 32
const pool: Buffer[] = []

/** Writes one chunk and waits until it was flushed: only then may its buffer be reused. */
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
export async function pipeFileRange(file: FileHandle, { start, end }: ByteRange, to: Writable): Promise<void> {
  const bytes = end + 1 - start
  // A stream segment is small, and a slow phone holds its buffer for long, so small ranges get a buffer of their size.
  const isPooled = bytes >= CHUNK_BYTES
  const buffer = (isPooled ? pool.pop() : undefined) ?? Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, bytes))
  for (let position = start; position <= end;) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, end + 1 - position), position)
    if (bytesRead === 0) throw new Error('The file is shorter than the range.')
    await writeChunk(to, buffer.subarray(0, bytesRead))
    position += bytesRead
  }
  // Not reached after an error, when the connection may still hold the buffer.
  if (isPooled && pool.length < MAX_POOLED) pool.push(buffer)
}
