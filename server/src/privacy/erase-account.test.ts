// Tests each value that an erasure leaves, in a transaction that is rolled back, so that all tests share one set of accounts.
import { randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { registerStudent } from '../accounts/register.ts'
import { retiredUsernames } from '../accounts/erased-tables.ts'
import { knownBrowsers, registrations, sessions, students } from '../accounts/tables.ts'
import { contactMessages } from '../contact/tables.ts'
import { exportFiles } from '../exports/tables.ts'
import { leaderboardEntries } from '../leaderboard/tables.ts'
import type { Tx } from '../platform/database/database.ts'
import { formerAttempts } from '../quiz/former-tables.ts'
import { attempts } from '../quiz/tables.ts'
import { makeAdmin, makeQuiz, makeStudent, PASSWORD, registration, type MadeStudent } from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { quizCalls } from '../../test/take-quiz.ts'
import { ERASED_BIRTH } from '../accounts/queries.ts'
import { eraseAccount, eraseStudent } from './erase-account.ts'

let [mine, merged, other]: MadeStudent[] = []
const idOf = (student: MadeStudent | undefined) => student?.id ?? ''

const t = await openTestApp()
beforeAll(async () => {
  const admin = await makeAdmin(t)
  const quiz = await makeQuiz(t)
  const now = t.app.clock.now()
  for (const name of ['mine', 'merged', 'other']) {
    const student = await makeStudent(t)
    if (name === 'mine') mine = student
    else if (name === 'merged') merged = student
    else other = student
    if (name !== 'merged') await quizCalls((token) => t.as(token)).answer(student, quiz, 0, 'right')
    await t.app.db
      .update(students)
      .set({
        school: 'A school',
        picture: `pictures/${name}.webp`,
        avatar: 'sun' as never,
        guardianEmail: `mum-of-${student.username}@home.example`,
        consentId: randomUUID(),
        addressHash: name,
        disqualifiedReason: 'A reason.',
        heldAt: now,
        extraTimeFactor: 1.5,
        wantsReading: true,
        hidesMovement: true,
        optionalMailsOffAt: now,
        ...(name === 'merged' ? { mergedIntoId: idOf(mine), mergeReason: 'One person.', erasedAt: now } : {}),
      })
      .where(eq(students.id, student.id))
    const message = { firstName: 'Ada', lastName: 'Obi', message: 'Please help me.', createdAt: now }
    await t.app.db.insert(contactMessages).values({ ...message, email: student.email })
    if (name === 'merged') {
      // Like a merge.
      await t.app.db.delete(sessions).where(eq(sessions.studentId, student.id))
      await t.app.db.delete(knownBrowsers).where(eq(knownBrowsers.studentId, student.id))
    }
    await registerStudent(t.app, { ...registration({ email: student.email }), school: 'A school' })
  }
  await t.app.db.update(attempts).set({ resetReason: 'The power failed.' })
  const order = { adminId: admin.id, format: 'csv' as const, filters: {}, createdAt: now }
  await t.app.db.insert(exportFiles).values({ ...order, what: 'students', state: 'waiting' })
})

class RolledBack extends Error {}
/** Runs work in a transaction that leaves nothing behind. */
async function rollBack(work: (tx: Tx) => Promise<void>): Promise<void> {
  await t.app.db
    .transaction(async (tx) => {
      await work(tx)
      throw new RolledBack()
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error
    })
}

/** Reads everything the tests compare for some students. */
async function readAll(tx: Tx, ...chosen: (MadeStudent | undefined)[]) {
  const ids = chosen.map(idOf)
  const emails = chosen.map((student) => student?.email ?? '')
  return {
    students: await tx.select().from(students).where(inArray(students.id, ids)).orderBy(students.verifiedAt),
    sessions: await tx.select().from(sessions).where(inArray(sessions.studentId, ids)),
    browsers: await tx.select().from(knownBrowsers).where(inArray(knownBrowsers.studentId, ids)),
    entries: await tx.select().from(leaderboardEntries).where(inArray(leaderboardEntries.studentId, ids)),
    attempts: await tx.select().from(attempts).where(inArray(attempts.studentId, ids)),
    messages: await tx.select().from(contactMessages).where(inArray(contactMessages.email, emails)),
    registrations: await tx.select().from(registrations).where(inArray(registrations.email, emails)),
  }
}

/** What an erasure leaves in a student's row. */
const erasedRow = (student: MadeStudent | undefined) => ({
  id: idOf(student),
  username: 'deleted',
  usernameKey: `erased:${idOf(student)}`,
  email: '',
  emailKey: `erased:${idOf(student)}`,
  number: '',
  passwordHash: '',
  birth: ERASED_BIRTH,
  address: '',
  school: null,
  picture: null,
  avatar: null,
  guardianEmail: null,
  consentId: null,
  addressHash: null,
  disqualifiedReason: null,
  heldAt: null,
  extraTimeFactor: 1,
  wantsReading: false,
  hidesMovement: false,
  mergedIntoId: null,
  mergeReason: null,
  optionalMailsOffAt: null,
  erasedAt: expect.any(Date),
})

it('empties the rows of an account and of those merged into it, and changes no others', async () => {
  await rollBack(async (tx) => {
    const others = await readAll(tx, other)
    for (const rows of Object.values(others)) expect(rows).toHaveLength(1)
    const files = await eraseStudent(t.app, tx, idOf(mine))
    expect(await readAll(tx, other)).toEqual(others)
    const left = await readAll(tx, mine, merged)
    expect(left).toMatchObject({
      students: [erasedRow(mine), erasedRow(merged)],
      sessions: [],
      browsers: [],
      entries: [{ isListed: false, leavesOn: ERASED_BIRTH }],
      attempts: [{ resetReason: null }],
      messages: [],
      registrations: [],
    })
    const emptied = await tx.select().from(registrations).where(eq(registrations.email, ''))
    const values = { number: '', birth: ERASED_BIRTH, address: '', school: null, avatar: null, guardianEmail: null }
    expect(emptied).toMatchObject([values, values])
    expect(new Set(emptied.map(({ emailKey }) => emailKey)).size).toBe(2)
    for (const { username } of emptied) expect(username).not.toBe('')
    expect(await tx.select().from(retiredUsernames)).toHaveLength(2)
    // The quiz counts for both mailboxes.
    expect(await tx.select().from(formerAttempts)).toHaveLength(2)
    const jobs = await tx.execute<{ key: string }>(
      sql`select data ->> 'key' as key from pgboss.job where name = 'erased-files' order by created_on, key`,
    )
    expect(jobs.rows.map(({ key }) => key).toSorted()).toEqual(files.toSorted())
    expect(files).toEqual([expect.stringContaining('export'), 'pictures/mine.webp'])
    await tx
      .update(students)
      .set({ picture: null })
      .where(eq(students.id, idOf(other)))
    expect(await eraseStudent(t.app, tx, idOf(other))).toEqual([])
  })
})

it('refuses an account that does not exist or is already erased', async () => {
  await rollBack(async (tx) => {
    for (const id of [randomUUID(), idOf(merged)])
      await expect(eraseStudent(t.app, tx, id)).rejects.toMatchObject({ code: 'not_found' })
  })
})

it('needs the password, and removes the picture at once', async () => {
  const student = await makeStudent(t)
  await t.app.db.update(students).set({ picture: 'pictures/mine.webp' }).where(eq(students.id, student.id))
  const removed: string[] = []
  const files = { ...t.app.files, remove: (key: string) => Promise.resolve(void removed.push(key)) }
  const who = { ...student, kind: 'student' as const, sessionId: student.id, birth: '2012-05-01' }
  const erase = (password: string) => eraseAccount({ ...t.app, files }, who, { password })
  await expect(erase('Wrong7pass')).rejects.toMatchObject({ code: 'invalid' })
  expect(removed).toEqual([])
  await erase(PASSWORD)
  expect(removed).toContain('pictures/mine.webp')
  const [row] = await t.app.db.select().from(students).where(eq(students.id, student.id))
  expect(row).toMatchObject(erasedRow(student))
})
