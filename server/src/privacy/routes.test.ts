import { eq, sql } from 'drizzle-orm'
import * as accounts from '@baobab/contract/accounts.ts'
import * as contract from '@baobab/contract/privacy.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { students } from '../accounts/tables.ts'
import { payments } from '../payments/tables.ts'
import { refusal } from '../../test/expect.ts'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { makePaidStudent, makeStudent, PASSWORD, registration } from '../../test/make.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

/** Every text and JSON of every table, the job system's too, in which a word occurs. */
async function tablesWith(word: string): Promise<string[]> {
  const tables = await t.app.db.execute<{ name: string }>(
    sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { name } of tables.rows) {
    const rows = await t.app.db.execute(
      sql`select 1 from ${sql.raw(name)} as row where position(lower(${word}) in lower(row::text)) > 0 limit 1`,
    )
    if (rows.rows.length > 0) found.push(name)
  }
  return found
}

describe('my data', () => {
  it("holds the student's own rows and nobody else's, and no secret", async () => {
    const [student, other] = [await makePaidStudent(t), await makeStudent(t)]
    const reply = await t.as(student.token)(contract.exportData, {})
    expect(reply.tables['account']).toMatchObject([{ email: student.email, birth: '2012-05-01' }])
    expect(reply.tables['payments']).toMatchObject([{ amountKobo: 100_000, state: 'succeeded' }])
    expect(reply.tables['sessions']).toHaveLength(1)
    const all = JSON.stringify(reply)
    for (const secret of ['argon2', student.token, other.email, other.id]) expect(all).not.toContain(secret)
  })
})

describe('deleting the account', () => {
  const erase = (token: string, password: string) => t.as(token)(contract.eraseAccount, { body: { password } })

  it('needs the password', async () => {
    const student = await makeStudent(t)
    expect((await refusal(erase(student.token, 'Wrong7pass'))).errors).toEqual([
      { path: 'password', message: 'This password is not right.' },
    ])
    const [row] = await t.app.db.select().from(students).where(eq(students.id, student.id))
    expect(row?.erasedAt).toBeNull()
  })

  it('leaves no trace of the person anywhere in the database, and keeps the payment', async () => {
    const form = registration({ number: '+2347011122233', address: '77 Vanishing Lane, Enugu' })
    const student = await makeStudent(t, form)
    const now = t.app.clock.now()
    const payment = { studentId: student.id, reference: 'kept-1', amountKobo: 100_000, state: 'succeeded' as const }
    await t.app.db.insert(payments).values({ ...payment, openedAt: now, confirmedAt: now })
    for (const word of [form.username, form.email, '7011122233', 'Vanishing'])
      expect(await tablesWith(word)).toEqual(['public.students'])
    await erase(student.token, PASSWORD)
    for (const word of [form.username, form.email, '7011122233', 'Vanishing'])
      expect(await tablesWith(word)).toEqual([])
    expect((await refusal(t.as(student.token)(accounts.listSessions, {}))).status).toBe(401)
    const logIn = t.as()(accounts.logInStudent, { body: { email: form.email, password: PASSWORD } })
    expect((await refusal(logIn)).status).toBe(401)
    expect(await t.app.db.select().from(payments).where(eq(payments.reference, 'kept-1'))).toHaveLength(1)
  })

  it('does not give the username out again', async () => {
    const student = await makeStudent(t)
    await erase(student.token, PASSWORD)
    const again = t.as()(accounts.registerStudent, { body: registration({ username: student.username }) })
    expect(await refusal(again)).toMatchObject({ status: 409, code: 'username_taken' })
    const free = await t.as()(accounts.registerStudent, { body: registration({ email: student.email }) })
    expect(free.message).toBe('Registration successful')
  })
})
