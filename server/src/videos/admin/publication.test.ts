// Drafts, and videos with a publication date: until they are published, students and visitors never get them.
import { listAwards } from '@baobab/contract/awards/endpoints.ts'
import type { ParsedOf } from '@baobab/contract/kernel/endpoint.ts'
import * as quizContract from '@baobab/contract/quiz/endpoints.ts'
import * as adminContract from '@baobab/contract/videos/admin.ts'
import * as contract from '@baobab/contract/videos/endpoints.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import {
  makeAdmin,
  makePaidStudent,
  makeQuiz,
  makeSeries,
  makeStudent,
  unique,
  type MadeStudent,
} from '../../../test/factories.ts'
import { startTestApp, openTestApp } from '../../../test/harness.ts'
import { refusal } from '../../../test/refusal.ts'
import { quizCalls } from '../../../test/take-quiz.ts'
import { makeStoredVideo, makeUploadedVideo } from '../../../test/videos.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { auditLines } from '../../platform/audit/tables.ts'
import { findVideoById } from '../queries.ts'
import { videos } from '../tables.ts'

const HOUR = 3_600_000

const t = await openTestApp({ RATE_LIMIT_FACTOR: '0' })
const admin = await makeAdmin(t)
const student = await makeStudent(t)
const paid = await makePaidStudent(t)

const calls = () => quizCalls((token) => t.as(token))
const inHours = (hours: number) => new Date(t.app.clock.now().getTime() + hours * HOUR).toISOString()
type Choice = ParsedOf<typeof adminContract.setVisibility>['body']
const set = (id: string, body: Choice) => t.as(admin.token)(adminContract.setVisibility, { params: { id }, body })
const isListed = async (id: string, token?: string) =>
  (await t.as(token)(contract.listVideos, {})).some(({ _id }) => _id === id)
const findForAdmin = async (id: string) => {
  const { videos: all } = await t.as(admin.token)(adminContract.listAdminVideos, { query: { limit: 100 } })
  return all.find(({ _id }) => _id === id)
}
const storeQuiz = async (id: string) => {
  const video = (await findVideoById(t.app.db, id)) ?? expect.fail('no video')
  return makeQuiz(t, { video, count: 1 })
}

/** The status with which each read and write of a student or visitor that names the video is answered. */
async function readEverywhere(
  id: string,
  videoTitle: string,
  by: MadeStudent = student,
): Promise<Record<string, number | boolean>> {
  const { token } = by
  const params = { id }
  const quiz = { videoTitle, ageCategory: '11-20' as const }
  const attempts: Record<string, () => Promise<unknown>> = {
    watch: () => t.as(token)(contract.watchVideo, { params }),
    progress: () => t.as(token)(contract.saveProgress, { params, body: { positionSeconds: 1 } }),
    bookmark: () => t.as(token)(contract.addBookmark, { params }),
    questions: () => t.as(token)(quizContract.listQuestions, { params: quiz }),
    questionsOfVisitor: () => t.as()(quizContract.listQuestions, { params: quiz }),
    start: () => t.as(token)(quizContract.startAttempt, { params: quiz }),
  }
  const statuses: Record<string, number> = {}
  for (const [name, call] of Object.entries(attempts))
    statuses[name] = await call().then(
      () => 200,
      (error: { status: number }) => error.status,
    )
  return {
    ...statuses,
    listed: await isListed(id, token),
    listedForVisitor: await isListed(id),
    picture: (await t.http.inject(`/og/${id}.jpg`)).statusCode,
  }
}

const everythingRefused = {
  watch: 404,
  progress: 404,
  bookmark: 404,
  questions: 404,
  questionsOfVisitor: 404,
  start: 404,
  listed: false,
  listedForVisitor: false,
  picture: 404,
}

describe('a draft', () => {
  it('is seen by admins only: no list, page, quiz or picture of students and visitors has it', async () => {
    const draft = await makeUploadedVideo(t, admin.token, { publish: 'draft' })
    await storeQuiz(draft._id)
    expect(draft).toMatchObject({ publication: 'draft', publishAt: null })
    expect(await findForAdmin(draft._id)).toMatchObject({ publication: 'draft', title: draft.title })
    for (const one of [student, paid])
      expect(await readEverywhere(draft._id, draft.title, one)).toEqual(everythingRefused)
    const questions = t.as(admin.token)(quizContract.listQuestions, {
      params: { videoTitle: draft.title, ageCategory: '11-20' },
    })
    expect(await questions).toHaveLength(1)
  })

  it('is open to students as soon as it is published, with that as its date', async () => {
    const draft = await makeStoredVideo(t, { isDraft: true })
    await storeQuiz(draft._id)
    t.app.clock.advance(HOUR)
    const { message, video } = await set(draft._id, { publish: 'now' })
    expect(message).toBe('Saved.')
    expect(video.publication).toBe('published')
    expect(await readEverywhere(draft._id, draft.title)).toEqual({
      // It has no poster, which is made with the stream.
      picture: 404,
      watch: 200,
      progress: 200,
      bookmark: 200,
      questions: 200,
      questionsOfVisitor: 200,
      start: 200,
      listed: true,
      listedForVisitor: true,
    })
    const listed = (await t.as()(contract.listVideos, {})).find(({ _id }) => _id === draft._id)
    expect(listed?.createdAt).toBe(video.publishAt)
    expect(video.createdAt < (video.publishAt ?? '')).toBe(true)
  })

  it('of a series does not count before it is published', async () => {
    const [one, draft] = [await makeStoredVideo(t), await makeStoredVideo(t)]
    const seriesId = await makeSeries(t, { members: [{ id: one._id }, { id: draft._id }] })
    const count = async () =>
      (await t.as(student.token)(listAwards, {})).series.find(({ _id }) => _id === seriesId)?.videoCount
    expect(await count()).toBe(2)
    await set(draft._id, { publish: 'draft' })
    expect(await count()).toBe(1)
  })
})

describe('a video that becomes a draft again', () => {
  it('stops the public links to its files, and opens to an admin', async () => {
    const { _id: id, title } = await makeStoredVideo(t)
    const url = (await t.as(student.token)(contract.listVideos, {})).find((video) => video._id === id)?.videoUrl ?? ''
    expect((await t.http.inject(url)).statusCode).toBe(200)
    const { video } = await set(id, { publish: 'draft' })
    await waitFor(async () => expect((await t.http.inject(url)).statusCode).toBe(403))
    expect((await t.http.inject(video.videoUrl ?? '')).statusCode).toBe(200)
    expect((await readEverywhere(id, title))['watch']).toBe(404)
  })

  it('lets a running quiz be answered, and offers no further one', async () => {
    const { _id: id } = await makeStoredVideo(t)
    const quiz = await storeQuiz(id)
    const [running, later] = [await makeStudent(t), await makeStudent(t)]
    const attempt = await calls().start(running, quiz)
    await set(id, { publish: 'draft' })
    const triviaId = attempt.questions[0]?._id ?? ''
    const answered = await t.as(running.token)(quizContract.answerQuestion, {
      params: { videoTitle: quiz.video.title, ageCategory: '11-20' },
      body: { triviaId, answer: 'right' },
    })
    expect(answered.correct).toBe(true)
    const { attempts } = await t.as(running.token)(quizContract.listAttempts, {})
    expect(attempts).toMatchObject([{ videoId: id, hasVideo: false }])
    expect((await refusal(calls().start(later, quiz))).code).toBe('video_not_found')
  })
})

describe('a video with a date', () => {
  it('appears by itself when its time comes, also for a server that was started before', async () => {
    const { _id: id, title } = await makeUploadedVideo(t, admin.token, { publish: 'later', publishAt: inHours(2) })
    await storeQuiz(id)
    const other = await startTestApp({ FILES_DIR: t.app.config.filesDir, RATE_LIMIT_FACTOR: '0' }, t)
    other.app.clock.advance(t.app.clock.offsetMs())
    try {
      expect((await findForAdmin(id))?.publication).toBe('scheduled')
      expect(await readEverywhere(id, title)).toEqual(everythingRefused)
      for (const { app } of [t, other]) app.clock.advance(2 * HOUR - 60_000)
      expect(await isListed(id)).toBe(false)
      for (const { app } of [t, other]) app.clock.advance(60_000)
      expect(await isListed(id)).toBe(true)
      expect((await other.as()(contract.listVideos, {})).some(({ _id }) => _id === id)).toBe(true)
      expect((await readEverywhere(id, title))['start']).toBe(200)
      expect((await findForAdmin(id))?.publication).toBe('published')
    } finally {
      await other.close()
    }
  })

  it('needs a time, which must be in the future', async () => {
    const { _id: id } = await makeStoredVideo(t)
    const missing = await refusal(set(id, { publish: 'later' }))
    expect(missing.errors).toEqual([{ path: 'publishAt', message: 'Please choose a date and a time.' }])
    const past = await refusal(set(id, { publish: 'later', publishAt: inHours(-1) }))
    expect(past.errors).toEqual([{ path: 'publishAt', message: 'Please choose a time in the future.' }])
    const upload = makeUploadedVideo(t, admin.token, { publish: 'later', publishAt: inHours(-1) })
    expect((await refusal(upload)).errors).toMatchObject([{ path: 'publishAt' }])
    expect((await findForAdmin(id))?.publication).toBe('published')
  })
})

describe('who sees a video', () => {
  it('is free or premium without any other change, also if it has no description', async () => {
    const video = await makeUploadedVideo(t, admin.token)
    expect(video).toMatchObject({ description: '', access: 'free' })
    expect((await set(video._id, { access: 'premium' })).video).toMatchObject({
      access: 'premium',
      description: '',
      title: video.title,
      publication: 'published',
    })
    const lines = await t.app.db.select().from(auditLines).where(eq(auditLines.subject, video._id))
    expect(lines.find(({ action }) => action === 'video.visibility_set')).toMatchObject({
      adminId: admin.id,
      details: { access: 'premium', isDraft: false, publishAt: null },
    })
  })

  it('is refused for an unknown video and for nonsense, and changes nothing', async () => {
    expect((await refusal(set(crypto.randomUUID(), { access: 'free' }))).code).toBe('video_not_found')
    const { _id: id } = await makeStoredVideo(t, { title: `Kept ${unique()}` })
    const before = await t.app.db.select().from(videos).where(eq(videos.id, id))
    await refusal(set(id, { access: 'paid' as never }))
    await refusal(set(id, { publish: 'later', publishAt: 'tomorrow' }))
    expect(await t.app.db.select().from(videos).where(eq(videos.id, id))).toEqual(before)
  })
})
