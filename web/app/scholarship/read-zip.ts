// Reads a ZIP archive in the browser, by its central directory (PKWARE APPNOTE 4.3.12): enough for the archive of a draw.

const END = 0x06_05_4b_50
const ENTRY = 0x02_01_4b_50
const END_BYTES = 22
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30
const STORED = 0
const DEFLATED = 8
/** More than the files of a draw need: an archive that grows without end would stop the page. */
const MAX_BYTES = 2_000_000

/** Reads a stream to its end. @throws Error if it has more than `MAX_BYTES` */
async function readAll(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  // Not every browser can loop over a stream.
  const reader = stream.getReader()
  let bytes = 0
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    bytes += chunk.value.byteLength
    if (bytes > MAX_BYTES) throw new Error('The file is too long.')
    chunks.push(chunk.value)
  }
  return new Uint8Array(await new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer())
}

/** Returns the bytes of each file of an archive, by name. @throws Error if it is not a readable ZIP archive */
export async function readZip(archive: ArrayBuffer): Promise<Map<string, Uint8Array>> {
  const view = new DataView(archive)
  const end = archive.byteLength - END_BYTES
  if (end < 0 || view.getUint32(end, true) !== END) throw new Error('This is not a ZIP archive.')
  const files = new Map<string, Uint8Array>()
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (view.getUint32(at, true) !== ENTRY) throw new Error('The directory of the archive is broken.')
    const nameBytes = view.getUint16(at + 28, true)
    const name = new TextDecoder().decode(new Uint8Array(archive, at + ENTRY_BYTES, nameBytes))
    files.set(name, await readEntry(view, at))
    at += ENTRY_BYTES + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return files
}

async function readEntry(view: DataView, at: number): Promise<Uint8Array> {
  const method = view.getUint16(at + 10, true)
  const bytes = view.getUint32(at + 20, true)
  const local = view.getUint32(at + 42, true)
  const start = local + LOCAL_BYTES + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
  const stream = new Blob([new Uint8Array(view.buffer as ArrayBuffer, start, bytes)]).stream()
  if (method === STORED) return readAll(stream)
  if (method !== DEFLATED) throw new Error('The archive is compressed in an unknown way.')
  return readAll(stream.pipeThrough(new DecompressionStream('deflate-raw')))
}
