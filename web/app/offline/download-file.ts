// Brings one file onto the phone, part by part: what has arrived stays, whatever happens next.
import { storedFileName, downloadedFileUrl, PART_BYTES, partUrl, type FileHead } from './downloaded-files.ts'

/** The server does not open this link: it ran out, or the file is for those who paid. */
export class LinkRefusedError extends Error {}

type Store = Pick<Cache, 'match' | 'put' | 'keys' | 'delete'>
type Options = {
  store: Store
  signal: AbortSignal
  /** Told how many bytes of the file are here. */
  onBytes: (bytes: number) => void
  fetch?: typeof globalThis.fetch
}

/** Goes on after what is here already. Throws LinkRefusedError, the signal's reason, or whatever the network or the room said. */
export async function downloadFile(url: string, options: Options): Promise<void> {
  const { store, signal, onBytes, fetch = globalThis.fetch } = options
  const name = storedFileName(url)
  if (name === undefined) throw new Error(`Not a stored file: ${url}`)
  const known = await store.match(downloadedFileUrl(name))
  if (known) return onBytes(((await known.json()) as FileHead).bytes)

  const begun = await countParts(store, name)
  const offset = begun * PART_BYTES
  const response = await fetch(url, {
    signal,
    cache: 'no-store',
    ...(offset > 0 && { headers: { range: `bytes=${offset}-` } }),
  })
  // All of it was here, and only its head was not written.
  if (response.status === 416) return writeHead(store, name, { bytes: offset, type: 'video/mp4' })
  if (!response.ok || !response.body) throw refusal(response)
  const first = response.status === 206 ? begun : 0
  const type = response.headers.get('content-type') ?? 'application/octet-stream'
  const length = response.headers.get('content-length')
  const bytes = await putParts(response.body, { store, name, first, onBytes })
  if (length !== null && bytes !== first * PART_BYTES + Number(length)) throw new Error(`${name} was cut short.`)
  await writeHead(store, name, { bytes, type })
}

/** Removes a file, or as much of it as has arrived. */
export async function deleteFile(store: Store, name: string): Promise<void> {
  await store.delete(downloadedFileUrl(name), { ignoreSearch: true } as CacheQueryOptions)
}

function refusal({ status }: Response): Error {
  const isFinalRefusal = status >= 400 && status < 500 && status !== 408 && status !== 429
  return isFinalRefusal ? new LinkRefusedError(`HTTP ${status}`) : new Error(`HTTP ${status}`)
}

/** Whole parts from the beginning on; a shorter one is the end of a file whose head was not written, and is fetched anew. */
async function countParts(store: Store, name: string): Promise<number> {
  let count = 0
  for (;;) {
    const part = await store.match(partUrl(name, count))
    if (part?.headers.get('content-length') !== String(PART_BYTES)) return count
    count += 1
  }
}

type Putting = { store: Store; name: string; first: number; onBytes: (bytes: number) => void }

/** Answers how many bytes of the file are here then. */
async function putParts(body: ReadableStream<Uint8Array>, { store, name, first, onBytes }: Putting): Promise<number> {
  const part = new Uint8Array(PART_BYTES)
  let [at, filled] = [first, 0]
  const put = async () => {
    const headers = { 'content-length': String(filled) }
    await store.put(partUrl(name, at), new Response(part.slice(0, filled), { headers }))
    at += 1
    filled = 0
  }
  onBytes(first * PART_BYTES)
  for await (const arrived of chunksOf(body)) {
    for (let from = 0; from < arrived.length;) {
      const taken = arrived.subarray(from, from + PART_BYTES - filled)
      part.set(taken, filled)
      filled += taken.length
      from += taken.length
      onBytes(at * PART_BYTES + filled)
      if (filled === PART_BYTES) await put()
    }
  }
  const bytes = at * PART_BYTES + filled
  if (filled > 0) await put()
  return bytes
}

/** Not every browser can iterate over a stream by itself. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
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

async function writeHead(store: Store, name: string, head: FileHead): Promise<void> {
  await store.put(downloadedFileUrl(name), new Response(JSON.stringify(head)))
}
