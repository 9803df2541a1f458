// Tests that access immediately follows the ledger on every server, for videos and their files, captions and transcripts, and
// for quizzes.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { studentDetails } from '@baobab/contract/students/endpoints.ts'
import { readStudentProfile } from '@baobab/contract/profile/endpoints.ts'
import * as videosAdmin from '@baobab/contract/videos/admin.ts'
import * as videos from '@baobab/contract/videos/endpoints.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeUploadedVideo } from '../../test/videos.ts'
import { refusal } from '../../test/refusal.ts'
import { type TestApp, openTestApp } from '../../test/harness.ts'
import { makeAdmin, makeQuiz, makeStudent, type MadeQuiz, type MadeStudent } from '../../test/factories.ts'
import { paymentCalls } from '../../test/payments.ts'
import { quizCalls } from '../../test/take-quiz.ts'
import { findVideoById } from '../videos/queries.ts'

let student: MadeStudent
let quiz: MadeQuiz
const t = await openTestApp()
// A second server with the same database and file store.
const other = await openTestApp({ FILES_DIR: t.app.config.filesDir }, t)
const admin = await makeAdmin(t)
const id = (await makeUploadedVideo(t, admin.token, { access: 'premium', transcript: 'All of the tale.' }))._id
beforeAll(async () => {
  const video = await findVideoById(t.app.db, id)
  if (!video) throw new Error('no video')
  quiz = await makeQuiz(t, { video })
  const captions = new Blob(['WEBVTT\n\n00:00.000 --> 00:01.000\nHello.\n'], { type: 'text/vtt' })
  const body = new FormData()
  body.set('captions', captions, 'words.vtt')
  await t.as(admin.token)(videosAdmin.setCaptions, { params: { id }, body })
})
beforeEach(async () => {
  t.provider.messages = 'at-once'
  student = await makeStudent(t)
})

async function pay(): Promise<string> {
  const { reference } = await paymentCalls(t).open(student)
  await t.provider.pay(reference)
  await paymentCalls(t).verify(student, reference)
  return reference
}

const shown = async (on: TestApp) =>
  (await on.as(student.token)(videos.listVideos, {})).find((video) => video._id === id)
const range = (on: TestApp, url: string) => on.http.inject({ url, headers: { range: 'bytes=0-99' } })

describe('a premium video', () => {
  it('opens with the payment on both servers and closes with its refund: video, captions, transcript and earlier links', async () => {
    for (const server of [t, other]) expect(await shown(server)).toMatchObject({ isLocked: true, transcript: '' })
    const reference = await pay()
    const open = await shown(other)
    expect(open).toMatchObject({ isLocked: false, transcript: 'All of the tale.' })
    expect(await shown(t)).toMatchObject({ isLocked: false, transcript: 'All of the tale.' })
    const links = [open?.videoUrl, open?.captionsUrl].filter((url) => typeof url === 'string')
    expect(links).toHaveLength(2)
    for (const server of [t, other])
      for (const link of links) expect((await range(server, link)).statusCode).toBeLessThan(300)

    await t.provider.refund(reference)
    for (const server of [t, other]) {
      for (const link of links) expect((await range(server, link)).statusCode).toBe(403)
      expect(await shown(server)).toMatchObject({ isLocked: true, transcript: '' })
      expect((await shown(server))?.videoUrl ?? '').toBe('')
    }
  })

  it('stays open during a dispute, and closes if it is lost', async () => {
    const reference = await pay()
    const { videoUrl = '' } = (await shown(t)) ?? {}
    await t.provider.dispute(reference)
    expect((await range(other, videoUrl)).statusCode).toBe(206)
    await t.provider.resolve(reference, 'merchant-accepted')
    expect((await range(other, videoUrl)).statusCode).toBe(403)
  })

  it('does not open for other students through its link, but opens for an admin without a payment', async () => {
    const listed = (await t.as(admin.token)(videos.listVideos, {})).find((video) => video._id === id)
    expect((await range(other, listed?.videoUrl ?? '')).statusCode).toBe(206)
  })
})

describe('a premium quiz', () => {
  it('opens with the payment and closes with its refund, even in the middle of an attempt', async () => {
    const { start, answer } = quizCalls((token) => t.as(token))
    const there = quizCalls((token) => other.as(token))
    expect(await refusal(start(student, quiz))).toMatchObject({ status: 402, message: 'Make a Payment of #1000' })
    const reference = await pay()
    expect((await there.start(student, quiz)).questions).toHaveLength(5)
    expect(await answer(student, quiz, 0, 'right')).toMatchObject({ correct: true })
    await t.provider.refund(reference)
    for (const calls of [there, { start, answer }]) {
      expect(await refusal(calls.answer(student, quiz, 1, 'right'))).toMatchObject({ status: 402 })
      expect(await refusal(calls.start(student, quiz))).toMatchObject({ status: 402 })
    }
    expect(await refusal(t.as(student.token)(videos.watchVideo, { params: { id } }))).toMatchObject({ status: 402 })
  })
})

describe('the reported payment status of a student', () => {
  it('is paid exactly as long as a payment grants access', async () => {
    const params = { username: student.username }
    const readAccess = async () => [
      (await other.as(student.token)(readStudentProfile, { params })).data.isPaid,
      (await other.as(admin.token)(studentDetails, { params })).data.isPaid,
      await paymentCalls(other).isPaid(student),
    ]
    expect(await readAccess()).toEqual([false, false, false])
    const reference = await pay()
    expect(await readAccess()).toEqual([true, true, true])
    await t.provider.refund(reference, 99_999)
    expect(await readAccess()).toEqual([true, true, true])
    await t.provider.refund(reference)
    expect(await readAccess()).toEqual([false, false, false])
  })
})

describe('the decision about who has access', () => {
  it('is made in one place: no other server file reads the state of payments', () => {
    const root = fileURLToPath(new URL('..', import.meta.url))
    // The receipt contains its own payment's state, the metrics count confirmed payments including refunded ones, and the
    // nightly check compares each payment with its events.
    const mayKnow = /^payments\/|^mails\/receipt\.ts$|^metrics\/count-metrics\.ts$|\.test\.ts$/
    const files = globSync('**/*.ts', { cwd: root }).filter((file) => !mayKnow.test(file))
    expect(files.length).toBeGreaterThan(150)
    const asking = files.filter((file) =>
      /'(succeeded|disputed|refunded)'|confirmed_at is not null/.test(readFileSync(root + file, 'utf8')),
    )
    expect(asking).toEqual([])
  })
})
