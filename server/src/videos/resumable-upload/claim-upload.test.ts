import { UPLOADS_PATH } from '@baobab/contract/videos-admin.ts'
import * as contract from '@baobab/contract/videos-admin.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusal } from '../../../test/refusal.ts'
import { videoBytes, listStoredFiles, makeUploadedVideo, videoForm } from '../../../test/videos.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { makeAdmin, makeAnotherAdmin, makeVideo, unique, type MadeAdmin } from '../../../test/factories.ts'
import { begin, offsetOf, send, sendWhole } from '../../../test/tus.ts'
import { resumableUploads, videos } from '../tables.ts'
import { withArrivedFile } from './claim-upload.ts'
import { findPendingUpload } from './upload-store.ts'

let t: TestApp
let admin: MadeAdmin
beforeAll(async () => {
  t = await startTestApp({ RATE_LIMIT_FACTOR: '0' })
  admin = await makeAdmin(t)
})
afterAll(() => t.close())

const whole = (bytes: Uint8Array = videoBytes()) => sendWhole(t, admin.token, bytes)
const upload = (id: string, title = `Sent ${unique()}`, token = admin.token) =>
  t.as(token)(contract.uploadVideo, { body: { title, upload: id } })
const isLeft = async (id: string) => (await findPendingUpload(t.app.db, admin.id, id)) !== undefined
const ofUploads = async () => (await listStoredFiles(t)).filter((file) => /^(uploads|tmp)\//.test(file))
const gone = {
  status: 400,
  errors: [{ path: 'upload', message: 'This upload is no longer available. Please choose the file again.' }],
}

describe('a film that was sent by a resumable upload', () => {
  it('is stored as one of the form is, and the upload is spent', async () => {
    const id = await whole()
    const { video } = await upload(id)
    const [row] = await t.app.db.select().from(videos).where(eq(videos.id, video._id))
    const hash = await crypto.subtle.digest('SHA-256', videoBytes())
    expect(row).toMatchObject({ sizeBytes: videoBytes().length, sha256: Buffer.from(hash).toString('hex') })
    const reply = await t.http.inject(video.videoUrl ?? '')
    expect(reply.rawPayload.equals(Buffer.from(videoBytes()))).toBe(true)
    expect(await isLeft(id)).toBe(false)
    expect(await ofUploads()).toEqual([])
  })

  it('is answered again as it was, where its reply was lost and the form comes again', async () => {
    const [id, title] = [await whole(), `Lost ${unique()}`]
    const { video } = await upload(id, title)
    const before = await t.app.db.$count(videos)
    expect((await upload(id, title)).video._id).toBe(video._id)
    expect(await t.app.db.$count(videos)).toBe(before)
    expect(await refusal(upload(id, title, (await makeAnotherAdmin(t, admin)).token))).toMatchObject({ status: 409 })
    const again = { params: { id: video._id }, body: { title, description: 'Anew.', upload: await whole() } }
    await t.as(admin.token)(contract.updateVideo, again)
    const changed = await t.as(admin.token)(contract.updateVideo, again)
    expect(changed.video).toMatchObject({ _id: video._id, description: 'Anew.' })
  })

  it('is remade where it must be, without touching what was sent', async () => {
    const { video } = await upload(await whole(videoBytes('film.mkv')))
    const reply = await t.http.inject(video.videoUrl ?? '')
    expect(reply.headers['content-type']).toBe('video/mp4')
    expect(await ofUploads()).toEqual([])
  })

  it('takes the place of another, whose file goes', async () => {
    const old = await makeUploadedVideo(t, admin.token)
    const before = (await listStoredFiles(t)).filter((file) => file.startsWith('videos/'))
    const body = { title: old.title, description: 'Anew.', upload: await whole(videoBytes('index-behind.mp4')) }
    const { video } = await t.as(admin.token)(contract.updateVideo, { params: { id: old._id }, body })
    expect(video).toMatchObject({ _id: old._id, description: 'Anew.' })
    expect((await t.http.inject(old.videoUrl ?? '')).statusCode).toBe(404)
    expect((await t.http.inject(video.videoUrl ?? '')).statusCode).toBe(200)
    expect((await listStoredFiles(t)).filter((file) => file.startsWith('videos/'))).toHaveLength(before.length)
    expect(await ofUploads()).toEqual([])
  })

  it('is taken once, however many ask', async () => {
    const id = await whole()
    const before = await t.app.db.$count(videos)
    const replies = await Promise.all(Array.from({ length: 5 }, () => upload(id)))
    expect(new Set(replies.map(({ video }) => video._id)).size).toBe(1)
    expect(await t.app.db.$count(videos)).toBe(before + 1)
    expect(await ofUploads()).toEqual([])
  })

  it('is taken once even where its lease was lost meanwhile', async () => {
    const id = await whole()
    const video = await makeVideo(t)
    const user = { kind: 'admin', sessionId: crypto.randomUUID(), confirmedAt: new Date(), ...admin } as const
    const isOpen = Promise.withResolvers<void>()
    const both = [0, 1].map(async (turn) => {
      if (turn === 1) await isOpen.promise
      return withArrivedFile(t.app, user, { file: undefined, uploadId: id }, async (arrived) => {
        await t.app.db.update(resumableUploads).set({ holder: null }).where(eq(resumableUploads.id, id))
        isOpen.resolve()
        if (turn === 0) await second
        await t.app.db.transaction(async (tx) => arrived?.claim(tx, video.id))
        return turn
      })
    })
    const second = both[1]
    expect(await second).toBe(1)
    await expect(both[0]).rejects.toMatchObject({ code: 'invalid', details: { errors: gone.errors } })
  })

  it('stays where the title is refused, and serves the next try', async () => {
    const { title } = await makeUploadedVideo(t, admin.token)
    const id = await whole()
    expect(await refusal(upload(id, title))).toMatchObject({ status: 409, code: 'title_taken' })
    expect(await refusal(upload(id, ' '))).toMatchObject({ status: 400 })
    expect((await upload(id)).message).toBe('Video uploaded successfully!')
  })

  it('stays for the one of two whose title another took in the same moment', async () => {
    const [ids, title] = [await Promise.all([whole(), whole()]), `Both ${unique()}`]
    const outcomes = await Promise.allSettled(ids.map((id) => upload(id, title)))
    const lost = outcomes.findIndex(({ status }) => status === 'rejected')
    expect(outcomes[lost]).toMatchObject({ reason: { status: 409, code: 'title_taken' } })
    await upload(ids[lost] ?? '')
    expect(await ofUploads()).toEqual([])
  })

  it.each<[string, () => Uint8Array]>([
    ['a text', () => new TextEncoder().encode('Once upon a time.')],
    ['a film cut short', () => videoBytes().slice(0, Math.floor(videoBytes().length * 0.7))],
  ])('is removed where it is %s', async (_, bytes) => {
    const [id, before] = [await whole(bytes()), await listStoredFiles(t)]
    const error = await refusal(upload(id))
    expect(error).toMatchObject({ status: 422, message: 'This file is not a playable video.' })
    expect(await isLeft(id)).toBe(false)
    expect(await listStoredFiles(t)).toEqual(before.filter((file) => !file.includes(id)))
  })

  it('asks for a film where nothing was in it', async () => {
    const id = (await begin(t, admin.token, 0)).slice(UPLOADS_PATH.length + 1)
    expect(await refusal(upload(id))).toMatchObject({ status: 400, message: 'Please select a video file.' })
  })

  it('is not taken before all of it is there, and goes on arriving', async () => {
    const bytes = videoBytes()
    const url = await begin(t, admin.token, bytes.length)
    await send(t, url, { token: admin.token, bytes: bytes.subarray(0, 1_000) })
    const id = url.slice(UPLOADS_PATH.length + 1)
    expect(await refusal(upload(id))).toMatchObject(gone)
    expect(await offsetOf(t, url, admin.token)).toBe(1_000)
    await send(t, url, { token: admin.token, offset: 1_000, bytes: bytes.subarray(1_000) })
    expect((await upload(id)).video.durationSeconds).toBe(2)
  })

  it('is nobody else’s', async () => {
    const [id, another] = [await whole(), await makeAnotherAdmin(t, admin)]
    expect(await refusal(upload(id, `Stolen ${unique()}`, another.token))).toMatchObject(gone)
    expect(await refusal(upload('0'.repeat(32)))).toMatchObject(gone)
    expect(await refusal(upload('../../etc/passwd'))).toMatchObject(gone)
    await upload(id)
  })

  it('comes with a story of twenty thousand signs, whose marks take three bytes each', async () => {
    const transcript = 'ẹ̀'.normalize('NFC').repeat(9_999)
    const title = `Told ${unique()}`
    const { video } = await t.as(admin.token)(contract.uploadVideo, {
      body: { title, transcript, upload: await whole() },
    })
    expect(video.transcript).toBe(transcript)
    const form = videoForm({ title, description: 'As it was.', transcript: `${transcript}!` })
    const changed = await t.as(admin.token)(contract.updateVideo, { params: { id: video._id }, body: form })
    expect(changed.video.transcript).toBe(`${transcript}!`)
    const kept = videoForm({ title, description: 'Without a story.' })
    expect(
      (await t.as(admin.token)(contract.updateVideo, { params: { id: video._id }, body: kept })).video.transcript,
    ).toBe(`${transcript}!`)
  })
})
