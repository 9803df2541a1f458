import { randomBytes } from 'node:crypto'
import type { Video } from '@baobab/contract/videos.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { serveDownload } from '../../../sw/serve-download.ts'
import { fakeCaches } from '../../offline/fake-cache.ts'
import { createDownloader } from './downloader.ts'
import { DOWNLOADS_CACHE, downloadedFileUrl, PART_BYTES } from '../../offline/downloaded-files.ts'
import { createDownloadStore, filterByStudent, type Download } from './download-store.ts'
import { findRevokedDownloads, findDownloadSource, toDownloadedVideo } from './downloaded-video.ts'

const film = new Uint8Array(randomBytes(PART_BYTES * 3 + 1_000))
const FILM = 'streams/u-1/240p.mp4'
const video: Video = {
  _id: 'video-1',
  title: 'The Lantern',
  description: 'A light that nobody owns.',
  access: 'free',
  isLocked: false,
  videoUrl: '/media/t1/videos/u-1.mp4',
  streamUrl: '/media/t1/streams/u-1/master.m3u8',
  renditions: [
    {
      quality: 'standard',
      height: 480,
      bytes: film.length,
      playlistUrl: '/media/t1/streams/u-1/240p.m3u8',
      fileUrl: `/media/t1/${FILM}`,
    },
  ],
  transcript: '',
  posterUrl: '/media/t1/posters/u-1.webp',
  captionsUrl: '/media/t1/captions/u-1.vtt',
  durationSeconds: 60,
  sizeBytes: 9_000_000,
  questionCounts: { '5-10': 0, '11-20': 5 },
  isWatched: false,
  positionSeconds: null,
  seenAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
}

/** A server of stored files: it knows which tokens live, counts what it sends, and can break off. */
function fakeServer() {
  const files = new Map<string, Uint8Array>([
    [FILM, film],
    ['streams/u-1/240p.m3u8', new TextEncoder().encode('#EXTM3U')],
    ['posters/u-1.webp', new TextEncoder().encode('poster')],
    ['captions/u-1.vtt', new TextEncoder().encode('WEBVTT')],
  ])
  const server = {
    tokens: new Set(['t1']),
    sent: 0,
    /** Bytes of the film after which the line breaks. */
    breaksAfter: Infinity,
    fetch: async (input: string | URL | Request, init: RequestInit = {}) => {
      const [, , token = '', ...rest] = (typeof input === 'string' ? input : '').split('/')
      const bytes = files.get(rest.join('/'))
      if (!server.tokens.has(token) || !bytes) return new Response(null, { status: 403 })
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
  return {
    get length() {
      return values.size
    },
    key: (at: number) => [...values.keys()][at] ?? null,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

function aPhone() {
  const server = fakeServer()
  const store = fakeCaches()
  const list = createDownloadStore(fakeStorage())
  const life = { student: 'amina', today: video, kept: 0 }
  const phone = Object.assign(life, {
    server,
    store,
    list,
    keeper: createDownloader({
      list,
      store,
      refreshSource: async () => findDownloadSource(life.today, life.today.renditions[0]),
      currentStudentId: () => life.student,
      now: () => '2026-02-03T10:00:00.000Z',
      onDownloaded: () => (life.kept += 1),
      fetch: server.fetch,
    }),
    save: (): Promise<void> => phone.keeper.save(life.student, life.today, offer(life.today)),
    only: (): Download => {
      const [one, ...more] = list.all()
      if (!one || more.length > 0) throw new Error('There is not exactly one film.')
      return one
    },
    /** What the service worker answers. */
    ask: (link: string, range?: string) =>
      serveDownload(
        new Request(`https://baobab.example${link}`, range ? { headers: { range } } : {}),
        store as unknown as CacheStorage,
      ),
  })
  return phone
}

function offer(of: Video) {
  const made = findDownloadSource(of, of.renditions[0])
  if (!made) throw new Error('Nothing to keep')
  return made
}
const withToken = (token: string): Video =>
  JSON.parse(JSON.stringify(video).replaceAll('/media/t1/', `/media/${token}/`))
const bytesOf = async (response: Response | undefined) => new Uint8Array((await response?.arrayBuffer()) ?? [])

let phone: ReturnType<typeof aPhone>
beforeEach(() => {
  phone = aPhone()
})

describe('keeping a film', () => {
  test('brings film, playlist, captions and poster, and they answer under any token', async () => {
    await phone.save()
    expect(phone.only()).toMatchObject({
      quality: 'standard',
      received: film.length,
      downloadedAt: '2026-02-03T10:00:00.000Z',
    })
    expect(phone.kept).toBe(1)
    for (const token of ['t1', 'kept', 'of-another-day'])
      expect(await bytesOf(await phone.ask(`/media/${token}/${FILM}`))).toEqual(film)
    expect(await (await phone.ask('/media/x/streams/u-1/240p.m3u8'))?.text()).toBe('#EXTM3U')
    expect(await (await phone.ask('/media/x/captions/u-1.vtt'))?.text()).toBe('WEBVTT')
  })

  test('answers ranges as a server does, over the seams of its parts too', async () => {
    await phone.save()
    const [start, end] = [PART_BYTES - 5, PART_BYTES * 2 + 7]
    const reply = await phone.ask(downloadedFileUrl(FILM), `bytes=${start}-${end}`)
    expect(reply?.status).toBe(206)
    expect(reply?.headers.get('content-range')).toBe(`bytes ${start}-${end}/${film.length}`)
    expect(reply?.headers.get('content-length')).toBe(String(end - start + 1))
    expect(await bytesOf(reply)).toEqual(film.slice(start, end + 1))
    expect((await phone.ask(downloadedFileUrl(FILM), `bytes=${film.length}-`))?.status).toBe(416)
    expect(await bytesOf(await phone.ask(downloadedFileUrl(FILM), 'bytes=-10'))).toEqual(film.slice(-10))
  })

  test('plays nothing that is not here whole, and nothing that was never kept', async () => {
    phone.server.breaksAfter = PART_BYTES * 2
    await phone.save()
    expect(phone.only().downloadedAt).toBeNull()
    expect(await phone.ask(downloadedFileUrl(FILM))).toBeUndefined()
    expect(await phone.ask('/media/t1/videos/other.mp4')).toBeUndefined()
  })

  test('goes on after a break without paying twice for what had arrived', async () => {
    phone.server.breaksAfter = PART_BYTES * 2 + 20_000
    await phone.save()
    const before = phone.server.sent
    expect(phone.keeper.savings().get('amina_video-1')?.state).toBe('waiting')
    phone.server.breaksAfter = Infinity
    await phone.keeper.resume(phone.only())
    expect(await bytesOf(await phone.ask(downloadedFileUrl(FILM)))).toEqual(film)
    expect(phone.server.sent - before).toBe(film.length - PART_BYTES * 2)
  })

  test('goes on with a new link where the old one has run out', async () => {
    phone.server.breaksAfter = PART_BYTES
    await phone.save()
    phone.server.breaksAfter = Infinity
    phone.server.tokens = new Set(['t2'])
    phone.today = withToken('t2')
    await phone.keeper.resume(phone.only())
    expect(await bytesOf(await phone.ask(downloadedFileUrl(FILM)))).toEqual(film)
  })

  test('asks once for new links when those of the page are dead, and then says that it failed', async () => {
    phone.server.tokens = new Set(['t2'])
    await phone.keeper.save('amina', video, offer(video))
    expect(phone.keeper.savings().get('amina_video-1')?.state).toBe('failed')
    phone.today = withToken('t2')
    await phone.keeper.save('amina', video, offer(video))
    expect(phone.only().downloadedAt).not.toBeNull()
  })

  test('says so where the phone is full, and plays nothing', async () => {
    await phone.store.open(DOWNLOADS_CACHE)
    phone.store.fill(DOWNLOADS_CACHE)
    await phone.save()
    expect(phone.keeper.savings().get('amina_video-1')?.state).toBe('no-room')
    expect(phone.only().downloadedAt).toBeNull()
  })

  test('pauses where it is, and stops when another student has come', async () => {
    const stop = phone.keeper.subscribe(() => {
      const received = phone.keeper.savings().get('amina_video-1')?.received ?? 0
      if (received > PART_BYTES) phone.keeper.pause(phone.only())
    })
    await phone.save()
    stop()
    expect(phone.keeper.savings().size).toBe(0)
    expect(phone.only()).toMatchObject({ downloadedAt: null })
    expect(phone.only().received).toBeGreaterThan(PART_BYTES)
    phone.student = 'bola'
    const before = phone.server.sent
    await phone.keeper.resume(phone.only())
    expect(phone.only().downloadedAt).toBeNull()
    expect(phone.server.sent).toBeLessThan(before + film.length)
  })
})

describe('taking a film off the phone', () => {
  test('leaves nothing of it', async () => {
    await phone.save()
    await phone.keeper.drop(phone.only())
    expect(phone.list.all()).toEqual([])
    expect(phone.store.urls(DOWNLOADS_CACHE)).toEqual([])
    expect(await phone.ask(downloadedFileUrl(FILM))).toBeUndefined()
  })

  test('leaves the files to another student who keeps the same film', async () => {
    await phone.save()
    phone.student = 'bola'
    await phone.save()
    const [amina] = filterByStudent(phone.list.all(), 'amina')
    if (!amina) throw new Error('Amina keeps nothing.')
    await phone.keeper.drop(amina)
    expect(filterByStudent(phone.list.all(), 'amina')).toEqual([])
    expect(filterByStudent(phone.list.all(), 'bola')).toHaveLength(1)
    expect(await bytesOf(await phone.ask(downloadedFileUrl(FILM)))).toEqual(film)
  })

  test('is due for what is locked now and for what is gone from the list, and for nothing else', async () => {
    await phone.save()
    const films = phone.list.all()
    expect(findRevokedDownloads(films, [video])).toEqual([])
    expect(findRevokedDownloads(films, [{ ...video, isLocked: true }])).toEqual(films)
    expect(findRevokedDownloads(films, [{ ...video, _id: 'other' }])).toEqual(films)
  })
})

describe('a kept film as the pages see it', () => {
  test('has no link that runs out, and its one rendition plays whatever quality was chosen', async () => {
    await phone.save()
    const shown = toDownloadedVideo(phone.only())
    expect(JSON.stringify(shown)).not.toContain('/media/t1/')
    expect(shown.streamUrl).toBeUndefined()
    expect(shown).toMatchObject({
      title: 'The Lantern',
      videoUrl: downloadedFileUrl(FILM),
      posterUrl: downloadedFileUrl('posters/u-1.webp'),
    })
    expect(shown.renditions).toMatchObject([{ quality: 'saver', fileUrl: downloadedFileUrl(FILM) }])
  })

  test('is not offered of a locked video, and is the uploaded file where there is no stream', () => {
    expect(findDownloadSource({ ...video, isLocked: true }, video.renditions[0])).toBeUndefined()
    expect(findDownloadSource({ ...video, renditions: [] }, undefined)).toMatchObject({
      quality: null,
      bytes: 9_000_000,
    })
  })
})
