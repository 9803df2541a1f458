// Tests that erasures are recorded beside the backups before anybody is told about them, and are repeated after a restore.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eraseAccount } from '@baobab/contract/privacy/endpoints.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeStudent, PASSWORD, registration, type MadeStudent } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { storeFile } from '../../test/store-file.ts'
import { registerStudent } from '../accounts/register.ts'
import { registrations, students } from '../accounts/tables.ts'
import { startJobs } from '../jobs.ts'
import { eraseGuardian } from '../guardians/erase-guardian.ts'
import { eraseAgain } from './erase-again.ts'
import { readRecorded, recordErasures } from './record-erasures.ts'
import { erasures } from './tables.ts'

const backupDir = mkdtempSync(join(tmpdir(), 'baobab-erasures-'))
const folder = join(backupDir, 'erasures')

let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ BACKUP_DIR: backupDir })
})
afterAll(async () => {
  await t.close()
  rmSync(backupDir, { recursive: true })
})

const erase = ({ token }: MadeStudent) => t.as(token)(eraseAccount, { body: { password: PASSWORD } })
const readStudent = async ({ id }: { id: string }) =>
  (await t.app.db.select().from(students).where(eq(students.id, id)))[0]

/** Returns how often an id is recorded beside the backups. */
async function countRecords(id: string): Promise<number> {
  let found = 0
  for await (const erasure of readRecorded(backupDir)) found += Number(erasure.id === id)
  return found
}

it('C-05 an erased account and those merged into it are recorded beside the backups before the reply', async () => {
  const [student, merged] = [await makeStudent(t), await makeStudent(t)]
  const mergedValues = { mergedIntoId: student.id, erasedAt: t.app.clock.now() }
  await t.app.db.update(students).set(mergedValues).where(eq(students.id, merged.id))
  await erase(student)
  expect([await countRecords(student.id), await countRecords(merged.id)]).toEqual([1, 1])
  for (const name of readdirSync(folder)) {
    const text = readFileSync(join(folder, name), 'utf8')
    for (const personal of [student.username, student.email, merged.username]) expect(text).not.toContain(personal)
  }
})

it('an erasure that cannot be recorded stays in effect, and is recorded by the next call', async () => {
  const student = await makeStudent(t)
  renameSync(folder, `${folder}.away`)
  writeFileSync(folder, 'not a folder')
  await erase(student)
  expect((await readStudent(student))?.erasedAt).not.toBeNull()
  rmSync(folder)
  renameSync(`${folder}.away`, folder)
  expect(await countRecords(student.id)).toBe(0)
  // A server that ended after the commit leaves the same state.
  await Promise.all([recordErasures(t.app), recordErasures(t.app)])
  expect(await countRecords(student.id)).toBe(1)
  await recordErasures(t.app)
  expect(await countRecords(student.id)).toBe(1)
})

it('a server without a backup folder leaves it to others', async () => {
  const student = await makeStudent(t)
  const alone = { ...t.app, config: { ...t.app.config, backupDir: undefined } }
  await t.app.db.insert(erasures).values({ kind: 'student', id: student.id, erasedAt: t.app.clock.now() })
  await recordErasures(alone)
  expect(await countRecords(student.id)).toBe(0)
  await recordErasures(t.app)
  expect(await countRecords(student.id)).toBe(1)
})

it('C-05 data that a restore has brought back is erased when a server starts, before any job', async () => {
  const student = await makeStudent(t)
  const picture = `pictures/${randomUUID()}.webp`
  await storeFile(t, picture, 'a face')
  await t.app.db.update(students).set({ picture }).where(eq(students.id, student.id))
  const form = registration()
  await registerStudent(t.app, form)
  const isForm = eq(registrations.email, form.email)
  const [refused] = await t.app.db.select().from(registrations).where(isForm)
  const due = [
    { kind: 'student', id: student.id },
    { kind: 'registration', id: refused?.id ?? '' },
    // It was created after the backup.
    { kind: 'student', id: randomUUID() },
  ] as const
  await t.app.db.insert(erasures).values(due.map((erasure) => ({ ...erasure, recordedAt: t.app.clock.now() })))
  await startJobs(t.app)
  expect(await readStudent(student)).toMatchObject({ email: '', erasedAt: expect.any(Date) })
  expect(await t.app.files.size(picture)).toBeUndefined()
  expect(await t.app.db.select().from(registrations).where(isForm)).toEqual([])
  expect(await t.app.db.select().from(erasures).where(isNull(erasures.erasedAt))).toEqual([])
  expect(await eraseAgain(t.app, eraseGuardian)).toBe(0)
  const [noted] = await t.app.db
    .select()
    .from(erasures)
    .where(and(eq(erasures.kind, 'student'), eq(erasures.id, student.id)))
  expect(noted?.recordedAt).not.toBeNull()
})
