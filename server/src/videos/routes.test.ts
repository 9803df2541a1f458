import { eq } from 'drizzle-orm'
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import * as adminContract from '@baobab/contract/videos/admin.ts'
import * as contract from '@baobab/contract/videos/endpoints.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditLines } from '../platform/audit/tables.ts'
import { leaderboardEntries } from '../leaderboard/tables.ts'
import { answers, attempts } from '../quiz/tables.ts'
import { videoBytes, listStoredFiles, makeStoredVideo, makeUploadedVideo, videoForm } from '../../test/videos.ts'
import { openTestApp } from '../../test/harness.ts'
import { makeAdmin, makePaidStudent, makeQuiz, makeStudent, unique } from '../../test/factories.ts'
import { findVideoByTitle } from './queries.ts'
import { videos, watches } from './tables.ts'
import { waitFor } from '../../test/wait-for.ts'

const t = await openTestApp({ RATE_LIMIT_FACTOR: '0' })
const admin = await makeAdmin(t)
const student = await makeStudent(t)
const paid = await makePaidStudent(t)

async function refusal(call: Promise<unknown>): Promise<ApiError> {
  const outcome = await call.then(
    (reply) => new Error(`succeeded with ${JSON.stringify(reply)}`),
    (error: unknown) => error,
  )
  if (outcome instanceof ApiError) return outcome
  throw outcome
}
const readRow = async (id: string) => (await t.app.db.select().from(videos).where(eq(videos.id, id)))[0]
const findListed = async (id: string, token?: string) =>
  (await t.as(token)(contract.listVideos, {})).find((video) => video._id === id)
const listAuditLines = (id: string) => t.app.db.select().from(auditLines).where(eq(auditLines.subject, id))
const upload = (fields: Record<string, string>, bytes?: Uint8Array<ArrayBuffer>, name?: string) =>
  t.as(admin.token)(adminContract.uploadVideo, { body: videoForm(fields, bytes, name) })

/** Runs a call that must be refused and checks that it left no row, no file and no temporary file. */
async function expectRefusalWithoutWrites(call: () => Promise<unknown>): Promise<ApiError> {
  const [rows, files] = [await t.app.db.select().from(videos), await listStoredFiles(t)]
  const error = await refusal(call())
  expect(await t.app.db.select().from(videos)).toEqual(rows)
  await waitFor(async () => expect(await listStoredFiles(t)).toEqual(files))
  return error
}

describe('uploading a video', () => {
  it('U-06 stores the file under a random name, lists the video at once and writes a line to the audit log', async () => {
    const title = `The honest trader ${unique()}`
    const reply = await upload({ title, description: ' A tale.\nOf two lines. ' }, videoBytes(), '../../app.js')
    expect(reply).toMatchObject({
      message: 'Video uploaded successfully!',
      video: { title, description: 'A tale.\nOf two lines.', access: 'free', state: 'ready', failure: null },
    })
    const row = await readRow(reply.video._id)
    expect(row).toMatchObject({ sizeBytes: videoBytes().length, durationSeconds: 2, state: 'ready', deletedAt: null })
    expect(row?.file).toMatch(/^videos\/[0-9a-f-]{36}\.mp4$/)
    const hash = await crypto.subtle.digest('SHA-256', videoBytes())
    expect(row?.sha256).toBe(Buffer.from(hash).toString('hex'))
    expect(await listStoredFiles(t)).toContain(row?.file)
    expect(await findListed(reply.video._id)).toMatchObject({ title, isLocked: false, durationSeconds: 2 })
    expect(await listAuditLines(reply.video._id)).toMatchObject([{ action: 'video.uploaded', adminId: admin.id }])
  })

  it.each(['index-behind.mp4', 'video.mov', 'video.mkv'])('makes %s an mp4 that starts at once', async (name) => {
    const video = await makeUploadedVideo(t, admin.token, {}, videoBytes(name))
    expect(video).toMatchObject({ state: 'ready', failure: null })
    const reply = await t.http.inject(video.videoUrl ?? '')
    const start = reply.rawPayload.toString('latin1', 0, 10_000)
    expect(reply.headers['content-type']).toBe('video/mp4')
    expect(start.indexOf('moov')).toBeGreaterThan(0)
    expect(start.indexOf('moov')).toBeLessThan(start.indexOf('mdat'))
    expect(video.sizeBytes).toBe(reply.rawPayload.length)
  })

  it.each(['video.webm', 'old-codec.mp4'])('keeps %s, which not every browser plays, for admins only', async (name) => {
    const video = await makeUploadedVideo(t, admin.token, {}, videoBytes(name))
    expect(video).toMatchObject({
      state: 'failed',
      failure: 'Browsers cannot play this file. Please use an MP4 file with H.264 video and AAC audio.',
    })
    expect(video).not.toHaveProperty('videoUrl')
    expect(await findListed(video._id, student.token)).toBeUndefined()
    const seen = await t.as(admin.token)(adminContract.listAdminVideos, { query: {} })
    expect(seen.videos.find(({ _id }) => _id === video._id)).toMatchObject({ state: 'failed' })
    const watch = t.as(student.token)(contract.watchVideo, { params: { id: video._id } })
    expect((await refusal(watch)).status).toBe(404)
  })

  it('U-06 takes no part of the path from the name of the file, whatever it is', async () => {
    const names = [
      '/etc/passwd',
      'C:\\x.mp4',
      'a\u0000b.mp4',
      `${'x'.repeat(5_000)}.mp4`,
      '<img src=x onerror=alert(1)>',
    ]
    for (const name of names) {
      const { video } = await upload({ title: `Named ${unique()}` }, videoBytes(), name)
      expect((await readRow(video._id))?.file).toMatch(/^videos\/[0-9a-f-]{36}\.mp4$/)
      expect(video.title).toMatch(/^Named /)
    }
  })

  const cut = (name: string, share: number) => videoBytes(name).slice(0, Math.floor(videoBytes(name).length * share))
  const text = new TextEncoder().encode('This is a text and no video.')
  const noise = () => {
    const bytes = videoBytes()
    const start = Buffer.from(bytes).indexOf('mdat') + 4
    return bytes.map((byte, index) => (index < start ? byte : (index * 7_919) & 0xff))
  }
  const header = () => {
    const bytes = new Uint8Array(4_096).map((_, index) => (index * 31) & 0xff)
    bytes.set(videoBytes().slice(0, 32))
    return bytes
  }
  it.each<[string, () => Uint8Array<ArrayBuffer>]>([
    ['a text', () => text],
    ['an HTML page', () => new TextEncoder().encode('<!doctype html><script>alert(1)</script>')],
    ['a program', () => Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, ...Array<number>(4_000).fill(0))],
    [
      'a picture that is an archive too',
      () => Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, ...Buffer.from('PK\u0003\u0004'), 0xff, 0xd9),
    ],
    ['a list of other files', () => new TextEncoder().encode("ffconcat version 1.0\nfile '/etc/passwd'\n")],
    [
      'a playlist behind a valid header',
      () => new Uint8Array(Buffer.concat([videoBytes().slice(0, 32), Buffer.from('#EXTM3U\nfile:///etc/passwd\n')])),
    ],
    ['a playlist that names a file of the server', () => new TextEncoder().encode('#EXTM3U\nfile:///etc/passwd\n')],
    ['a video cut short', () => cut('video.mp4', 0.7)],
    ['a video cut short before its index', () => cut('index-behind.mp4', 0.7)],
    ['a webm cut short', () => cut('video.webm', 0.7)],
    ['an mkv cut short', () => cut('video.mkv', 0.5)],
    ['noise after a valid header', header],
    ['noise after a valid index', noise],
    ['sound alone', () => videoBytes('sound-only.mp4')],
    ['a few bytes', () => videoBytes().slice(0, 7)],
  ])('U-01 U-02 refuses %s named video.mp4 and leaves nothing behind', async (_, bytes) => {
    const error = await expectRefusalWithoutWrites(() => upload({ title: `Not a video ${unique()}` }, bytes()))
    expect(error).toMatchObject({ status: 422, message: 'This file is not a playable video.' })
  })

  it('is refused without a file or with an empty one', async () => {
    const message = 'Please select a video file.'
    for (const bytes of [undefined, new Uint8Array(0)]) {
      const error = await expectRefusalWithoutWrites(() => upload({ title: 'No video' }, bytes))
      expect(error).toMatchObject({ status: 400, message })
      expect(error.errors).toEqual([{ path: 'video', message }])
    }
    const json = () => t.as(admin.token)(adminContract.uploadVideo, { body: { title: 'No video' } })
    expect((await expectRefusalWithoutWrites(json)).message).toBe(message)
  })

  it.each([
    ['Title is required', { title: '' }],
    ['Title is required', { title: '   ' }],
    ['Title cannot exceed 120 characters', { title: 'x'.repeat(121) }],
    ['Title cannot exceed 120 characters', { title: 'x'.repeat(16_000) }],
    ['Title cannot be a dot', { title: '..' }],
    ['Title has a character we cannot use', { title: 'two\nlines' }],
    ['Title has a character we cannot use', { title: 'next\u0085line' }],
    ['Description cannot exceed 2000 characters', { description: 'x'.repeat(2_001) }],
    ['Description has a character we cannot use', { description: 'nul \u0000' }],
  ])('replies %j for the field', async (message, fields: Record<string, string>) => {
    const error = await expectRefusalWithoutWrites(() => upload({ title: `T ${unique()}`, ...fields }, videoBytes()))
    expect(error.status).toBe(400)
    expect(error.errors).toContainEqual({ path: Object.keys(fields)[0], message })
  })

  it('U-07 refuses a title of a megabyte, an unknown access, unknown fields and files in other fields', async () => {
    const huge = () => upload({ title: 'x'.repeat(1_048_576) }, videoBytes())
    expect((await expectRefusalWithoutWrites(huge)).status).toBe(413)
    const odd = () => upload({ title: 'Odd', access: 'gratis' }, videoBytes())
    expect((await expectRefusalWithoutWrites(odd)).status).toBe(400)
    const more = () => upload({ title: 'More', position: '1' }, videoBytes())
    expect((await expectRefusalWithoutWrites(more)).status).toBe(400)
    const form = videoForm({ title: 'Elsewhere' })
    form.set('poster', new Blob([videoBytes()]), 'a.mp4')
    const elsewhere = () => t.as(admin.token)(adminContract.uploadVideo, { body: form })
    expect((await expectRefusalWithoutWrites(elsewhere)).status).toBe(400)
    const many = videoForm({ title: 'Many' }, videoBytes())
    for (let at = 0; at < 1_000; at += 1) many.append(`field${at}`, 'x')
    const call = () => t.as(admin.token)(adminContract.uploadVideo, { body: many })
    expect((await expectRefusalWithoutWrites(call)).status).toBe(413)
    const two = videoForm({ title: 'Two' }, videoBytes())
    two.append('video', new Blob([videoBytes()]), 'b.mp4')
    expect(
      (await expectRefusalWithoutWrites(() => t.as(admin.token)(adminContract.uploadVideo, { body: two }))).status,
    ).toBe(413)
  })

  it('keeps titles unique in any letter case and Unicode form, also among concurrent uploads', async () => {
    const title = `Ìjàpá ${unique()}`
    const forms = [title, title.toUpperCase(), title.normalize('NFD'), ` ${title} `]
    const outcomes = await Promise.all(
      forms.map((one) =>
        upload({ title: one }, videoBytes()).then(
          () => 201,
          (error: ApiError) => error,
        ),
      ),
    )
    expect(outcomes.filter((outcome) => outcome === 201)).toHaveLength(1)
    const error = await expectRefusalWithoutWrites(() => upload({ title }, videoBytes()))
    expect(error).toMatchObject({ status: 409, code: 'title_taken' })
    expect(error.errors).toEqual([{ path: 'title', message: 'A video with this title already exists.' }])
    const row = await findVideoByTitle(t.app.db, title)
    await waitFor(async () => {
      const rows = await t.app.db.select().from(videos)
      expect((await listStoredFiles(t)).filter((file) => file.startsWith('videos/')).toSorted()).toEqual(
        rows.flatMap(({ file }) => file ?? []).toSorted(),
      )
    })
    expect(row?.title.normalize('NFC').toLowerCase()).toBe(title.toLowerCase())
  })

  it('is for admins only', async () => {
    const body = () => videoForm({ title: 'Mine' }, videoBytes())
    const stranger = await expectRefusalWithoutWrites(() => t.as()(adminContract.uploadVideo, { body: body() }))
    expect(stranger).toMatchObject({ status: 401, message: 'Authentication required.' })
    const child = await expectRefusalWithoutWrites(() =>
      t.as(student.token)(adminContract.uploadVideo, { body: body() }),
    )
    expect(child).toMatchObject({ status: 403, message: 'You do not have permission to do this.' })
  })
})

describe('the list of videos', () => {
  it('shows premium videos to everyone, but opens them only to students who paid and to admins', async () => {
    const { _id } = await makeStoredVideo(t, { access: 'premium', transcript: 'All of the tale.' })
    for (const token of [undefined, student.token]) {
      const video = await findListed(_id, token)
      expect(video).toMatchObject({ access: 'premium', isLocked: true, transcript: '' })
      expect(video).not.toHaveProperty('videoUrl')
    }
    for (const token of [paid.token, admin.token]) {
      const video = await findListed(_id, token)
      expect(video).toMatchObject({ isLocked: false, transcript: 'All of the tale.' })
      expect((await t.http.inject(video?.videoUrl ?? '')).statusCode).toBe(200)
    }
  })

  it("follows the admins' order and counts the questions of each category", async () => {
    const first = await makeStoredVideo(t)
    const second = await makeStoredVideo(t)
    const row = await readRow(second._id)
    if (row) await makeQuiz(t, { video: row, ageCategory: '5-10', count: 3 })
    const list = await t.as()(contract.listVideos, {})
    const indexOfVideo = (id: string) => list.findIndex((video) => video._id === id)
    expect(indexOfVideo(first._id)).toBeLessThan(indexOfVideo(second._id))
    expect(list[indexOfVideo(second._id)]?.questionCounts).toEqual({ '5-10': 3, '11-20': 0 })
    await t.app.db.update(videos).set({ position: 0 }).where(eq(videos.id, second._id))
    expect((await t.as()(contract.listVideos, {}))[0]?._id).toBe(second._id)
  })

  it('treats a caller with an invalid token as a visitor', async () => {
    const reply = await t.as('x'.repeat(43))(contract.listVideos, {})
    expect(reply.every((video) => !video.isWatched)).toBe(true)
  })
})

describe('watching', () => {
  let id: string
  let premium: string
  beforeAll(async () => {
    id = (await makeStoredVideo(t))._id
    premium = (await makeStoredVideo(t, { access: 'premium' }))._id
  })
  const watch = (token: string | undefined, video = id) => t.as(token)(contract.watchVideo, { params: { id: video } })
  const save = (token: string | undefined, positionSeconds: number, video = id) =>
    t.as(token)(contract.saveProgress, { params: { id: video }, body: { positionSeconds } })
  const listWatches = async (studentId: string) =>
    t.app.db.select().from(watches).where(eq(watches.studentId, studentId))

  it('Q-25 is recorded once, however often it is repeated, and earns no points', async () => {
    const child = await makeStudent(t)
    expect(await watch(child.token)).toEqual({ message: 'Video marked as watched.', isWatched: true })
    const [first] = await listWatches(child.id)
    t.app.clock.advance(60_000)
    await Promise.all(Array.from({ length: 8 }, () => watch(child.token)))
    t.app.clock.advance(-60_000)
    expect(await listWatches(child.id)).toEqual([first])
    expect(await t.app.db.select().from(leaderboardEntries).where(eq(leaderboardEntries.studentId, child.id))).toEqual(
      [],
    )
    expect(await findListed(id, child.token)).toMatchObject({ isWatched: true })
    expect(await findListed(id, student.token)).toMatchObject({ isWatched: false, seenAt: null, positionSeconds: null })
  })

  it('stores the position, at most the end of the video, and does not mark the video as watched', async () => {
    const child = await makeStudent(t)
    expect(await save(child.token, 1.25)).toEqual({ positionSeconds: 1.25 })
    expect(await findListed(id, child.token)).toMatchObject({ positionSeconds: 1.25, isWatched: false })
    // PostgreSQL refuses a number that is too small for the column.
    expect(await save(child.token, 5e-54)).toEqual({ positionSeconds: 0 })
    await watch(child.token)
    expect(await save(child.token, 900)).toEqual({ positionSeconds: 2 })
    expect(await findListed(id, child.token)).toMatchObject({ positionSeconds: 2, isWatched: true })
    expect(await listWatches(child.id)).toHaveLength(1)
  })

  it.each([-1, 86_401, 'soon', null])('refuses the position %j', async (position) => {
    const child = await makeStudent(t)
    const call = t.as(child.token)(contract.saveProgress, {
      params: { id },
      body: { positionSeconds: position as number },
    })
    expect((await refusal(call)).status).toBe(400)
    expect(await listWatches(child.id)).toEqual([])
  })

  it('asks visitors to log in and students to pay, and is not for admins', async () => {
    for (const call of [watch, (token?: string, video?: string) => save(token, 1, video)]) {
      expect(await refusal(call(undefined))).toMatchObject({ status: 401, message: 'Authentication required.' })
      expect((await refusal(call(admin.token))).status).toBe(403)
      const unpaid = await refusal(call(student.token, premium))
      expect(unpaid).toMatchObject({ status: 402, message: 'Make a Payment of #1000' })
      expect(await call(paid.token, premium)).toBeTruthy()
    }
    expect(await listWatches(student.id)).toEqual([])
  })

  it.each(['no-such-id', '00000000-0000-4000-8000-000000000000', '%00'])(
    'refuses the unknown id %s',
    async (unknown) => {
      expect(await refusal(watch(student.token, unknown))).toMatchObject({
        status: 404,
        message: 'We could not find this video.',
      })
      expect((await refusal(save(student.token, 1, unknown))).status).toBe(404)
    },
  )
})

describe('updating a video', () => {
  let video: Pick<adminContract.AdminVideo, '_id' | 'title'>
  beforeEach(async () => {
    video = await makeStoredVideo(t)
  })
  const texts = () => ({ title: `Renamed ${unique()}`, description: 'New words.' })
  const update = (body: FormData | { title: string; description: string; access?: 'premium' }, token = admin.token) =>
    t.as(token)(adminContract.updateVideo, { params: { id: video._id }, body })

  it('changes the texts as JSON or multipart, keeps the file and writes a line to the audit log', async () => {
    const before = await readRow(video._id)
    const words = texts()
    const reply = await update({ ...words, access: 'premium' })
    expect(reply).toMatchObject({ message: 'Video updated successfully!', video: { ...words, access: 'premium' } })
    const more = texts()
    expect((await update(videoForm(more))).video).toMatchObject({ ...more, access: 'premium' })
    expect(await readRow(video._id)).toEqual({
      ...before,
      ...more,
      titleKey: more.title.toLowerCase(),
      access: 'premium',
    })
    const lines = await listAuditLines(video._id)
    expect(lines.map((line) => line.action)).toEqual(['video.updated', 'video.updated'])
    expect(lines[0]?.details).toEqual({ renamed: true, replaced: false, seriesChanged: false, valuesChanged: false })
  })

  it('replaces the file and removes the old one', async () => {
    const before = await readRow(video._id)
    const { videoUrl = '' } = (await findListed(video._id)) ?? {}
    expect((await t.http.inject(videoUrl)).statusCode).toBe(200)
    const reply = await update(videoForm(texts(), videoBytes('index-behind.mp4')))
    const after = await readRow(video._id)
    expect(after?.file).not.toBe(before?.file)
    expect(after?.sha256).not.toBe(before?.sha256)
    const files = await listStoredFiles(t)
    expect(files).toContain(after?.file)
    expect(files).not.toContain(before?.file)
    expect((await t.http.inject(reply.video.videoUrl ?? '')).statusCode).toBe(200)
    expect((await t.http.inject(videoUrl)).statusCode).toBe(404)
  })

  it.each(['video.mov', 'video.mkv'])('takes %s as a replacement', async (name) => {
    expect((await update(videoForm(texts(), videoBytes(name)))).video.state).toBe('ready')
    expect((await readRow(video._id))?.file).toMatch(/\.mp4$/)
  })

  it.each([
    ['video.webm', 'Browsers cannot play this file. Please use an MP4 file with H.264 video and AAC audio.'],
    ['old-codec.mp4', 'Browsers cannot play this file. Please use an MP4 file with H.264 video and AAC audio.'],
    ['sound-only.mp4', 'This file is not a playable video.'],
  ])('refuses %s as a replacement and changes nothing', async (name, message) => {
    const error = await expectRefusalWithoutWrites(() => update(videoForm(texts(), videoBytes(name))))
    expect(error).toMatchObject({ status: 422, message })
    const empty = await expectRefusalWithoutWrites(() => update(videoForm(texts(), new Uint8Array(0))))
    expect(empty).toMatchObject({ status: 400, message: 'Please select a video file.' })
  })

  it('requires a title and a description', async () => {
    const call = () => update({ title: '', description: '' })
    expect((await expectRefusalWithoutWrites(call)).errors).toEqual([
      { path: 'title', message: 'Title is required' },
      { path: 'description', message: 'Description is required' },
    ])
    const half = () => update(videoForm({ title: 'Half' }))
    expect((await expectRefusalWithoutWrites(half)).message).toBe('Description is required')
  })

  it('keeps the former title working until another video takes it', async () => {
    const former = video.title
    await update(texts())
    expect((await findVideoByTitle(t.app.db, former.toUpperCase()))?.id).toBe(video._id)
    const heir = await makeStoredVideo(t, { title: former })
    expect((await findVideoByTitle(t.app.db, former))?.id).toBe(heir._id)
    await t.as(admin.token)(adminContract.updateVideo, { params: { id: heir._id }, body: texts() })
    expect((await findVideoByTitle(t.app.db, former))?.id).toBe(heir._id)
    await update({ title: former, description: 'Back again.' })
    expect((await findVideoByTitle(t.app.db, former))?.id).toBe(video._id)
  })

  it('refuses a title of another video, but not its own in another letter case', async () => {
    const other = await makeStoredVideo(t)
    const error = await expectRefusalWithoutWrites(() =>
      update(videoForm({ ...texts(), title: other.title }, videoBytes())),
    )
    expect(error).toMatchObject({ status: 409, message: 'A video with this title already exists.' })
    expect(error.errors).toEqual([{ path: 'title', message: 'A video with this title already exists.' }])
    const own = video.title.toUpperCase()
    expect((await update({ title: own, description: 'Louder.' })).video.title).toBe(own)
  })

  it('is for admins only, and for videos that exist', async () => {
    expect((await expectRefusalWithoutWrites(() => update(texts(), ''))).status).toBe(401)
    expect((await expectRefusalWithoutWrites(() => update(texts(), student.token))).status).toBe(403)
    const unknown = t.as(admin.token)(adminContract.updateVideo, { params: { id: 'nobody' }, body: texts() })
    expect(await refusal(unknown)).toMatchObject({ status: 404, message: 'We could not find this video.' })
  })
})

describe('deleting a video', () => {
  const remove = (id: string, token: string | undefined = admin.token) =>
    t.as(token)(adminContract.deleteVideo, { params: { id } })

  it('removes its titles, files and questions, and keeps answers and points', async () => {
    const { _id, title } = await makeStoredVideo(t)
    const row = await readRow(_id)
    const quiz = await makeQuiz(t, row ? { video: row, count: 1 } : {})
    const now = t.app.clock.now()
    const [attempt] = await t.app.db
      .insert(attempts)
      .values({
        studentId: student.id,
        videoId: _id,
        ageCategory: '11-20',
        videoTitle: title,
        questionSnapshot: [],
        questionCount: 1,
        startedAt: now,
        deadline: now,
        lockedAt: now,
      })
      .returning()
    const answer = { attemptId: attempt?.id ?? '', questionId: quiz.questions[0]?.id ?? '', answer: 'right' }
    await t.app.db.insert(answers).values({ ...answer, correct: true, points: 10, answeredAt: now })
    expect(await remove(_id)).toEqual({ message: 'Video deleted successfully.' })
    expect(await readRow(_id)).toMatchObject({ title: '', file: null, poster: null, captions: null })
    expect((await readRow(_id))?.deletedAt).toBeInstanceOf(Date)
    expect(await listStoredFiles(t)).not.toContain(row?.file)
    expect(await findVideoByTitle(t.app.db, title)).toBeUndefined()
    expect(await findListed(_id)).toBeUndefined()
    expect(await t.app.db.select().from(answers).where(eq(answers.attemptId, answer.attemptId))).toHaveLength(1)
    expect((await listAuditLines(_id)).at(-1)).toMatchObject({ action: 'video.deleted', adminId: admin.id })
    expect((await makeStoredVideo(t, { title })).title).toBe(title)
  })

  it('happens only once', async () => {
    const { _id } = await makeStoredVideo(t)
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () =>
        remove(_id).then(
          () => 200,
          (error: ApiError) => error.status,
        ),
      ),
    )
    expect(outcomes.toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404, 404, 404])
    expect(await listAuditLines(_id)).toHaveLength(1)
  })

  it('is for admins only, and for videos that exist', async () => {
    const { _id } = await makeStoredVideo(t)
    expect((await expectRefusalWithoutWrites(() => remove(_id, ''))).status).toBe(401)
    expect((await expectRefusalWithoutWrites(() => remove(_id, student.token))).status).toBe(403)
    expect(await refusal(remove('nobody'))).toMatchObject({ status: 404, message: 'We could not find this video.' })
  })
})

describe("the admin's list", () => {
  it('has pages from the newest to the oldest, each video once', async () => {
    const made = [await makeStoredVideo(t), await makeStoredVideo(t)]
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const query = { limit: 2, ...(cursor ? { cursor } : {}) }
      const page = await t.as(admin.token)(adminContract.listAdminVideos, { query })
      expect(page.videos.length).toBeLessThanOrEqual(2)
      seen.push(...page.videos.map((video) => video._id))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(seen.slice(0, 2)).toEqual(made.map(({ _id }) => _id).toReversed())
    const alive = (await t.app.db.select().from(videos)).filter((row) => !row.deletedAt)
    expect(seen.toSorted()).toEqual(alive.map((row) => row.id).toSorted())
  })

  it('refuses an unknown cursor, an impossible limit and everyone but admins', async () => {
    const list = (query: object, token: string | undefined = admin.token) =>
      t.as(token)(adminContract.listAdminVideos, { query })
    for (const query of [{ cursor: 'nowhere' }, { cursor: '9999999999999.x' }, { limit: 0 }, { limit: 101 }])
      expect((await refusal(list(query))).status).toBe(400)
    expect((await refusal(list({}, ''))).status).toBe(401)
    expect((await refusal(list({}, student.token))).status).toBe(403)
  })
})
