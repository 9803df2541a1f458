import { randomBytes } from 'node:crypto'
import type { Video } from '@baobab/contract/videos/endpoints.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeVideo } from '../../../test-samples.ts'
import { serveDownload } from '../../../sw/serve-download.ts'
import { listKeys, wrapStorage } from '../../browser/storage.ts'
import { DOWNLOADS_CACHE, downloadedFileUrl, PART_BYTES } from '../../offline/downloaded-files.ts'
import { fakeCaches } from '../../offline/fake-cache.ts'
import { createDownloadStore, filterByStudent, isDownloadedBy, type Download } from './download-store.ts'
import { findDownloadSource, findRevokedDownloads, toDownloadedVideo } from './downloaded-video.ts'
import { createDownloader } from './downloader.ts'

const videoBytes = new Uint8Array(randomBytes(PART_BYTES * 3 + 1_000))
const VIDEO_FILE = 'streams/u-1/240p.mp4'
const video = makeVideo('video-1', {
  title: 'The Lantern',
  description: 'A light that nobody owns.',
  videoUrl: '/media/t1/videos/u-1.mp4',
  streamUrl: '/media/t1/streams/u-1/master.m3u8',
  renditions: [
    {
      quality: 'standard',
      height: 480,
      bytes: videoBytes.length,
      playlistUrl: '/media/t1/streams/u-1/240p.m3u8',
      fileUrl: `/media/t1/${VIDEO_FILE}`,
    },
  ],
  posterUrl: '/media/t1/posters/u-1.webp',
  captionsUrl: '/media/t1/captions/u-1.vtt',
  otherCaptions: [{ language: 'ha', url: '/media/t1/subtitles/u-2.vtt' }],
  sizeBytes: 9_000_000,
})

/** A file server whose tokens expire and whose connection can break. It counts the bytes it sent. */
function fakeServer() {
  const files = new Map<string, Uint8Array>([
    [VIDEO_FILE, videoBytes],
    ['streams/u-1/240p.m3u8', new TextEncoder().encode('#EXTM3U')],
    ['posters/u-1.webp', new TextEncoder().encode('poster')],
    ['captions/u-1.vtt', new TextEncoder().encode('WEBVTT')],
    ['subtitles/u-2.vtt', new TextEncoder().encode('WEBVTT in Hausa')],
  ])
  const server = {
    tokens: new Set(['t1']),
    /** The files that it does not serve. */
    refused: new Set<string>(),
    sent: 0,
    /** The number of bytes that it sends before the connection breaks. */
    breaksAfter: Infinity,
    fetch: async (input: string | URL | Request, init: RequestInit = {}) => {
      const [, , token = '', ...rest] = (typeof input === 'string' ? input : '').split('/')
      const bytes = files.get(rest.join('/'))
      if (!server.tokens.has(token) || !bytes || server.refused.has(rest.join('/')))
        return new Response(null, { status: 403 })
      const start = Number(/\d+/.exec(new Headers(init.headers).get('range') ?? '')?.[0] ?? 0)
      let at = start
      const body = new ReadableStream({
        pull(controller) {
          if (init.signal?.aborted) return controller.error(init.signal.reason)
          if (at - start >= server.breaksAfter) return controller.error(new TypeError('network'))
          if (at >= bytes.length) return controller.close()
          const part = bytes.subarray(at, Math.min(at + 8_192, start + server.breaksAfter))
          at += part.length
          server.sent += part.length
          controller.enqueue(part)
        },
      })
      const headers = { 'content-length': String(bytes.length - start), 'content-type': 'video/mp4' }
      return new Response(body, { status: start > 0 ? 206 : 200, headers })
    },
  }
  return server
}

function fakeStorage() {
  const values = new Map<string, string>()
  return wrapStorage(() => ({
    length: values.size,
    key: (at) => [...values.keys()][at] ?? null,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }))
}

function createPhone() {
  const server = fakeServer()
  const caches = fakeCaches()
  const storage = fakeStorage()
  const store = createDownloadStore(storage)
  const state = { student: 'amina' as string | undefined, current: video, completed: 0 }
  const phone = Object.assign(state, {
    server,
    caches,
    storage,
    store,
    downloader: createDownloader({
      store,
      caches,
      refreshSource: async () => findDownloadSource(state.current, state.current.renditions[0]),
      currentStudentId: () => state.student,
      now: () => '2026-02-03T10:00:00.000Z',
      onDownloaded: () => (state.completed += 1),
      fetch: server.fetch,
    }),
    save: (): Promise<void> => phone.downloader.save(state.student ?? '', state.current, requireSource(state.current)),
    only: (): Download => {
      const [one, ...more] = store.all()
      if (!one || more.length > 0) throw new Error('There is not exactly one download.')
      return one
    },
    /** Requests a file from the service worker. */
    fetch: (link: string, range?: string) =>
      serveDownload(new Request(`https://baobab.example${link}`, range ? { headers: { range } } : {}), {
        caches: caches as unknown as CacheStorage,
        isOwner: async (name) => isDownloadedBy(store.all(), state.student, name),
      }),
  })
  return phone
}

function requireSource(from: Video) {
  const source = findDownloadSource(from, from.renditions[0])
  if (!source) throw new Error('There is nothing to download.')
  return source
}
const withToken = (token: string): Video =>
  JSON.parse(JSON.stringify(video).replaceAll('/media/t1/', `/media/${token}/`))
const readBytes = async (response: Response | undefined) => new Uint8Array((await response?.arrayBuffer()) ?? [])

let phone: ReturnType<typeof createPhone>
beforeEach(() => {
  phone = createPhone()
})

describe('a download', () => {
  test('stores video, playlist, captions and poster, which are served to the student who downloaded them', async () => {
    await phone.save()
    expect(phone.only()).toMatchObject({
      quality: 'standard',
      received: videoBytes.length,
      downloadedAt: '2026-02-03T10:00:00.000Z',
    })
    expect(phone.completed).toBe(1)
    expect(await readBytes(await phone.fetch(downloadedFileUrl(VIDEO_FILE)))).toEqual(videoBytes)
    expect(await (await phone.fetch(downloadedFileUrl('streams/u-1/240p.m3u8')))?.text()).toBe('#EXTM3U')
    expect(await (await phone.fetch(downloadedFileUrl('captions/u-1.vtt')))?.text()).toBe('WEBVTT')
    expect(await (await phone.fetch(downloadedFileUrl('subtitles/u-2.vtt')))?.text()).toBe('WEBVTT in Hausa')
  })

  test('is stored without captions that a server of the previous release does not serve', async () => {
    phone.server.refused.add('subtitles/u-2.vtt')
    await phone.save()
    expect(phone.completed).toBe(1)
    expect(phone.only()?.files).toMatchObject({ captions: 'captions/u-1.vtt' })
    expect(phone.only()?.files).not.toHaveProperty('captions_ha')
    expect(await readBytes(await phone.fetch(downloadedFileUrl(VIDEO_FILE)))).toEqual(videoBytes)
  })

  test('is not served under a link of the server, who decides about that', async () => {
    await phone.save()
    for (const token of ['t1', 'of-another-day'])
      expect(await phone.fetch(`/media/${token}/${VIDEO_FILE}`)).toBeUndefined()
  })

  test('is served to no other student, and to its own again after logging in', async () => {
    await phone.save()
    for (const student of ['bola', '', undefined]) {
      phone.student = student
      expect(await phone.fetch(downloadedFileUrl(VIDEO_FILE))).toBeUndefined()
      expect(await phone.fetch(downloadedFileUrl('posters/u-1.webp'), 'bytes=0-1')).toBeUndefined()
    }
    phone.student = 'amina'
    expect(await readBytes(await phone.fetch(downloadedFileUrl(VIDEO_FILE)))).toEqual(videoBytes)
  })

  test('of two students is served to both', async () => {
    await phone.save()
    phone.student = 'bola'
    await phone.save()
    for (const student of ['amina', 'bola']) {
      phone.student = student
      expect(await readBytes(await phone.fetch(downloadedFileUrl(VIDEO_FILE)))).toEqual(videoBytes)
    }
  })

  test('is served by byte ranges as on a server, also across parts', async () => {
    await phone.save()
    const [start, end] = [PART_BYTES - 5, PART_BYTES * 2 + 7]
    const reply = await phone.fetch(downloadedFileUrl(VIDEO_FILE), `bytes=${start}-${end}`)
    expect(reply?.status).toBe(206)
    expect(reply?.headers.get('content-range')).toBe(`bytes ${start}-${end}/${videoBytes.length}`)
    expect(reply?.headers.get('content-length')).toBe(String(end - start + 1))
    expect(await readBytes(reply)).toEqual(videoBytes.slice(start, end + 1))
    expect((await phone.fetch(downloadedFileUrl(VIDEO_FILE), `bytes=${videoBytes.length}-`))?.status).toBe(416)
    expect(await readBytes(await phone.fetch(downloadedFileUrl(VIDEO_FILE), 'bytes=-10'))).toEqual(
      videoBytes.slice(-10),
    )
  })

  test('is not served before it is complete, and other files are not served at all', async () => {
    phone.server.breaksAfter = PART_BYTES * 2
    await phone.save()
    expect(phone.only().downloadedAt).toBeNull()
    expect(await phone.fetch(downloadedFileUrl(VIDEO_FILE))).toBeUndefined()
    expect(await phone.fetch('/media/t1/videos/other.mp4')).toBeUndefined()
  })

  test('resumes after a broken connection without downloading anything twice', async () => {
    phone.server.breaksAfter = PART_BYTES * 2 + 20_000
    await phone.save()
    const before = phone.server.sent
    expect(phone.downloader.progress().get('amina_video-1')?.state).toBe('waiting')
    phone.server.breaksAfter = Infinity
    await phone.downloader.resume(phone.only())
    expect(await readBytes(await phone.fetch(downloadedFileUrl(VIDEO_FILE)))).toEqual(videoBytes)
    expect(phone.server.sent - before).toBe(videoBytes.length - PART_BYTES * 2)
  })

  test('resumes with a new link if the old one has expired', async () => {
    phone.server.breaksAfter = PART_BYTES
    await phone.save()
    phone.server.breaksAfter = Infinity
    phone.server.tokens = new Set(['t2'])
    phone.current = withToken('t2')
    await phone.downloader.resume(phone.only())
    expect(await readBytes(await phone.fetch(downloadedFileUrl(VIDEO_FILE)))).toEqual(videoBytes)
  })

  test('requests new links once if those of the page have expired, then fails', async () => {
    phone.server.tokens = new Set(['t2'])
    await phone.downloader.save('amina', video, requireSource(video))
    expect(phone.downloader.progress().get('amina_video-1')?.state).toBe('failed')
    phone.current = withToken('t2')
    await phone.downloader.save('amina', video, requireSource(video))
    expect(phone.only().downloadedAt).not.toBeNull()
  })

  test('reports a full phone, and is not complete', async () => {
    await phone.caches.open(DOWNLOADS_CACHE)
    phone.caches.fill(DOWNLOADS_CACHE)
    await phone.save()
    expect(phone.downloader.progress().get('amina_video-1')?.state).toBe('no-room')
    expect(phone.only().downloadedAt).toBeNull()
  })

  test('can be paused, and stops when another student has logged in', async () => {
    const stop = phone.downloader.subscribe(() => {
      const received = phone.downloader.progress().get('amina_video-1')?.received ?? 0
      if (received > PART_BYTES) phone.downloader.pause(phone.only())
    })
    await phone.save()
    stop()
    expect(phone.downloader.progress().size).toBe(0)
    expect(phone.only()).toMatchObject({ downloadedAt: null })
    expect(phone.only().received).toBeGreaterThan(PART_BYTES)
    phone.student = 'bola'
    const before = phone.server.sent
    await phone.downloader.resume(phone.only())
    expect(phone.only().downloadedAt).toBeNull()
    expect(phone.server.sent).toBeLessThan(before + videoBytes.length)
  })
})

describe('deleting a download', () => {
  test('leaves nothing of it on the phone', async () => {
    await phone.save()
    await phone.downloader.remove(phone.only())
    expect(phone.store.all()).toEqual([])
    expect(phone.caches.urls(DOWNLOADS_CACHE)).toEqual([])
    expect(await phone.fetch(downloadedFileUrl(VIDEO_FILE))).toBeUndefined()
  })

  test('keeps files that the download of another student needs', async () => {
    await phone.save()
    phone.student = 'bola'
    await phone.save()
    const [amina] = filterByStudent(phone.store.all(), 'amina')
    if (!amina) throw new Error('Amina has no download.')
    await phone.downloader.remove(amina)
    expect(filterByStudent(phone.store.all(), 'amina')).toEqual([])
    expect(filterByStudent(phone.store.all(), 'bola')).toHaveLength(1)
    expect(await readBytes(await phone.fetch(downloadedFileUrl(VIDEO_FILE)))).toEqual(videoBytes)
  })

  test('is due for videos that are locked now or gone from the list, and for no others', async () => {
    await phone.save()
    const downloads = phone.store.all()
    expect(findRevokedDownloads(downloads, [video])).toEqual([])
    expect(findRevokedDownloads(downloads, [{ ...video, isLocked: true }])).toEqual(downloads)
    expect(findRevokedDownloads(downloads, [{ ...video, _id: 'other' }])).toEqual(downloads)
  })
})

describe('a downloaded video', () => {
  test('has no link that expires, and its one rendition plays whichever quality was chosen', async () => {
    await phone.save()
    const shown = toDownloadedVideo(phone.only())
    expect(JSON.stringify(shown)).not.toContain('/media/t1/')
    expect(shown.streamUrl).toBeUndefined()
    expect(shown).toMatchObject({
      title: 'The Lantern',
      videoUrl: downloadedFileUrl(VIDEO_FILE),
      posterUrl: downloadedFileUrl('posters/u-1.webp'),
    })
    expect(shown.renditions).toMatchObject([{ quality: 'saver', fileUrl: downloadedFileUrl(VIDEO_FILE) }])
  })

  test('has its captions in every language on the phone; those that came later, or that an older download lacks, have links', async () => {
    await phone.save()
    const onPhone = { language: 'ha', url: downloadedFileUrl('subtitles/u-2.vtt') }
    const later = { language: 'ig' as const, url: '/media/t2/subtitles/u-3.vtt' }
    const current = { ...video, otherCaptions: [...(video.otherCaptions ?? []), later] }
    const download = phone.only()
    expect(toDownloadedVideo(download)).toMatchObject({
      captionsUrl: downloadedFileUrl('captions/u-1.vtt'),
      otherCaptions: [onPhone],
    })
    expect(toDownloadedVideo(download, current).otherCaptions).toEqual([onPhone, later])
    const { captions_ha: _added, ...oldFiles } = download.files
    expect(toDownloadedVideo({ ...download, files: oldFiles }).otherCaptions).toEqual([])
    expect(toDownloadedVideo({ ...download, files: oldFiles }, current).otherCaptions).toEqual(current.otherCaptions)
  })

  test('cannot be made from a locked video, and is the uploaded file if there is no stream', () => {
    expect(findDownloadSource({ ...video, isLocked: true }, video.renditions[0])).toBeUndefined()
    expect(findDownloadSource({ ...video, renditions: [] }, undefined)).toMatchObject({
      quality: null,
      bytes: 9_000_000,
    })
  })

  test('is read from records of earlier versions, and stored under the same names', async () => {
    await phone.save()
    const [key = ''] = listKeys(phone.storage)
    const record = JSON.parse(phone.storage.getItem(key) ?? '')
    expect(record).toMatchObject({ keptAt: '2026-02-03T10:00:00.000Z', files: { film: VIDEO_FILE } })
    const { transcript: _none, values: _values, series: _series, isBookmarked: _bookmark, ...oldVideo } = record.video
    phone.storage.setItem(key, JSON.stringify({ ...record, video: { ...oldVideo, story: 'All of the tale.' } }))
    phone.store.reload()
    expect(phone.only().video).toMatchObject({
      transcript: 'All of the tale.',
      values: [],
      series: null,
      isBookmarked: false,
    })
  })
})
