import * as contract from '@baobab/contract/awards/endpoints.ts'
import { deleteSeries, reportPlayed, watchVideo, type MoralValue } from '@baobab/contract/videos/endpoints.ts'
import { eraseAccount, exportData } from '@baobab/contract/privacy/endpoints.ts'
import { disqualifyStudent } from '@baobab/contract/students/endpoints.ts'
import { deleteVideo } from '@baobab/contract/videos/admin.ts'
import { answerPractice } from '@baobab/contract/quiz/practice.ts'
import { QUIZ_SECONDS } from '@baobab/contract/quiz/rules.ts'
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import {
  makeAdmin,
  makeQuiz,
  makeSeries,
  makeStudent,
  makeVideo,
  PASSWORD,
  type MadeQuiz,
  type MadeStudent,
} from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { refusal } from '../../test/refusal.ts'
import { quizCalls, quizParams } from '../../test/take-quiz.ts'
import { practiceAnswers } from '../quiz/streak-tables.ts'
import { videos } from '../videos/tables.ts'
import { certificates } from './tables.ts'

const t = await openTestApp({ RATE_LIMIT_FACTOR: '0' })
const admin = await makeAdmin(t)

const calls = () => quizCalls((token) => t.as(token))
const makeTale = async (values: MoralValue[] = [], count = 1) =>
  makeQuiz(t, { video: await makeVideo(t, { values, durationSeconds: 60 }), count })
const watch = (student: MadeStudent, { video }: MadeQuiz) =>
  t.as(student.token)(watchVideo, { params: { id: video.id } })
const report = (student: MadeStudent, { video }: MadeQuiz, to?: number) =>
  t.as(student.token)(reportPlayed, {
    params: { id: video.id },
    body: { ranges: to === undefined ? [] : [{ from: 0, to }] },
  })
const play = async (student: MadeStudent, quiz: MadeQuiz, seconds = 60) => {
  await report(student, quiz)
  t.app.clock.advance(seconds * 1_000)
  await report(student, quiz, seconds)
}
/** Answers the first questions right, and no others. */
const takeQuiz = async (student: MadeStudent, quiz: MadeQuiz, rightCount = 1) => {
  await calls().start(student, quiz)
  for (let n = 0; n < rightCount; n += 1) await calls().answer(student, quiz, n, 'right')
  await calls().finish(student, quiz)
}
const practise = (student: MadeStudent, quiz: MadeQuiz, n: number, answer: string) =>
  t.as(student.token)(answerPractice, {
    params: quizParams(quiz),
    body: { triviaId: quiz.questions[n]?.id ?? '', answer },
  })
const finish = async (student: MadeStudent, quiz: MadeQuiz) => {
  await play(student, quiz)
  await takeQuiz(student, quiz)
}
const awards = (student: MadeStudent) => t.as(student.token)(contract.listAwards, {})
const badge = async (student: MadeStudent, value: MoralValue) =>
  (await awards(student)).badges.find((one) => one.value === value)
const issue = (student: MadeStudent, seriesId: string) =>
  t.as(student.token)(contract.issueCertificate, { params: { seriesId } })
const read = (certificateId: string) => t.as()(contract.readCertificate, { params: { certificateId } })

describe('badges', () => {
  it('are earned by a video that was played and a quiz that was passed, not by marking the video as watched', async () => {
    const [student, quiz] = [await makeStudent(t), await makeTale(['patience'], 5)]
    expect(await badge(student, 'patience')).toMatchObject({ finishedCount: 0, level: 0, nextAt: 1, earned: null })
    await watch(student, quiz)
    await takeQuiz(student, quiz, 3)
    expect(await badge(student, 'patience')).toMatchObject({ level: 0, nextAt: 1 })
    await play(student, quiz, 53)
    expect(await badge(student, 'patience')).toMatchObject({ level: 0 })
    await report(student, quiz, 54)
    expect(await badge(student, 'patience')).toEqual({
      value: 'patience',
      finishedCount: 1,
      level: 1,
      // There is no other video about patience.
      nextAt: null,
      earned: { at: expect.any(String), videoId: quiz.video.id },
    })
    expect(await badge(await makeStudent(t), 'patience')).toMatchObject({ level: 0 })
  })

  it('need 60 % right answers, in the quiz or in practice since, and stay when the video is deleted', async () => {
    const [student, quiz] = [await makeStudent(t), await makeTale(['gratitude'], 5)]
    await play(student, quiz)
    await calls().start(student, quiz)
    for (const n of [0, 1]) await calls().answer(student, quiz, n, 'right')
    t.app.clock.advance((QUIZ_SECONDS + 10) * 1_000)
    expect(await badge(student, 'gratitude')).toMatchObject({ level: 0 })
    // A question that was right in the quiz does not count twice, and a wrong answer does not count.
    await practise(student, quiz, 0, 'right')
    await practise(student, quiz, 3, 'wrong one')
    // Nor does an answer to a question of the pool that only a replay asks.
    const { ageCategory, video } = quiz
    const replayed = { questionId: randomUUID(), day: '2026-11-01', isCorrect: true, answeredAt: t.app.clock.now() }
    await t.app.db
      .insert(practiceAnswers)
      .values({ ...replayed, studentId: student.id, videoId: video.id, ageCategory })
    expect(await badge(student, 'gratitude')).toMatchObject({ level: 0 })
    await practise(student, quiz, 2, 'right')
    expect(await badge(student, 'gratitude')).toMatchObject({ level: 1 })
    await t.as(admin.token)(deleteVideo, { params: { id: quiz.video.id } })
    expect(await badge(student, 'gratitude')).toMatchObject({ level: 1 })
  })

  it('are hidden if no video is left for them', async () => {
    const [student, young] = [await makeStudent(t), await makeStudent(t, { birth: '2019-05-01' })]
    await makeTale(['friendship'])
    expect(await badge(student, 'friendship')).toMatchObject({ level: 0, nextAt: 1 })
    // Its quiz is for older students.
    expect(await badge(young, 'friendship')).toBeUndefined()
  })
})

describe('the certificate of a series', () => {
  it('is issued once every video is finished, and shows only the username', async () => {
    const [student, first, second] = [await makeStudent(t), await makeTale(['courage']), await makeTale(['kindness'])]
    const seriesId = await makeSeries(t, { title: 'Brave and kind', members: [second.video, first.video] })
    await finish(student, first)
    expect(await refusal(issue(student, seriesId))).toMatchObject({
      code: 'series_unfinished',
      message:
        'Watch every video of this series to the end and get at least 6 of every 10 answers right in every quiz first. You can practise.',
    })
    await play(student, second)
    expect((await awards(student)).series.find(({ _id }) => _id === seriesId)).toMatchObject({
      title: 'Brave and kind',
      videoCount: 2,
      finishedCount: 1,
      certificateId: null,
    })
    await takeQuiz(student, second)
    const { message, certificate } = await issue(student, seriesId)
    expect(message).toBe('Your certificate is ready.')
    expect(certificate).toMatchObject({
      seriesTitle: 'Brave and kind',
      values: ['courage', 'kindness'],
      achievement: { videoCount: 2, correctCount: 2, questionCount: 2 },
    })
    expect(certificate._id).toMatch(contract.certificateIdPattern)
    expect(await read(certificate._id)).toEqual({ ...certificate, username: student.username })
    const mine = await awards(student)
    expect(mine.certificates).toEqual([certificate])
    expect(mine.series.find(({ _id }) => _id === seriesId)).toMatchObject({ certificateId: certificate._id })
  })

  it('stays the same if it is requested again, at once, or after the series has grown or been deleted', async () => {
    const [student, quiz] = [await makeStudent(t), await makeTale()]
    const seriesId = await makeSeries(t, { members: [quiz.video] })
    await finish(student, quiz)
    const issued = await Promise.all([issue(student, seriesId), issue(student, seriesId), issue(student, seriesId)])
    const [id] = issued.map(({ certificate }) => certificate._id)
    expect(new Set(issued.map(({ certificate }) => certificate._id)).size).toBe(1)
    await makeVideo(t, { seriesId, seriesPosition: 2 })
    expect((await issue(student, seriesId)).certificate._id).toBe(id)
    await t.as(admin.token)(deleteSeries, { params: { seriesId } })
    expect(await read(id ?? '')).toMatchObject({ username: student.username })
    expect(await refusal(issue(student, seriesId))).toMatchObject({ code: 'series_not_found' })
  })

  it('needs no hidden videos, and does not exist for a hidden series', async () => {
    const [student, quiz] = [await makeStudent(t), await makeTale()]
    const failed = await makeVideo(t, { state: 'failed' })
    const seriesId = await makeSeries(t, { members: [quiz.video, failed] })
    const hidden = await makeSeries(t, { members: [await makeVideo(t, { state: 'failed' })] })
    await finish(student, quiz)
    expect((await issue(student, seriesId)).certificate.seriesTitle).toMatch(/^Series/)
    for (const id of [hidden, await makeSeries(t), 'unknown'])
      expect(await refusal(issue(student, id))).toMatchObject({
        code: 'series_not_found',
        message: 'We could not find this series.',
      })
  })

  it('is in the student’s data export, stays public after a disqualification, and disappears with the account', async () => {
    const [student, quiz] = [await makeStudent(t), await makeTale()]
    const seriesId = await makeSeries(t, { members: [quiz.video] })
    await finish(student, quiz)
    const { _id: id } = (await issue(student, seriesId)).certificate
    const { tables } = await t.as(student.token)(exportData, {})
    expect(tables['certificates']).toMatchObject([{ id, seriesId }])
    const params = { username: student.username }
    await t.as(admin.token)(disqualifyStudent, { params, body: { reason: 'Two accounts of one person.' } })
    expect(await read(id)).toMatchObject(params)
    await t.as(student.token)(eraseAccount, { body: { password: PASSWORD } })
    expect(await refusal(read(id))).toMatchObject({ code: 'not_found' })
    expect(await t.app.db.select().from(certificates).where(eq(certificates.id, id))).toEqual([])
    expect(await refusal(read('x'.repeat(22)))).toMatchObject({ code: 'not_found' })
  })
})

it('a video has at most three known values, which the database also enforces', async () => {
  const { id } = await makeVideo(t)
  const set = (values: string[]) =>
    t.app.db
      .update(videos)
      .set({ values: values as MoralValue[] })
      .where(eq(videos.id, id))
  const refused = { cause: { constraint: 'videos_values' } }
  await expect(set(['greed'])).rejects.toMatchObject(refused)
  await expect(set(['honesty', 'courage', 'kindness', 'respect'])).rejects.toMatchObject(refused)
  await set(['honesty', 'courage', 'kindness'])
})
