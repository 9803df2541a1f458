import {
  DOWNLOADS_CACHE,
  downloadedFileName,
  downloadedFileUrl,
  parseByteRange,
  partUrl,
  toPartSlices,
  type ByteRange,
  type FileHead,
} from '../app/offline/downloaded-files.ts'

type Phone = {
  caches: CacheStorage
  /** Whether the student who makes the request has downloaded the file with this name. */
  isOwner: (name: string) => Promise<boolean>
}

/**
 * Serves a request for a downloaded file from the phone, including byte ranges; undefined if the file was not downloaded, or was downloaded
 * by somebody else.
 */
export async function serveDownload(request: Request, { caches, isOwner }: Phone): Promise<Response | undefined> {
  const name = downloadedFileName(request.url)
  if (name === undefined || !(await caches.has(DOWNLOADS_CACHE))) return undefined
  const cache = await caches.open(DOWNLOADS_CACHE)
  const cached = await cache.match(downloadedFileUrl(name))
  if (!cached || !(await isOwner(name))) return undefined
  const head = (await cached.json()) as FileHead
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
  return new Response(streamBytes(cache, name, { start, end }), { status: range ? 206 : 200, headers })
}

/** Reads each part when the player requests it, so that a long video is never entirely in memory. */
function streamBytes(cache: Cache, name: string, range: ByteRange): ReadableStream<Uint8Array> {
  const slices = toPartSlices(range)
  return new ReadableStream({
    async pull(controller) {
      const slice = slices.shift()
      if (!slice) return controller.close()
      const part = await cache.match(partUrl(name, slice.part))
      // The browser may delete parts when the phone is full; the player then reports that the video cannot be played.
      if (!part) return controller.error(new Error(`Part ${slice.part} of ${name} is gone.`))
      controller.enqueue(new Uint8Array(await part.arrayBuffer()).subarray(slice.from, slice.to))
    },
  })
}
