// Bytes of a file on disk to somebody who reads them slowly or fast. A stream makes a new buffer for each piece, and its
// pages cost more than the copying: here a few buffers go round (bench/films.ts).
import type { FileHandle } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import type { ByteRange } from './file-store.ts'

const PIECE_BYTES = 512 * 1_024
/** Buffers that wait for the next film; more than these are given back. */
const MOST_SPARE = 32
const spare: Buffer[] = []

/** Writes one piece and waits until the connection has taken it: only then its buffer is free again. */
function written(to: Writable, piece: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const gone = () => reject(new Error('The reader went away.'))
    to.once('close', gone)
    to.write(piece, (error) => {
      to.off('close', gone)
      if (error) reject(error)
      else resolve()
    })
  })
}

/**
 * Sends the bytes from `start` to `end` inclusive, and no end after them.
 * @throws where the reader goes away or the file is shorter than that
 */
export async function pipeFileRange(file: FileHandle, { start, end }: ByteRange, to: Writable): Promise<void> {
  const bytes = end + 1 - start
  // A part of a stream is small, and a slow phone holds its buffer for long: it gets one of its own size.
  const goesRound = bytes >= PIECE_BYTES
  const buffer = (goesRound ? spare.pop() : undefined) ?? Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, bytes))
  for (let at = start; at <= end;) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, end + 1 - at), at)
    if (bytesRead === 0) throw new Error('The file is shorter than it was.')
    await written(to, buffer.subarray(0, bytesRead))
    at += bytesRead
  }
  // After a failure the connection may still hold it, so only then it is not used again.
  if (goesRound && spare.length < MOST_SPARE) spare.push(buffer)
}
