// Tests that each person has one first try: an account created again with the email of an erased one, however spelled, gets no
// points from quizzes that the erased one had started.
import * as accounts from '@baobab/contract/accounts/endpoints.ts'
import { eraseAccount, exportData } from '@baobab/contract/privacy/endpoints.ts'
import { resetAttempt } from '@baobab/contract/quiz/admin.ts'
import { eq, isNull, sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { refusal } from '../../test/refusal.ts'
import { openTestApp } from '../../test/harness.ts'
import {
  makeAdmin,
  makeQuiz,
  makeStudent,
  makeVideo,
  PASSWORD,
  registration,
  unique,
  type MadeQuiz,
  type MadeStudent,
} from '../../test/factories.ts'
import { holdUntilOthersWait } from '../../test/report-questions.ts'
import { expectRefusalWithoutWrites, quizCalls, quizRows } from '../../test/take-quiz.ts'
import { hashAddress, loadAddressHash } from '../accounts/address-hash.ts'
import { fillDerivedColumns } from '../accounts/fill-derived-columns.ts'
import { students } from '../accounts/tables.ts'
import { copyFormerAttempts, deleteOldFormerAttempts } from './former-attempts.ts'
import { formerAttempts } from './former-tables.ts'

const t = await openTestApp()
const admin = await makeAdmin(t)
afterEach(() => t.app.clock.set(new Date()))

const { start, answer, finish, review, list } = quizCalls((token) => t.as(token))
const { loadEntry, loadAttempts } = quizRows(() => t)
const erase = ({ token }: MadeStudent) => t.as(token)(eraseAccount, { body: { password: PASSWORD } })
const completed = { status: 409, code: 'quiz_completed', message: 'Quiz already completed.' }
const loadHash = async ({ id }: MadeStudent) =>
  (await t.app.db.select({ hash: students.addressHash }).from(students).where(eq(students.id, id)))[0]?.hash

/** Signs up the way a phone does: registers, enters the code and logs in. */
async function signUp(email: string): Promise<MadeStudent> {
  const form = registration({ email })
  const { verificationToken } = await t.as()(accounts.registerStudent, { body: form })
  await t.as()(accounts.verifyEmail, { body: { email, verificationToken } })
  const { authToken, studentData } = await t.as()(accounts.logInStudent, { body: { email, password: PASSWORD } })
  return { id: studentData._id, username: form.username, email, token: authToken }
}

/** Creates a student who starts a quiz and then deletes the account. */
async function startAndErase(quiz: MadeQuiz, email: string): Promise<MadeStudent> {
  const student = await makeStudent(t, { email })
  await answer(student, quiz, 0, 'wrong one')
  await erase(student)
  return student
}

describe('an account created again with the email of an erased one', () => {
  it('gets no points from quizzes that the erased one had started, and all from others', async () => {
    const [quiz, other] = [await makeQuiz(t), await makeQuiz(t)]
    const younger = await makeQuiz(t, { video: quiz.video, ageCategory: '5-10' })
    const name = unique('ada')
    const thief = await signUp(`${name}@gmail.com`)
    await answer(thief, quiz, 0, 'wrong one')
    await finish(thief, quiz)
    expect((await review(thief, quiz)).questions[0]).toMatchObject({ correctAnswer: 'right' })
    await erase(thief)

    const again = await signUp(`${name.slice(0, 2)}.${name.slice(2)}+again@GoogleMail.com`)
    await expectRefusalWithoutWrites(t, () => start(again, quiz), completed)
    await expectRefusalWithoutWrites(t, () => answer(again, quiz, 0, 'right'), completed)
    await expectRefusalWithoutWrites(t, () => review(again, quiz), completed)
    await expectRefusalWithoutWrites(t, () => finish(again, quiz), completed)
    expect(await loadEntry(again)).toBeUndefined()
    expect(await loadAttempts(again)).toEqual([])
    expect(await list(again)).toMatchObject({
      attempts: [],
      formerQuizzes: [{ videoId: quiz.video.id, ageCategory: '11-20' }],
    })
    expect((await answer(again, other, 0, 'right')).points).toBe(10)
    expect(await loadEntry(again)).toMatchObject({ score: 10 })
    // Only the started category is used up.
    const child = await makeStudent(t, { email: `${name}+child@gmail.com`, birth: '2020-05-01' })
    expect((await answer(child, younger, 0, 'right')).points).toBe(10)
  })

  it('gains nothing from being erased once more, and attempts of both accounts add up', async () => {
    const [first, second, third] = [await makeQuiz(t), await makeQuiz(t), await makeQuiz(t)]
    const name = unique('ada')
    await startAndErase(first, `${name}@gmail.com`)
    await startAndErase(second, `${name}+2@gmail.com`)
    const last = await makeStudent(t, { email: `${name}+3@gmail.com` })
    for (const quiz of [first, second]) expect(await refusal(start(last, quiz))).toMatchObject(completed)
    expect((await start(last, third)).questions).toHaveLength(5)
    expect((await list(last)).formerQuizzes).toHaveLength(2)
  })

  it('does not affect others, whose provider may give tags and dots a meaning', async () => {
    const quiz = await makeQuiz(t)
    const name = unique('ada')
    await startAndErase(quiz, `${name}@home.example`)
    const same = await makeStudent(t, { email: `${name.toUpperCase()}@home.example` })
    expect(await refusal(start(same, quiz))).toMatchObject(completed)
    const other = await makeStudent(t, { email: `${name}+2@home.example` })
    expect((await list(other)).formerQuizzes).toEqual([])
    expect((await answer(other, quiz, 0, 'right')).points).toBe(10)
  })

  it('may take a quiz whose attempt an admin had reset', async () => {
    const quiz = await makeQuiz(t)
    const email = `${unique('ada')}@gmail.com`
    const student = await makeStudent(t, { email })
    const { _id } = await start(student, quiz)
    await t.as(admin.token)(resetAttempt, { params: { attemptId: _id }, body: { reason: 'The power failed.' } })
    await erase(student)
    expect((await answer(await makeStudent(t, { email }), quiz, 0, 'right')).points).toBe(10)
  })

  it('keeps an attempt started before the other account was erased', async () => {
    const quiz = await makeQuiz(t)
    const name = unique('ada')
    const second = await makeStudent(t, { email: `${name}+2@gmail.com` })
    await start(second, quiz)
    await startAndErase(quiz, `${name}@gmail.com`)
    expect((await answer(second, quiz, 0, 'right')).points).toBe(10)
    // Both accounts had started the quiz.
    await erase(second)
    expect(await refusal(start(await makeStudent(t, { email: `${name}@gmail.com` }), quiz))).toMatchObject(completed)
  })
})

describe('the data kept about an erased account', () => {
  it('is a keyed hash, the video and the category, which a student who signs up again can download', async () => {
    const quiz = await makeQuiz(t)
    const email = `${unique('ada')}@gmail.com`
    await startAndErase(quiz, email)
    const addressHash = hashAddress(t.app, email)
    const rows = await t.app.db.select().from(formerAttempts).where(eq(formerAttempts.addressHash, addressHash))
    expect(rows).toEqual([{ addressHash, videoId: quiz.video.id, ageCategory: '11-20', erasedAt: expect.any(Date) }])
    const again = await makeStudent(t, { email })
    const exported = await t.as(again.token)(exportData, {})
    expect(exported.tables['formerQuizzes']).toEqual([
      { videoId: quiz.video.id, ageCategory: '11-20', erasedAt: expect.any(String) },
    ])
    expect(JSON.stringify(exported)).not.toContain(addressHash)
  })

  it('is deleted after twelve months, and not before', async () => {
    const quiz = await makeQuiz(t)
    const email = `${unique('ada')}@gmail.com`
    t.app.clock.set(new Date('2026-03-10T08:00:00Z'))
    await startAndErase(quiz, email)
    const left = () =>
      t.app.db
        .select()
        .from(formerAttempts)
        .where(eq(formerAttempts.addressHash, hashAddress(t.app, email)))
    // More than are deleted at once, and older, so that they are deleted first.
    await t.owner.query(
      `insert into former_attempts (address_hash, video_id, age_category, erased_at)
       select 'hash ' || n, $1, '11-20', '2026-03-10 07:58Z' from generate_series(1, 1000) as n`,
      [quiz.video.id],
    )
    t.app.clock.set(new Date('2027-03-10T07:57:00Z'))
    await deleteOldFormerAttempts(t.app)
    expect(await left()).toHaveLength(1)
    t.app.clock.set(new Date('2027-03-10T08:05:00Z'))
    await deleteOldFormerAttempts(t.app)
    expect(await left()).toEqual([])
    expect((await answer(await makeStudent(t, { email }), quiz, 0, 'right')).points).toBe(10)
  })
})

it('a quiz started by two accounts with one mailbox is kept until twelve months after the later erasure', async () => {
  const quiz = await makeQuiz(t)
  const name = unique('ada')
  t.app.clock.set(new Date('2026-03-10T08:00:00Z'))
  const other = await makeStudent(t, { email: `${name}+2@gmail.com` })
  await start(other, quiz)
  await startAndErase(quiz, `${name}@gmail.com`)
  t.app.clock.set(new Date('2026-03-10T18:00:00Z'))
  await erase(other)
  t.app.clock.set(new Date('2027-03-10T17:00:00Z'))
  await deleteOldFormerAttempts(t.app)
  const again = await makeStudent(t, { email: `${name}@gmail.com` })
  expect(await refusal(start(again, quiz))).toMatchObject(completed)
})

it('the retention of a quiz started by erased accounts of two merged mailboxes counts from the later erasure', async () => {
  const [from, to] = [`${unique('ada')}@home.example`, `${unique('ada')}@home.example`]
  const [early, late] = [new Date('2026-03-10T08:00:00Z'), new Date('2026-03-11T08:00:00Z')]
  for (const [ofFrom, ofTo] of [
    [early, late],
    [late, early],
  ] as const) {
    const quiz = { videoId: (await makeVideo(t)).id, ageCategory: '11-20' as const }
    await t.app.db.insert(formerAttempts).values([
      { ...quiz, addressHash: hashAddress(t.app, from), erasedAt: ofFrom },
      { ...quiz, addressHash: hashAddress(t.app, to), erasedAt: ofTo },
    ])
  }
  await t.app.db.transaction((tx) => copyFormerAttempts(t.app, tx, { from, to }))
  const rows = await t.app.db
    .select()
    .from(formerAttempts)
    .where(eq(formerAttempts.addressHash, hashAddress(t.app, to)))
  expect(rows.map(({ erasedAt }) => erasedAt)).toEqual([late, late])
})

it('an account erased while it is starting a quiz gets no attempt', async () => {
  const [student, quiz] = [await makeStudent(t), await makeQuiz(t)]
  // Locks as an erasure does: a weaker lock would not make the start wait.
  const statement = `with locked as (select id from students where id = $1 for update)
    update students set erased_at = now() from locked where students.id = locked.id`
  let started: Promise<unknown> | undefined
  await holdUntilOthersWait(t, { statement, values: [student.id], count: 1 }, () => {
    started = refusal(start(student, quiz))
  })
  expect(await started).toMatchObject({ status: 401 })
  expect(await loadAttempts(student)).toEqual([])
})

describe('the canonical address hash', () => {
  it('is the same for all spellings of one mailbox, depends on the key, and is deleted with the account', async () => {
    const name = unique('ada')
    const [one, other] = [
      await makeStudent(t, { email: `${name}@gmail.com` }),
      await makeStudent(t, { email: `${name}+2@gmail.com` }),
    ]
    const hash = await loadHash(one)
    expect(hash).toMatch(/^[\w-]{43}$/)
    expect(await loadHash(other)).toBe(hash)
    const keys = { ...t.app.keys, codes: Buffer.alloc(32) }
    expect(hashAddress({ keys }, `${name}@gmail.com`)).not.toBe(hash)
    await erase(one)
    expect(await loadHash(one)).toBeNull()
  })

  it('fails a call whose account was erased while it was running, like an ended session', async () => {
    const student = await makeStudent(t)
    await erase(student)
    await expect(loadAddressHash(t.app, student.id)).rejects.toMatchObject({ code: 'unauthorised' })
  })

  it('is filled in at night for older accounts, which are refused even before that', async () => {
    const [quiz, email] = [await makeQuiz(t), `${unique('ada')}@gmail.com`]
    await startAndErase(quiz, email)
    const older = await makeStudent(t, { email })
    const hash = await loadHash(older)
    await t.app.db.execute(sql`update students set address_hash = null`)
    expect(await refusal(start(older, quiz))).toMatchObject(completed)
    await fillDerivedColumns(t.app)
    expect(await loadHash(older)).toBe(hash)
    const without = await t.app.db.select().from(students).where(isNull(students.addressHash))
    expect(without.filter(({ erasedAt }) => erasedAt === null)).toEqual([])
  })
})
