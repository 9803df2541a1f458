import { UPLOADS_PATH } from '@baobab/contract/videos/admin.ts'
import * as contract from '@baobab/contract/videos/admin.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { refusal } from '../../../test/refusal.ts'
import { videoBytes, listStoredFiles, makeStoredVideo, makeUploadedVideo, videoForm } from '../../../test/videos.ts'
import { openTestApp } from '../../../test/harness.ts'
import { makeAdmin, makeAnotherAdmin, makeVideo, unique } from '../../../test/factories.ts'
import { createUpload, readOffset, sendBytes, sendUpload, tus } from '../../../test/tus.ts'
import { resumableUploads, videos } from '../tables.ts'
import { withArrivedFile } from './claim-upload.ts'
import { sweepUploads } from './sweep-uploads.ts'
import { findPendingUpload } from './find-upload.ts'

const t = await openTestApp({ RATE_LIMIT_FACTOR: '0' })
const admin = await makeAdmin(t)

const sendVideo = (bytes: Uint8Array = videoBytes()) => sendUpload(t, admin.token, bytes)
const upload = (id: string, title = `Sent ${unique()}`, token = admin.token) =>
  t.as(token)(contract.uploadVideo, { body: { title, upload: id } })
const isPending = async (id: string) => (await findPendingUpload(t.app.db, admin.id, id)) !== undefined
const listTemporaryFiles = async () => (await listStoredFiles(t)).filter((file) => /^(uploads|tmp)\//.test(file))
const uploadGone = {
  status: 400,
  errors: [{ path: 'upload', message: 'This upload is no longer available. Please choose the file again.' }],
}

describe('a video sent in a resumable upload', () => {
  it('is stored like one in a form, and its upload is removed', async () => {
    const id = await sendVideo()
    const { video } = await upload(id)
    const [row] = await t.app.db.select().from(videos).where(eq(videos.id, video._id))
    const hash = await crypto.subtle.digest('SHA-256', videoBytes())
    expect(row).toMatchObject({ sizeBytes: videoBytes().length, sha256: Buffer.from(hash).toString('hex') })
    const reply = await t.http.inject(video.videoUrl ?? '')
    expect(reply.rawPayload.equals(Buffer.from(videoBytes()))).toBe(true)
    expect(await isPending(id)).toBe(false)
    expect(await listTemporaryFiles()).toEqual([])
  })

  it('is returned again if the reply was lost and the form is sent again', async () => {
    const [id, title] = [await sendVideo(), `Lost ${unique()}`]
    const { video } = await upload(id, title)
    const before = await t.app.db.$count(videos)
    expect((await upload(id, title)).video._id).toBe(video._id)
    expect(await t.app.db.$count(videos)).toBe(before)
    expect(await refusal(upload(id, title, (await makeAnotherAdmin(t, admin)).token))).toMatchObject({ status: 409 })
    const again = { params: { id: video._id }, body: { title, description: 'Anew.', upload: await sendVideo() } }
    await t.as(admin.token)(contract.updateVideo, again)
    const changed = await t.as(admin.token)(contract.updateVideo, again)
    expect(changed.video).toMatchObject({ _id: video._id, description: 'Anew.' })
  })

  it('becomes one video: afterwards its upload can neither be continued nor used for another', async () => {
    const id = await sendVideo()
    await upload(id)
    const other = await makeStoredVideo(t)
    const replace = { params: { id: other._id }, body: { title: other.title, description: 'Anew.', upload: id } }
    expect(await refusal(t.as(admin.token)(contract.updateVideo, replace))).toMatchObject(uploadGone)
    expect((await tus(t, 'HEAD', `${UPLOADS_PATH}/${id}`, { token: admin.token })).statusCode).toBe(404)
  })

  it('keeps the row of its upload for a day, for forms that are sent again', async () => {
    const id = await sendVideo()
    const title = `Repeated ${unique()}`
    const { video } = await upload(id, title)
    await t.app.db
      .update(resumableUploads)
      .set({ touchedAt: new Date(Date.now() - 25 * 3_600_000) })
      .where(eq(resumableUploads.id, id))
    expect((await upload(id, title)).video._id).toBe(video._id)
    expect(await sweepUploads(t.app)).toBe(1)
    expect(await refusal(upload(id))).toMatchObject(uploadGone)
  })

  it('is remuxed where necessary, without changing the upload', async () => {
    const { video } = await upload(await sendVideo(videoBytes('video.mkv')))
    const reply = await t.http.inject(video.videoUrl ?? '')
    expect(reply.headers['content-type']).toBe('video/mp4')
    expect(await listTemporaryFiles()).toEqual([])
  })

  it('replaces another file, which is removed', async () => {
    const old = await makeUploadedVideo(t, admin.token)
    const before = (await listStoredFiles(t)).filter((file) => file.startsWith('videos/'))
    const body = { title: old.title, description: 'Anew.', upload: await sendVideo(videoBytes('index-behind.mp4')) }
    const { video } = await t.as(admin.token)(contract.updateVideo, { params: { id: old._id }, body })
    expect(video).toMatchObject({ _id: old._id, description: 'Anew.' })
    expect((await t.http.inject(old.videoUrl ?? '')).statusCode).toBe(404)
    expect((await t.http.inject(video.videoUrl ?? '')).statusCode).toBe(200)
    expect((await listStoredFiles(t)).filter((file) => file.startsWith('videos/'))).toHaveLength(before.length)
    expect(await listTemporaryFiles()).toEqual([])
  })

  it('is claimed once, however many requests try', async () => {
    const id = await sendVideo()
    const before = await t.app.db.$count(videos)
    const replies = await Promise.all(Array.from({ length: 5 }, () => upload(id)))
    expect(new Set(replies.map(({ video }) => video._id)).size).toBe(1)
    expect(await t.app.db.$count(videos)).toBe(before + 1)
    expect(await listTemporaryFiles()).toEqual([])
  })

  it('is claimed once even if its lease was lost meanwhile', async () => {
    const id = await sendVideo()
    const video = await makeVideo(t)
    const session = { sessionId: crypto.randomUUID(), confirmedAt: new Date() }
    const user = { kind: 'admin', roles: ['content'], ...session, ...admin } as const
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
    await expect(both[0]).rejects.toMatchObject({ code: 'invalid', details: { errors: uploadGone.errors } })
  })

  it('can be used again after its title was refused', async () => {
    const { title } = await makeStoredVideo(t)
    const id = await sendVideo()
    expect(await refusal(upload(id, title))).toMatchObject({ status: 409, code: 'title_taken' })
    expect(await refusal(upload(id, ' '))).toMatchObject({ status: 400 })
    expect((await upload(id)).message).toBe('Video uploaded successfully!')
  })

  it('can be used again by the one of two concurrent requests whose title was refused', async () => {
    const [ids, title] = [await Promise.all([sendVideo(), sendVideo()]), `Both ${unique()}`]
    const outcomes = await Promise.allSettled(ids.map((id) => upload(id, title)))
    const lost = outcomes.findIndex(({ status }) => status === 'rejected')
    expect(outcomes[lost]).toMatchObject({ reason: { status: 409, code: 'title_taken' } })
    await upload(ids[lost] ?? '')
    expect(await listTemporaryFiles()).toEqual([])
  })

  it.each<[string, () => Uint8Array]>([
    ['a text', () => new TextEncoder().encode('Once upon a time.')],
    ['a video cut short', () => videoBytes().slice(0, Math.floor(videoBytes().length * 0.7))],
  ])('is removed if it is %s', async (_, bytes) => {
    const [id, before] = [await sendVideo(bytes()), await listStoredFiles(t)]
    const error = await refusal(upload(id))
    expect(error).toMatchObject({ status: 422, message: 'This file is not a playable video.' })
    expect(await isPending(id)).toBe(false)
    expect(await listStoredFiles(t)).toEqual(before.filter((file) => !file.includes(id)))
  })

  it('is refused if it is empty', async () => {
    const id = (await createUpload(t, admin.token, 0)).slice(UPLOADS_PATH.length + 1)
    expect(await refusal(upload(id))).toMatchObject({
      status: 400,
      message: 'Please select a video file.',
    })
  })

  it('is not claimed before it is complete, and can continue', async () => {
    const bytes = videoBytes()
    const url = await createUpload(t, admin.token, bytes.length)
    await sendBytes(t, url, { token: admin.token, bytes: bytes.subarray(0, 1_000) })
    const id = url.slice(UPLOADS_PATH.length + 1)
    expect(await refusal(upload(id))).toMatchObject(uploadGone)
    expect(await readOffset(t, url, admin.token)).toBe(1_000)
    await sendBytes(t, url, { token: admin.token, offset: 1_000, bytes: bytes.subarray(1_000) })
    expect((await upload(id)).video.durationSeconds).toBe(2)
  })

  it('belongs to its admin only', async () => {
    const [id, another] = [await sendVideo(), await makeAnotherAdmin(t, admin)]
    expect(await refusal(upload(id, `Stolen ${unique()}`, another.token))).toMatchObject(uploadGone)
    expect(await refusal(upload('0'.repeat(32)))).toMatchObject(uploadGone)
    expect(await refusal(upload('../../etc/passwd'))).toMatchObject(uploadGone)
    await upload(id)
  })

  it('may have a transcript of twenty thousand characters of three bytes each', async () => {
    const transcript = 'ẹ̀'.normalize('NFC').repeat(9_999)
    const title = `Told ${unique()}`
    const { video } = await t.as(admin.token)(contract.uploadVideo, {
      body: { title, transcript, upload: await sendVideo() },
    })
    expect(video.transcript).toBe(transcript)
    const form = videoForm({ title, description: 'As it was.', transcript: `${transcript}!` })
    const changed = await t.as(admin.token)(contract.updateVideo, { params: { id: video._id }, body: form })
    expect(changed.video.transcript).toBe(`${transcript}!`)
    const unchanged = videoForm({ title, description: 'Without a transcript.' })
    expect(
      (await t.as(admin.token)(contract.updateVideo, { params: { id: video._id }, body: unchanged })).video.transcript,
    ).toBe(`${transcript}!`)
  })
})
