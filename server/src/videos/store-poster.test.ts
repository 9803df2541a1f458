// The files of a poster: the sizes for pages, and the picture for links in chats at an address that never expires.
import { randomBytes, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import * as adminContract from '@baobab/contract/videos/admin.ts'
import { posterSrcSet } from '@baobab/contract/videos/rules.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { makeAdmin, makeVideo } from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { listStoredFiles, makeStoredVideo } from '../../test/videos.ts'
import { waitFor } from '../../test/wait-for.ts'
import { startVideoJobs } from './jobs.ts'
import { listPosterKeys } from './poster-files.ts'
import { remakePoster } from './store-poster.ts'
import { sweepOrphanedFiles } from './stored-files.ts'
import { videos } from './tables.ts'

const t = await openTestApp({ RATE_LIMIT_FACTOR: '0' })
const admin = await makeAdmin(t)

/** A picture that no encoder makes small. */
const noise = async (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer()

/** A picture of one colour, which is encoded quickly. */
const plain = async (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#84cc16' } })
    .jpeg()
    .toBuffer()

async function setPoster(id: string, picture: Buffer) {
  const body = new FormData()
  body.set('poster', new Blob([new Uint8Array(picture)]), 'poster.jpg')
  return (await t.as(admin.token)(adminContract.setPoster, { params: { id }, body })).video
}

const readPicture = (id: string, headers: Record<string, string> = {}) =>
  t.http.inject({ url: `/og/${id}.jpg`, headers })
const readRow = async (id: string) => (await t.app.db.select().from(videos).where(eq(videos.id, id)))[0]

async function storePicture(key: string, picture: Buffer | string) {
  const path = await t.app.files.temporaryPath()
  await writeFile(path, picture)
  await t.app.files.put(key, path)
}

function failNoFile(key: string): never {
  throw new Error(`There is no file ${key}.`)
}

describe('a poster', () => {
  it('is served in the sizes in which it is shown, by links that differ in the name only', async () => {
    const { _id } = await makeStoredVideo(t)
    const { posterUrl } = await setPoster(_id, await plain(1_600, 900))
    const candidates = (posterSrcSet(posterUrl ?? '', 'player') ?? '').split(', ').map((one) => one.split(' '))
    expect(candidates.map(([, width]) => width)).toEqual(['320w', '640w', '1280w'])
    for (const [url = '', width = ''] of candidates) {
      const reply = await t.http.inject(url)
      expect(reply).toMatchObject({ statusCode: 200, headers: { 'content-type': 'image/webp' } })
      const size = await sharp(reply.rawPayload).metadata()
      expect(size).toMatchObject({ width: Number.parseInt(width), height: (Number.parseInt(width) * 9) / 16 })
    }
  })

  it('that is small is not enlarged for pages', async () => {
    const { _id } = await makeStoredVideo(t)
    const { posterUrl } = await setPoster(_id, await plain(400, 225))
    const [, card = ''] = (posterSrcSet(posterUrl ?? '', 'card') ?? '').split(', ')
    expect(card).toMatch(/ 640w$/)
    const reply = await t.http.inject(card.replace(' 640w', ''))
    expect((await sharp(reply.rawPayload).metadata()).width).toBe(400)
  })

  it('of a portrait video is whole in every size, and in the picture for links', async () => {
    const { _id } = await makeStoredVideo(t)
    // Red above, blue below: a crop to 16:9 would lose both ends.
    const half = async (background: string) =>
      sharp({ create: { width: 900, height: 800, channels: 3, background } })
        .png()
        .toBuffer()
    const picture = await sharp({ create: { width: 900, height: 1_600, channels: 3, background: '#fff' } })
      .composite([
        { input: await half('#ff0000'), top: 0, left: 0 },
        { input: await half('#0000ff'), top: 800, left: 0 },
      ])
      .jpeg()
      .toBuffer()
    const { posterUrl } = await setPoster(_id, picture)
    const urls = (posterSrcSet(posterUrl ?? '', 'player') ?? '').split(', ').map((one) => one.split(' ')[0] ?? '')
    for (const url of urls) {
      const made = sharp((await t.http.inject(url)).rawPayload)
      const { width, height } = await made.metadata()
      expect(width / height).toBeCloseTo(9 / 16, 1)
      const { data, info } = await made.raw().toBuffer({ resolveWithObject: true })
      const pixel = (y: number) => [...data.subarray((y * info.width + 5) * info.channels).subarray(0, 3)]
      const [top, bottom] = [pixel(2), pixel(height - 3)]
      expect(top[0]).toBeGreaterThan(200)
      expect(bottom[2]).toBeGreaterThan(200)
    }
    const shared = sharp((await readPicture(_id)).rawPayload)
    const { data, info } = await shared.raw().toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width: 1_200, height: 630 })
    const middle = (y: number) => [...data.subarray((y * 1_200 + 600) * info.channels).subarray(0, 3)]
    expect(middle(4)[0]).toBeGreaterThan(200)
    expect(middle(625)[2]).toBeGreaterThan(200)
  })

  it('of a portrait video, whose sizes an earlier version has cropped, is whole again after Process again', async () => {
    const { _id } = await makeStoredVideo(t)
    await setPoster(_id, await plain(450, 800))
    const poster = (await readRow(_id))?.poster ?? ''
    const [, , small = ''] = listPosterKeys(poster)
    const shapeOf = async (key: string) => {
      const { width, height } = await sharp(await buffer((await t.app.files.read(key)) ?? failNoFile(key))).metadata()
      return width < height ? 'portrait' : 'landscape'
    }
    await storePicture(
      small,
      await sharp(await plain(640, 360))
        .webp()
        .toBuffer(),
    )
    expect(await shapeOf(small)).toBe('landscape')
    const before = await listStoredFiles(t)
    await t.as(admin.token)(adminContract.reprocessVideo, { params: { id: _id } })
    await waitFor(async () => expect((await readRow(_id))?.poster).not.toBe(poster))
    const made = (await readRow(_id))?.poster ?? ''
    for (const key of listPosterKeys(made).filter((key) => key.endsWith('.webp')))
      expect(await shapeOf(key)).toBe('portrait')
    await waitFor(async () => expect(await listStoredFiles(t)).toHaveLength(before.length))
    expect(await listStoredFiles(t)).not.toContain(poster)
  })

  it('leaves no file behind when it is replaced or its video is deleted', async () => {
    const before = await listStoredFiles(t)
    const { _id } = await makeStoredVideo(t)
    await setPoster(_id, await plain(640, 360))
    await setPoster(_id, await plain(640, 360))
    await waitFor(async () => expect(await listStoredFiles(t)).toHaveLength(before.length + 5))
    expect(await sweepOrphanedFiles(t.app)).toBe(0)
    await t.as(admin.token)(adminContract.deleteVideo, { params: { id: _id } })
    await waitFor(async () => expect(await listStoredFiles(t)).toEqual(before))
  })
})

describe('the picture for links', () => {
  it('is a JPEG of 1200 x 630 under 100 KB, also of a premium video, for everybody and for a day', async () => {
    const { _id } = await makeStoredVideo(t, { access: 'premium' })
    await setPoster(_id, await noise(1_600, 900))
    const reply = await readPicture(_id)
    expect(reply).toMatchObject({
      statusCode: 200,
      headers: {
        'content-type': 'image/jpeg',
        'cache-control': 'public, max-age=86400',
        'cross-origin-resource-policy': 'cross-origin',
      },
    })
    expect(reply.rawPayload.length).toBeLessThan(100_000)
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1_200, height: 630 })
    const etag = String(reply.headers.etag)
    expect((await readPicture(_id, { 'if-none-match': etag })).statusCode).toBe(304)
    await setPoster(_id, await plain(640, 360))
    expect((await readPicture(_id, { 'if-none-match': etag })).statusCode).toBe(200)
  })

  it('has an address that does not expire', async () => {
    const { _id } = await makeStoredVideo(t)
    await setPoster(_id, await plain(640, 360))
    t.app.clock.advance(400 * 86_400_000)
    expect((await readPicture(_id)).statusCode).toBe(200)
    t.app.clock.advance(-400 * 86_400_000)
  })

  it('is missing for unknown, deleted and failed videos, and for those without a poster', async () => {
    const { _id } = await makeStoredVideo(t)
    for (const id of [randomUUID(), 'no-such-video', '..%2f..%2fx', _id]) {
      const reply = await readPicture(id)
      expect(reply).toMatchObject({ statusCode: 404, headers: { 'cache-control': 'no-store' } })
    }
    await setPoster(_id, await plain(640, 360))
    expect((await readPicture(_id)).statusCode).toBe(200)
    await t.app.db.update(videos).set({ state: 'failed' }).where(eq(videos.id, _id))
    expect((await readPicture(_id)).statusCode).toBe(404)
    await t.app.db.update(videos).set({ state: 'ready' }).where(eq(videos.id, _id))
    await t.as(admin.token)(adminContract.deleteVideo, { params: { id: _id } })
    expect((await readPicture(_id)).statusCode).toBe(404)
  })
})

describe('a poster that was stored as a single picture', () => {
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 180"><rect width="320" height="180"/></svg>'
  const startServer = () => startVideoJobs(t.app)

  it('is shown as it is, and gets its sizes when a server starts', async () => {
    const [photo, drawn] = [`posters/${randomUUID()}.webp`, `posters/${randomUUID()}.svg`]
    await storePicture(
      photo,
      await sharp(await plain(1_280, 720))
        .webp()
        .toBuffer(),
    )
    await storePicture(drawn, drawing)
    const ids = [(await makeVideo(t, { poster: photo })).id, (await makeVideo(t, { poster: drawn })).id]
    const before = (await t.as()(listVideos, {})).filter(({ _id }) => ids.includes(_id))
    for (const { posterUrl } of before) expect((await t.http.inject(posterUrl ?? '')).statusCode).toBe(200)
    for (const id of ids) expect((await readPicture(id)).statusCode).toBe(404)
    await startServer()
    for (const id of ids) await waitFor(async () => expect((await readPicture(id)).statusCode).toBe(200))
    const keys = await Promise.all(ids.map(async (id) => listPosterKeys((await readRow(id))?.poster ?? '')))
    expect(keys.map(({ length }) => length)).toEqual([4, 2])
    const stored = await listStoredFiles(t)
    for (const key of keys.flat()) expect(stored).toContain(key)
    await waitFor(async () => expect(await listStoredFiles(t)).not.toContain(drawn))
    expect(await listStoredFiles(t)).not.toContain(photo)
  })

  it('stays as it is if it was replaced meanwhile or its file is lost', async () => {
    const [old, now] = [`posters/${randomUUID()}.svg`, `posters/${randomUUID()}.svg`]
    const { id } = await makeVideo(t, { poster: now })
    const before = await listStoredFiles(t)
    await remakePoster(t.app, { videoId: id, poster: now })
    await storePicture(old, drawing)
    await remakePoster(t.app, { videoId: id, poster: old })
    expect((await readRow(id))?.poster).toBe(now)
    expect(await listStoredFiles(t)).toEqual([...before, old].toSorted())
  })
})
