import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import * as contract from '@baobab/contract/quiz/endpoints.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { refusal } from '../../test/refusal.ts'
import { openTestApp } from '../../test/harness.ts'
import { makeAdmin, makePaidStudent, makeQuiz, makeStudent, makeVideo, unique } from '../../test/factories.ts'
import { quizCalls } from '../../test/take-quiz.ts'
import { formerTitles } from '../videos/tables.ts'

const t = await openTestApp()
const admin = await makeAdmin(t)
afterEach(() => t.app.clock.set(new Date()))

const { review, answer } = quizCalls((token) => t.as(token))

describe('reading a video’s questions', () => {
  const read = (videoTitle: string, ageCategory: AgeCategory, token?: string) =>
    t.as(token)(contract.listQuestions, { params: { videoTitle, ageCategory } })

  it('Q-01 needs no token and never reveals the correct answers', async () => {
    const quiz = await makeQuiz(t)
    const student = await makeStudent(t)
    for (const token of [undefined, student.token, admin.token]) {
      const reply = await t.http.inject({
        url: `/api/trivia/video/${encodeURIComponent(quiz.video.title)}/11-20`,
        headers: token ? { authorization: `Bearer ${token}` } : {},
      })
      expect(reply.statusCode).toBe(200)
      expect(reply.body).not.toMatch(/correct/i)
      const listed = reply.json<{ question: string; options: string[] }[]>()
      expect(listed.map((one) => one.question)).toEqual(quiz.questions.map((one) => one.question))
      for (const one of listed) {
        expect(Object.keys(one).toSorted()).toEqual(['_id', 'ageCategory', 'options', 'question', 'videoTitle'])
        expect(one.options.toSorted()).toEqual(['right', 'wrong one', 'wrong three', 'wrong two'])
      }
    }
  })

  it('always returns the options in the same order, which is not the order they were typed in', async () => {
    const quiz = await makeQuiz(t, { count: 20 })
    const [first, second] = [await read(quiz.video.title, '11-20'), await read(quiz.video.title, '11-20')]
    expect(second).toEqual(first)
    const typed = quiz.questions.map((one) => one.options)
    expect(first.map((one) => one.options)).not.toEqual(typed)
    const positions = new Set(first.map((one) => one.options.indexOf('right')))
    expect(positions.size).toBeGreaterThan(1)
  })

  it('returns an empty list for a video without questions, and 404 for an unknown title', async () => {
    const video = await makeVideo(t)
    expect(await read(video.title, '5-10')).toEqual([])
    expect(await refusal(read('Nothing is called this', '5-10'))).toMatchObject({
      status: 404,
      code: 'video_not_found',
      message: 'We could not find this video.',
    })
    const deleted = await makeVideo(t, { deletedAt: new Date() })
    expect((await refusal(read(deleted.title, '5-10'))).status).toBe(404)
  })

  it('refuses an unknown category', async () => {
    const video = await makeVideo(t)
    const reply = await t.http.inject(`/api/trivia/video/${encodeURIComponent(video.title)}/21-30`)
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ code: 'invalid', errors: [{ path: 'ageCategory' }] })
  })

  it('Q-24 shows questions of premium videos only to students who have paid, and to admins', async () => {
    const quiz = await makeQuiz(t, { video: await makeVideo(t, { access: 'premium' }) })
    expect((await refusal(read(quiz.video.title, '11-20'))).status).toBe(401)
    const student = await makeStudent(t)
    expect(await refusal(read(quiz.video.title, '11-20', student.token))).toMatchObject({
      status: 402,
      message: 'Make a Payment of #1000',
    })
    const paid = await makePaidStudent(t)
    expect(await read(quiz.video.title, '11-20', paid.token)).toHaveLength(5)
    expect(await read(quiz.video.title, '11-20', admin.token)).toHaveLength(5)
  })

  it.each([
    'ọ̀ṣẹ́ẹ̀gbún'.normalize('NFC').repeat(20).slice(0, 110),
    'Either / or / neither',
    '100 % honest %2F %00',
    'Who? What & why; #1 = a+b',
    '../../etc/passwd',
    '..\\..',
    '😀 laughs',
  ])('finds a video by its title %j, ignoring case', async (name) => {
    const video = await makeVideo(t, { title: `${name}${unique()}` })
    const quiz = await makeQuiz(t, { video, count: 1 })
    for (const title of [video.title, ` ${video.title.toUpperCase().toLowerCase()} `, video.title.normalize('NFD')])
      expect(await read(title, '11-20')).toMatchObject([{ videoTitle: video.title }])
    const student = await makeStudent(t)
    expect((await answer(student, quiz, 0, 'right')).points).toBe(10)
    expect((await review(student, quiz)).title).toBe(video.title)
  })

  it('still finds a video by a former title', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    const former = `Once called ${unique()}`
    await t.app.db.insert(formerTitles).values({ titleKey: former.toLowerCase(), videoId: quiz.video.id })
    expect(await read(former, '11-20')).toMatchObject([{ videoTitle: quiz.video.title }])
  })
})
