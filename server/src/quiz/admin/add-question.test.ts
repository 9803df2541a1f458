import { and, eq } from 'drizzle-orm'
import * as quizAdmin from '@baobab/contract/quiz/admin.ts'
import { describe, expect, it } from 'vitest'
import { refusal } from '../../../test/refusal.ts'
import { openTestApp } from '../../../test/harness.ts'
import { makeAdmin, makeQuiz, makeVideo } from '../../../test/factories.ts'
import { expectRefusalWithoutWrites } from '../../../test/take-quiz.ts'
import { auditLines } from '../../platform/audit/tables.ts'
import { questions } from '../tables.ts'

const t = await openTestApp()
const admin = await makeAdmin(t)
const video = await makeVideo(t)

const form = () => ({
  videoTitle: video.title,
  question: 'Who found the purse?',
  options: ['Amina', 'Bola', 'Chidi', 'Danladi'],
  correctAnswer: 'Bola',
  ageCategory: '11-20' as '11-20' | '5-10',
})
const add = (body: object) => t.as(admin.token)(quizAdmin.addQuestion, { body: body as ReturnType<typeof form> })

describe('adding a question', () => {
  it('stores the question and an audit line that names the admin', async () => {
    const body = { ...form(), question: '  Who   was kind?  ', correctAnswer: ' bOLA ' }
    const reply = await add(body)
    expect(reply).toEqual({
      message: 'Trivia added successfully!',
      trivia: {
        _id: reply.trivia._id,
        question: 'Who   was kind?',
        options: body.options,
        correctAnswer: 'Bola',
        alsoCorrect: null,
        explanation: null,
        momentSeconds: null,
        pictures: null,
        videoTitle: video.title,
        ageCategory: '11-20',
      },
    })
    const [row] = await t.app.db.select().from(questions).where(eq(questions.id, reply.trivia._id))
    expect(row).toMatchObject({
      videoId: video.id,
      ageCategory: '11-20',
      question: 'Who   was kind?',
      options: body.options,
      correctAnswer: 'Bola',
      position: 1,
    })
    const lines = await t.app.db.select().from(auditLines).where(eq(auditLines.subject, reply.trivia._id))
    expect(lines).toMatchObject([
      { adminId: admin.id, action: 'question.add', details: { videoId: video.id, ageCategory: '11-20' } },
    ])
  })

  it('replies with 201', async () => {
    const reply = await t.http.inject({
      method: 'POST',
      url: '/api/trivia/add',
      headers: { authorization: `Bearer ${admin.token}` },
      payload: { ...form(), question: 'Which status?' },
    })
    expect(reply.statusCode).toBe(201)
  })

  it('finds its video by title, ignoring case', async () => {
    const reply = await add({ ...form(), videoTitle: ` ${video.title.toUpperCase()} `, question: 'In any case?' })
    expect(reply.trivia.videoTitle).toBe(video.title)
  })

  const required = 'All fields are required!'
  it.each([
    ['videoTitle', '', 'videoTitle', required],
    ['videoTitle', undefined, 'videoTitle', required],
    ['videoTitle', 'Nothing is called this', 'videoTitle', 'No video has this title.'],
    ['question', '', 'question', required],
    ['question', ' \n ', 'question', required],
    ['question', undefined, 'question', required],
    ['question', 'x'.repeat(501), 'question', 'Question cannot exceed 500 characters'],
    ['question', 'a\u0000b', 'question', 'Question has a character we cannot use'],
    ['question', 'a\ud800b', 'question', 'Question has a character we cannot use'],
    ['options', undefined, 'options', required],
    ['options', ['Amina', 'Bola', 'Chidi'], 'options', required],
    ['options', ['Amina', 'Bola', 'Chidi', 'Danladi', 'Efe'], 'options', required],
    ['options', ['Amina', 'Bola', 'Chidi', ' '], 'options.3', required],
    ['options', ['Amina', 'Bola', 'Chidi', 'x'.repeat(201)], 'options.3', 'Option cannot exceed 200 characters'],
    ['options', ['Amina', 'Bola', 'Chidi', 'a\udc00'], 'options.3', 'Option has a character we cannot use'],
    ['options', ['Amina', 'Bola', 'Chidi', ' AMINA '], 'options', 'The four options must be different.'],
    ['correctAnswer', '', 'correctAnswer', required],
    ['correctAnswer', undefined, 'correctAnswer', required],
    ['correctAnswer', 'Efe', 'correctAnswer', 'The correct answer must be one of the four options.'],
    ['ageCategory', '', 'ageCategory', required],
    ['ageCategory', undefined, 'ageCategory', required],
    ['ageCategory', '21-30', 'ageCategory', required],
  ])('refuses %s %j', async (field, value, path, message) => {
    const call = () => add({ ...form(), question: 'Never stored?', [field]: value })
    await expectRefusalWithoutWrites(t, call, { status: 400, code: 'invalid', message })
    expect((await refusal(call())).errors).toContainEqual({ path, message })
  })

  it('refuses a question that the quiz already has, ignoring case, but accepts it in the other age category', async () => {
    await add({ ...form(), question: 'Only once?' })
    await expectRefusalWithoutWrites(t, () => add({ ...form(), question: ' ONLY once? ' }), {
      status: 409,
      code: 'question_exists',
      message: 'This video already has this question.',
      errors: [{ path: 'question', message: 'This video already has this question.' }],
    })
    await add({ ...form(), question: 'Only once?', ageCategory: '5-10' })
    const stored = await t.app.db
      .select()
      .from(questions)
      .where(and(eq(questions.videoId, video.id), eq(questions.questionKey, 'only once?')))
    expect(stored.map((row) => row.ageCategory).toSorted()).toEqual(['11-20', '5-10'])
  })

  it('refuses a fifty-first question in a quiz', async () => {
    const full = await makeQuiz(t, { count: 50 })
    await expectRefusalWithoutWrites(t, () => add({ ...form(), videoTitle: full.video.title }), {
      status: 409,
      code: 'too_many_questions',
      message: 'A video can have at most 50 questions in each age category.',
    })
    expect((await add({ ...form(), videoTitle: full.video.title, ageCategory: '5-10' })).trivia.ageCategory).toBe(
      '5-10',
    )
  })

  it('refuses a deleted video', async () => {
    const deleted = await makeVideo(t, { deletedAt: new Date() })
    await expectRefusalWithoutWrites(t, () => add({ ...form(), videoTitle: deleted.title }), {
      status: 400,
      message: 'No video has this title.',
    })
  })
})
