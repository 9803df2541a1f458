// With an object store: the server decides who may watch, the object store sends the bytes.
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as accounts from '@baobab/contract/accounts/endpoints.ts'
import * as adminContract from '@baobab/contract/videos/admin.ts'
import * as contract from '@baobab/contract/videos/endpoints.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { videoBytes, makeUploadedVideo, videoForm } from '../../../test/videos.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { makeAdmin, makePaidStudent, makeStudent, unique, type MadeAdmin } from '../../../test/factories.ts'
import { startObjectStore, type ObjectStore } from '../../../test/object-store/start.ts'
import { storeFile } from '../../../test/store-file.ts'
import { sweepOrphanedFiles } from '../stored-files.ts'
import { videos } from '../tables.ts'
import { waitFor } from '../../../test/wait-for.ts'

let store: ObjectStore
let t: TestApp
let admin: MadeAdmin
beforeAll(async () => {
  store = await startObjectStore()
  t = await startTestApp(store.settings)
  admin = await makeAdmin(t)
})
afterAll(async () => {
  await t?.close()
  await store?.close()
})

const whole = Buffer.from(videoBytes())
const ask = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  t.http.inject({ method, url, headers })
/** Returns the URL to which a link redirects. */
async function followLink(link: string): Promise<string> {
  const reply = await ask(link)
  expect(reply.statusCode).toBe(302)
  return String(reply.headers.location)
}
const fileOf = async (id: string) => (await t.app.db.select().from(videos).where(eq(videos.id, id)))[0]?.file ?? ''
const linkFor = async (token: string, id: string) =>
  (await t.as(token)(contract.listVideos, {})).find((video) => video._id === id)?.videoUrl ?? ''

describe('a video on the object store', () => {
  it('is uploaded, played in ranges and deleted, and never stored on this machine', async () => {
    const { _id: id } = await makeUploadedVideo(t, admin.token)
    const student = await makeStudent(t)
    const file = await fileOf(id)
    expect(await t.app.files.size(file)).toBe(whole.length)
    expect(existsSync(join(t.app.config.filesDir, file))).toBe(false)
    // The temporary file is removed after the reply.
    await waitFor(() => expect(readdirSync(join(t.app.config.filesDir, 'tmp'))).toEqual([]))
    const storeUrl = await followLink(await linkFor(student.token, id))
    expect(new URL(storeUrl).origin).toBe(store.endpoint)
    const part = await fetch(storeUrl, { headers: { range: 'bytes=100-299' } })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-type')).toBe('video/mp4')
    expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(100, 300))).toBe(true)
    expect(Buffer.from(await (await fetch(storeUrl)).arrayBuffer()).equals(whole)).toBe(true)
    await t.as(admin.token)(adminContract.deleteVideo, { params: { id } })
    expect(await t.app.files.size(file)).toBeUndefined()
    expect((await fetch(storeUrl)).status).toBe(404)
  })

  it('is fetched by a link of ten minutes, and the redirect is cached privately for at most five', async () => {
    const link = await storeFile(t, `videos/${randomUUID()}.mp4`, whole)
    const reply = await ask(link)
    expect(new URL(String(reply.headers.location)).searchParams.get('X-Amz-Expires')).toBe('600')
    expect(reply.headers['cache-control']).toBe('private, max-age=300')
    const expires = Number.parseInt(link.split('/')[2]?.split('~')[0] ?? '', 36) * 1_000
    const untilLast = expires - t.app.clock.now().getTime() - 60_000
    t.app.clock.advance(untilLast)
    const [, left] = /^private, max-age=(\d+)$/.exec(String((await ask(link)).headers['cache-control'])) ?? []
    t.app.clock.advance(-untilLast)
    expect(Number(left)).toBeGreaterThan(30)
    expect(Number(left)).toBeLessThanOrEqual(60)
  })

  it('has its size in the reply to HEAD, although links to the store are signed for GET only', async () => {
    const reply = await ask(await storeFile(t, `videos/${randomUUID()}.mp4`, whole), {}, 'HEAD')
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({ 'content-length': String(whole.length), 'content-type': 'video/mp4' })
  })

  it('leaves nothing behind if the upload is not a video', async () => {
    const before = await t.app.files.list('videos')
    const body = videoForm({ title: `Video ${unique()}` }, new TextEncoder().encode('not a video'))
    await expect(t.as(admin.token)(adminContract.uploadVideo, { body })).rejects.toMatchObject({ status: 422 })
    expect(await t.app.files.list('videos')).toEqual(before)
    // The temporary file is removed after the reply.
    await waitFor(() => expect(readdirSync(join(t.app.config.filesDir, 'tmp'))).toEqual([]))
  })
})

describe('a premium video on the object store', () => {
  it('U-20 opens to students who paid while their session lasts, and in no other way', async () => {
    const { _id: id } = await makeUploadedVideo(t, admin.token, { access: 'premium' })
    const [paid, unpaid] = [await makePaidStudent(t), await makeStudent(t)]
    expect(await linkFor(unpaid.token, id)).toBe('')
    const link = await linkFor(paid.token, id)
    const storeUrl = await followLink(link)
    expect((await fetch(storeUrl)).status).toBe(200)
    // A missing signature, the signature of another file and a changed expiry are refused.
    const other = await followLink(await storeFile(t, `videos/${randomUUID()}.mp4`, 'free'))
    expect((await fetch(storeUrl.split('?')[0] ?? '')).status).toBe(403)
    expect((await fetch(`${storeUrl.split('?')[0]}?${other.split('?')[1]}`)).status).toBe(403)
    expect((await fetch(storeUrl.replace(/X-Amz-Expires=600/, 'X-Amz-Expires=6000'))).status).toBe(403)
    await t.as(paid.token)(accounts.logOutStudent, {})
    for (const method of ['GET', 'HEAD'] as const) {
      const late = await ask(link, {}, method)
      expect(late.statusCode).toBe(403)
      expect(late.headers.location).toBeUndefined()
    }
  })
})

describe('the other files of a video on the object store', () => {
  it('a playlist is sent by the server, so that it links to the server, which redirects to the store', async () => {
    const folder = `streams/${randomUUID()}`
    const playlist = '#EXTM3U\n#EXT-X-MAP:URI="240p.mp4",BYTERANGE="800@0"\n240p.mp4\n'
    const link = await storeFile(t, `${folder}/240p.m3u8`, playlist)
    await storeFile(t, `${folder}/240p.mp4`, whole)
    const reply = await ask(link)
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toBe(playlist)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/vnd.apple.mpegurl',
      etag: `"${folder.replace('/', '-')}-240p.m3u8"`,
      'content-disposition': `inline; filename="${folder.replace('/', '-')}-240p.m3u8"`,
    })
    const storeUrl = await followLink(new URL('240p.mp4', `http://localhost${link}`).pathname)
    const part = await fetch(storeUrl, { headers: { range: 'bytes=0-799' } })
    expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(0, 800))).toBe(true)
    expect((await ask(link.replace(folder, `streams/${randomUUID()}`))).statusCode).toBe(403)
  })

  it('captions are sent by the server, because browsers refuse them from another origin', async () => {
    const reply = await ask(await storeFile(t, `captions/${randomUUID()}.vtt`, 'WEBVTT\n'))
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toBe('WEBVTT\n')
  })

  it('files without a row are removed', async () => {
    await sweepOrphanedFiles(t.app)
    const key = `videos/${randomUUID()}.mp4`
    await storeFile(t, key, 'left by a crash')
    expect(await sweepOrphanedFiles(t.app)).toBe(1)
    expect(await t.app.files.size(key)).toBeUndefined()
  })
})
