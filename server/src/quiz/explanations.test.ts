// Tests that an explanation and the correct answer are sent to a student once the question is answered, and never before.
import * as contract from '@baobab/contract/quiz/endpoints.ts'
import { addQuestion, editQuestion } from '@baobab/contract/quiz/admin.ts'
import { exportData } from '@baobab/contract/privacy/endpoints.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { and, desc, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { makeAdmin, makeStudent, makeVideo } from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { auditLines } from '../platform/audit/tables.ts'
import { videos } from '../videos/tables.ts'
import { refusal } from '../../test/refusal.ts'

const t = await openTestApp()
const admin = await makeAdmin(t)

const form = (n: number) => ({
  question: `Who was there in part ${n}?`,
  options: ['Amina', 'Bola', 'Chidi', 'Danladi'],
  correctAnswer: 'Bola',
  explanation: `SECRET ${n}: Bola lives there.`,
  momentSeconds: n,
})

/** Returns the details of a question's last edit in the audit log. */
async function lastEdit(triviaId: string) {
  const [line] = await t.app.db
    .select()
    .from(auditLines)
    .where(and(eq(auditLines.action, 'question.edited'), eq(auditLines.subject, triviaId)))
    .orderBy(desc(auditLines.at))
    .limit(1)
  return line?.details
}

/** Creates a quiz of two questions with explanations. */
async function makeExplainedQuiz() {
  const video = await makeVideo(t)
  const ids: string[] = []
  for (const n of [0, 1]) {
    const body = { ...form(n), videoTitle: video.title, ageCategory: '11-20' as const }
    ids.push((await t.as(admin.token)(addQuestion, { body })).trivia._id)
  }
  return { video, ids, params: { videoTitle: video.title, ageCategory: '11-20' as const } }
}

describe('an explanation', () => {
  it('Q-01 is in no reply before the question is answered, and in all replies afterwards', async () => {
    const { ids, params } = await makeExplainedQuiz()
    const student = t.as((await makeStudent(t)).token)
    const before = [
      await t.as()(contract.listQuestions, { params }),
      await student(contract.listQuestions, { params }),
      await t.as(admin.token)(contract.listQuestions, { params }),
      await student(contract.startAttempt, { params }),
      await student(contract.listAttempts, {}),
      await t.as()(listVideos, {}),
      await student(exportData, {}),
      await refusal(student(contract.reviewAttempt, { params })),
      await refusal(student(contract.answerQuestion, { params, body: { triviaId: ids[0] ?? '', answer: 'nobody' } })),
    ]
    expect(JSON.stringify(before)).not.toMatch(/SECRET|correctAnswer|momentSeconds/)

    const body = { triviaId: ids[1] ?? '', answer: 'Amina' }
    const learnt = { correctAnswer: 'Bola', explanation: 'SECRET 1: Bola lives there.', momentSeconds: 1 }
    const wrong = await student(contract.answerQuestion, { params, body })
    expect(wrong).toMatchObject({ correct: false, points: 0, ...learnt })
    // Repeating the answer gets the same reply; a different answer reveals nothing.
    expect(await student(contract.answerQuestion, { params, body })).toEqual(wrong)
    const other = await refusal(student(contract.answerQuestion, { params, body: { ...body, answer: 'Bola' } }))
    expect(JSON.stringify(other)).not.toContain('SECRET')
    const running = await student(contract.startAttempt, { params })
    expect(running.answers).toEqual([{ triviaId: ids[1], answer: 'Amina', correct: false, ...learnt }])
    expect(JSON.stringify([running, await student(exportData, {})])).not.toContain('SECRET 0')

    await student(contract.finishAttempt, { params })
    const { questions } = await student(contract.reviewAttempt, { params })
    expect(questions.find(({ _id }) => _id === ids[1])).toMatchObject(learnt)
    expect(questions.find(({ _id }) => _id === ids[0])).toMatchObject({ explanation: form(0).explanation })
  })

  it('is unchanged in attempts that have started, and is kept by an edit that does not mention it', async () => {
    const { ids, params } = await makeExplainedQuiz()
    const student = t.as((await makeStudent(t)).token)
    await student(contract.startAttempt, { params })
    const [triviaId = ''] = ids
    const edit = (body: Partial<ReturnType<typeof form>>) => {
      const { question, options, correctAnswer } = form(0)
      return t.as(admin.token)(editQuestion, {
        params: { triviaId },
        body: { question, options, correctAnswer, ...body },
      })
    }
    expect((await edit({})).trivia).toMatchObject({ explanation: form(0).explanation, momentSeconds: 0 })
    expect(await lastEdit(triviaId)).not.toHaveProperty('explanationChanged')
    expect((await edit({ explanation: 'Another one.' })).trivia).toMatchObject({ explanation: 'Another one.' })
    expect(await lastEdit(triviaId)).toMatchObject({ explanationChanged: true })
    await edit({ momentSeconds: 2 })
    expect(await lastEdit(triviaId)).toMatchObject({ momentChanged: true })
    expect(await lastEdit(triviaId)).not.toHaveProperty('explanationChanged')
    expect((await edit({ explanation: ' ' })).trivia).toMatchObject({ explanation: null })
    const reply = await student(contract.answerQuestion, { params, body: { triviaId, answer: 'Bola' } })
    expect(reply).toMatchObject({ correct: true, explanation: form(0).explanation })
  })

  it('is refused if it is too long, as is a moment after the end of the video', async () => {
    const { ids, video } = await makeExplainedQuiz()
    await t.app.db.update(videos).set({ durationSeconds: 61 }).where(eq(videos.id, video.id))
    const { question, options, correctAnswer } = form(0)
    const edit = (body: object) =>
      t.as(admin.token)(editQuestion, {
        params: { triviaId: ids[0] ?? '' },
        body: { question, options, correctAnswer, ...body },
      })
    expect(await refusal(edit({ explanation: 'x'.repeat(301) }))).toMatchObject({ errors: [{ path: 'explanation' }] })
    for (const [momentSeconds, message] of [
      [62, 'The video ends before this moment.'],
      [1.5, 'Write the moment as minutes and seconds, like 0:45.'],
      [-1, 'Write the moment as minutes and seconds, like 0:45.'],
    ] as const)
      expect(await refusal(edit({ momentSeconds }))).toMatchObject({ errors: [{ path: 'momentSeconds', message }] })
    expect((await edit({ momentSeconds: 61 })).trivia.momentSeconds).toBe(61)
  })
})
