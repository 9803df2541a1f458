// Downloads one file part by part. Parts that have arrived are never downloaded again.
import { downloadedFileUrl, PART_BYTES, partUrl, storedFileName, type FileHead } from './downloaded-files.ts'

/** Thrown if the server refuses the link because it has expired or the student may not have the file. */
export class LinkRefusedError extends Error {}

type FileCache = Pick<Cache, 'match' | 'put' | 'keys' | 'delete'>
type Options = {
  cache: FileCache
  signal: AbortSignal
  /** Called with the number of the file's bytes on the phone. */
  onBytes: (bytes: number) => void
  fetch?: typeof globalThis.fetch
}

/**
 * Downloads a file's missing parts. @throws LinkRefusedError, the abort signal's reason, a network error, or a storage error if the phone
 * is full
 */
export async function downloadFile(url: string, options: Options): Promise<void> {
  const { cache, signal, onBytes, fetch = globalThis.fetch } = options
  const name = storedFileName(url)
  if (name === undefined) throw new Error(`Not a stored file: ${url}`)
  const head = await cache.match(downloadedFileUrl(name))
  if (head) return onBytes(((await head.json()) as FileHead).bytes)

  const existing = await countParts(cache, name)
  const offset = existing * PART_BYTES
  const response = await fetch(url, {
    signal,
    cache: 'no-store',
    ...(offset > 0 && { headers: { range: `bytes=${offset}-` } }),
  })
  // All parts had arrived, but the page was closed before the head was written.
  if (response.status === 416) return writeHead(cache, name, { bytes: offset, type: 'video/mp4' })
  if (!response.ok || !response.body) throw toError(response)
  const firstPart = response.status === 206 ? existing : 0
  const type = response.headers.get('content-type') ?? 'application/octet-stream'
  const length = response.headers.get('content-length')
  const bytes = await putParts(response.body, { cache, name, firstPart, onBytes })
  if (length !== null && bytes !== firstPart * PART_BYTES + Number(length)) throw new Error(`${name} was cut short.`)
  await writeHead(cache, name, { bytes, type })
}

/** Deletes a file, whether or not it is complete. */
export async function deleteFile(cache: FileCache, name: string): Promise<void> {
  await cache.delete(downloadedFileUrl(name), { ignoreSearch: true } as CacheQueryOptions)
}

function toError({ status }: Response): Error {
  const isFinal = status >= 400 && status < 500 && status !== 408 && status !== 429
  return isFinal ? new LinkRefusedError(`HTTP ${status}`) : new Error(`HTTP ${status}`)
}

/** Counts full parts from the start. A shorter part is the last one of a file whose head was not written; it is downloaded again. */
async function countParts(cache: FileCache, name: string): Promise<number> {
  let count = 0
  for (;;) {
    const part = await cache.match(partUrl(name, count))
    if (part?.headers.get('content-length') !== String(PART_BYTES)) return count
    count += 1
  }
}

type PutOptions = { cache: FileCache; name: string; firstPart: number; onBytes: (bytes: number) => void }

/** Stores a stream as parts. Returns the number of the file's bytes on the phone afterwards. */
async function putParts(
  body: ReadableStream<Uint8Array>,
  { cache, name, firstPart, onBytes }: PutOptions,
): Promise<number> {
  const buffer = new Uint8Array(PART_BYTES)
  let [part, filled] = [firstPart, 0]
  const putPart = async () => {
    const headers = { 'content-length': String(filled) }
    await cache.put(partUrl(name, part), new Response(buffer.slice(0, filled), { headers }))
    part += 1
    filled = 0
  }
  onBytes(firstPart * PART_BYTES)
  for await (const chunk of readChunks(body)) {
    for (let from = 0; from < chunk.length;) {
      const slice = chunk.subarray(from, from + PART_BYTES - filled)
      buffer.set(slice, filled)
      filled += slice.length
      from += slice.length
      onBytes(part * PART_BYTES + filled)
      if (filled === PART_BYTES) await putPart()
    }
  }
  const bytes = part * PART_BYTES + filled
  if (filled > 0) await putPart()
  return bytes
}

/** Iterates over a stream, because ReadableStream is not iterable in some browsers. */
async function* readChunks(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

async function writeHead(cache: FileCache, name: string, head: FileHead): Promise<void> {
  await cache.put(downloadedFileUrl(name), new Response(JSON.stringify(head)))
}
