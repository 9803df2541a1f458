// Answers requests for films from the phone, byte ranges too, where the file is kept.
import {
  DOWNLOADS_CACHE,
  storedFileName,
  downloadedFileUrl,
  partUrl,
  parseByteRange,
  toPartSlices,
  type ByteRange,
  type FileHead,
} from '../app/offline/downloaded-files.ts'

/** Undefined where the file is not kept. */
export async function serveDownload(request: Request, store: CacheStorage): Promise<Response | undefined> {
  const name = storedFileName(request.url)
  if (name === undefined || !(await store.has(DOWNLOADS_CACHE))) return undefined
  const cache = await store.open(DOWNLOADS_CACHE)
  const kept = await cache.match(downloadedFileUrl(name))
  if (!kept) return undefined
  const head = (await kept.json()) as FileHead
  const range = parseByteRange(request.headers.get('range'), head.bytes)
  if (range === 'outside') {
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${head.bytes}` } })
  }
  const { start, end } = range ?? { start: 0, end: head.bytes - 1 }
  const headers = {
    'content-type': head.type,
    'content-length': String(end - start + 1),
    'accept-ranges': 'bytes',
    ...(range && { 'content-range': `bytes ${start}-${end}/${head.bytes}` }),
  }
  return new Response(bytesOf(cache, name, { start, end }), { status: range ? 206 : 200, headers })
}

/** Reads a part when the player asks for it, so that a long film is never in memory whole. */
function bytesOf(cache: Cache, name: string, range: ByteRange): ReadableStream<Uint8Array> {
  const slices = toPartSlices(range)
  return new ReadableStream({
    async pull(controller) {
      const slice = slices.shift()
      if (!slice) return controller.close()
      const part = await cache.match(partUrl(name, slice.part))
      // A phone that runs out of room may take what is kept; the player then says that the film does not play.
      if (!part) return controller.error(new Error(`Part ${slice.part} of ${name} is gone.`))
      controller.enqueue(new Uint8Array(await part.arrayBuffer()).subarray(slice.from, slice.to))
    },
  })
}
