// Tests pictures for a question's options: set and removed by admins, shown to students in the order of their options.
import { auditLog } from '@baobab/contract/audit/endpoints.ts'
import { startBulkRun, undoBulkRun } from '@baobab/contract/bulk/endpoints.ts'
import {
  optionPictureFiles,
  deleteOptionPictures,
  deleteQuestion,
  dryRun,
  editQuestion,
  listQuestionsWithAnswers,
  setOptionPictures,
} from '@baobab/contract/quiz/admin.ts'
import { readDailyPractice, readPractice } from '@baobab/contract/quiz/practice.ts'
import { listQuestions } from '@baobab/contract/quiz/endpoints.ts'
import { logOutStudent } from '@baobab/contract/accounts/endpoints.ts'
import { eq, ne } from 'drizzle-orm'
import sharp from 'sharp'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeAdmin, makeQuiz, makeStudent, type MadeQuiz } from '../../../test/factories.ts'
import { openTestApp } from '../../../test/harness.ts'
import { refusal } from '../../../test/refusal.ts'
import { expectRefusalWithoutWrites, quizCalls, quizParams } from '../../../test/take-quiz.ts'
import { forgetOldRows } from '../../bulk/forget-rows.ts'
import { bulkRuns } from '../../bulk/tables.ts'
import { questions } from '../tables.ts'

let quiz: MadeQuiz
const t = await openTestApp()
const admin = await makeAdmin(t)
beforeEach(async () => {
  quiz = await makeQuiz(t, { count: 1 })
})

const { start, answer, finish, review } = quizCalls((token) => t.as(token))
const triviaId = () => quiz.questions[0]?.id ?? ''
/** One colour for each option, in the order an admin typed the options. */
const colours = ['#ff0000', '#00ff00', '#0000ff', '#ffff00']

async function forms(names: readonly string[] = optionPictureFiles): Promise<FormData> {
  const form = new FormData()
  for (const [index, name] of names.entries()) {
    const picture = sharp({ create: { width: 600, height: 400, channels: 3, background: colours[index] ?? '#000' } })
    form.set(name, new Blob([new Uint8Array(await picture.jpeg().toBuffer())]), 'IMG_right_answer.jpg')
  }
  return form
}
const set = async (body?: FormData) =>
  t.as(admin.token)(setOptionPictures, { params: { triviaId: triviaId() }, body: body ?? (await forms()) })
const edit = async (options: string[]) => {
  const body = { question: 'Another text?', options, correctAnswer: 'right' }
  return t.as(admin.token)(editQuestion, { params: { triviaId: triviaId() }, body })
}
/** Returns the details of the newest edit in the audit log. */
const lastEdit = async () =>
  (await t.as(admin.token)(auditLog, { query: { action: 'question.edited' } })).lines[0]?.details
const storedKeys = async () =>
  (await t.app.db.select().from(questions).where(eq(questions.id, triviaId())))[0]?.pictures ?? null
const listFiles = () => t.app.files.list('options')

/** Returns the index of a picture's colour. */
async function colourOf(link: string | undefined): Promise<number> {
  const reply = await t.http.inject(link ?? '')
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['cache-control']).toContain('private')
  const { dominant } = await sharp(reply.rawPayload).stats()
  const hex = [dominant.r, dominant.g, dominant.b].map((channel) => (channel > 128 ? 'ff' : '00')).join('')
  return colours.indexOf(`#${hex}`)
}

/** Expects each option to have the picture the admin gave it. */
async function expectRightPictures({ options, pictures }: { options: readonly string[]; pictures: string[] | null }) {
  expect(pictures).toHaveLength(4)
  const typed = quiz.questions[0]?.options ?? []
  for (const [index, option] of options.entries()) expect(await colourOf(pictures?.[index])).toBe(typed.indexOf(option))
}

describe('a question’s pictures', () => {
  it('are scaled-down squares with random names, which admins see beside their options', async () => {
    const { trivia, message } = await set()
    expect(message).toBe('The options have pictures now.')
    await expectRightPictures(trivia)
    for (const key of (await storedKeys()) ?? []) expect(key).toMatch(/^options\/[0-9a-f-]{36}\.webp$/)
    const bytes = (await t.http.inject(trivia.pictures?.[0] ?? '')).rawPayload
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 480, height: 480 })
    expect(bytes.length).toBeLessThan(60_000)
    const query = { videoId: quiz.video.id, ageCategory: quiz.ageCategory }
    const [listed] = (await t.as(admin.token)(listQuestionsWithAnswers, { query })).questions
    if (listed) await expectRightPictures(listed)
    const [tried] = (await t.as(admin.token)(dryRun, { query })).questions
    if (tried) await expectRightPictures(tried)
    const { lines } = await t.as(admin.token)(auditLog, { query: { action: 'question.pictures_set' } })
    expect(lines[0]).toMatchObject({ admin: admin.username, subject: { _id: triviaId() } })
  })

  it('are stored in a random order, so that file times reveal nothing', async () => {
    const orders = new Set<string>()
    // In ten tries, the order varies except in one case in 24 to the power of nine.
    for (let n = 0; n < 10 && orders.size < 2; n += 1) {
      await set()
      const keys = (await storedKeys()) ?? []
      const times = await Promise.all(keys.map(async (key) => (await stat(join(t.app.config.filesDir, key))).mtimeMs))
      orders.add(times.map((time) => times.filter((other) => other < time).length).join(' '))
    }
    expect(orders.size).toBe(2)
  })

  it('follow their options through every shuffle a student sees: quiz, practice and review', async () => {
    await set()
    for (let n = 0; n < 3; n += 1) {
      const student = await makeStudent(t)
      const [asked] = (await start(student, quiz)).questions
      if (asked) await expectRightPictures(asked)
      // The last student does not answer.
      if (n < 2) await answer(student, quiz, 0, 'wrong one')
      await finish(student, quiz)
      const [reviewed] = (await review(student, quiz)).questions
      const typed = quiz.questions[0]?.options ?? []
      expect(await colourOf(reviewed?.correctPicture ?? '')).toBe(typed.indexOf('right'))
      const { answerPicture = null } = reviewed ?? {}
      expect(answerPicture && (await colourOf(answerPicture))).toBe(n < 2 ? typed.indexOf('wrong one') : null)
      const [practised] = (await t.as(student.token)(readPractice, { params: quizParams(quiz) })).questions
      if (practised) await expectRightPictures(practised)
      const [daily] = (await t.as(student.token)(readDailyPractice, {})).questions
      if (daily) await expectRightPictures(daily)
    }
  })

  it('can be opened only in the quiz’s session, and are not in the public list', async () => {
    await set()
    const student = await makeStudent(t)
    const [asked] = (await start(student, quiz)).questions
    expect(JSON.stringify(await t.as(student.token)(listQuestions, { params: quizParams(quiz) }))).not.toContain(
      'media',
    )
    expect((await t.http.inject(asked?.pictures?.[0] ?? '')).statusCode).toBe(200)
    await t.as(student.token)(logOutStudent, {})
    expect((await t.http.inject(asked?.pictures?.[0] ?? '')).statusCode).toBe(403)
  })

  it('follow the texts of their options when an admin edits the question', async () => {
    await set()
    const { options: [first = '', second = '', ...others] = [] } = quiz.questions[0] ?? {}
    const { trivia } = await edit([second, first.toUpperCase(), ...others])
    const [before, after] = [[first, second, ...others], trivia.options.map((option) => option.toLowerCase())]
    expect(after).not.toEqual(before)
    for (const [index, option] of after.entries())
      expect(await colourOf(trivia.pictures?.[index])).toBe(before.indexOf(option))
    expect(await lastEdit()).not.toHaveProperty('picturesRemoved')
  })

  it('are removed with their files when an edit adds a new option, and the audit log says so', async () => {
    const before = await listFiles()
    await set()
    const options = quiz.questions[0]?.options ?? []
    const { trivia } = await edit(options.with(3, 'a new one'))
    expect(trivia.pictures).toBeNull()
    expect(await listFiles()).toEqual(before)
    expect(await lastEdit()).toMatchObject({ picturesRemoved: true })
    await edit(options)
    expect(await lastEdit()).not.toHaveProperty('picturesRemoved')
  })

  it('are kept for attempts that show them when an edit removes them', async () => {
    await set()
    const student = await makeStudent(t)
    await start(student, quiz)
    await edit((quiz.questions[0]?.options ?? []).with(3, 'a new one'))
    expect(await storedKeys()).toBeNull()
    const [asked] = (await start(student, quiz)).questions
    if (asked) await expectRightPictures(asked)
  })

  it('are replaced and removed with their files, but the files stay once a student has started the quiz', async () => {
    const before = await listFiles()
    await set()
    const first = await storedKeys()
    await set()
    expect((await listFiles()).toSorted()).toEqual([...before, ...((await storedKeys()) ?? [])].toSorted())
    expect(await storedKeys()).not.toEqual(first)
    const student = await makeStudent(t)
    await start(student, quiz)
    const params = { triviaId: triviaId() }
    const { trivia } = await t.as(admin.token)(deleteOptionPictures, { params })
    expect(trivia.pictures).toBeNull()
    expect(await listFiles()).toHaveLength(before.length + 4)
    // The attempt that has started still shows the same pictures.
    const [asked] = (await start(student, quiz)).questions
    if (asked) await expectRightPictures(asked)
  })

  it('are deleted with a question that nobody was asked', async () => {
    const before = await listFiles()
    await set()
    await t.as(admin.token)(deleteQuestion, { params: { triviaId: triviaId() } })
    expect(await listFiles()).toEqual(before)
  })

  it('are kept while a bulk deletion can be undone, and removed afterwards', async () => {
    const before = await listFiles()
    await set()
    const remove = async () => {
      const targets = { ids: [triviaId()] }
      return (await t.as(admin.token)(startBulkRun, { body: { action: 'questions.delete', options: {}, targets } })).run
    }
    await t.as(admin.token)(undoBulkRun, { params: { runId: (await remove())._id } })
    await forgetOldRows(t.app)
    const { _id: runId } = await remove()
    await forgetOldRows(t.app)
    expect(await listFiles()).toHaveLength(before.length + 4)
    const dayBeforeYesterday = new Date(t.app.clock.now().getTime() - 48 * 3_600_000)
    await t.app.db.update(bulkRuns).set({ startedAt: dayBeforeYesterday }).where(ne(bulkRuns.id, runId))
    await forgetOldRows(t.app)
    expect(await listFiles()).toHaveLength(before.length + 4)
    await t.app.db.update(bulkRuns).set({ startedAt: dayBeforeYesterday })
    await forgetOldRows(t.app)
    expect(await listFiles()).toEqual(before)
  })

  it('must be all four or none, and actual pictures', async () => {
    const three = await forms(optionPictureFiles.slice(0, 3))
    await expectRefusalWithoutWrites(t, () => set(three), {
      status: 400,
      errors: [{ path: 'picture4', message: 'Choose a picture for each of the four options.' }],
    })
    const before = await listFiles()
    const bad = await forms()
    bad.set('picture3', new Blob(['<svg/>']), 'x.webp')
    expect(await refusal(set(bad))).toMatchObject({ status: 422, code: 'not_a_picture' })
    expect(await listFiles()).toEqual(before)
    expect(await storedKeys()).toBeNull()
    const twice = await forms(['picture1', 'picture2', 'picture3'])
    twice.append('picture3', new Blob(['again']), 'y.webp')
    expect(await refusal(set(twice))).toMatchObject({ status: 400, code: 'bad_request' })
  })
})
