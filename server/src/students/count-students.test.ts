// Counting millions takes longer than a request may, so nobody waits for a count while there is an older one.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeStudent } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { waitFor } from '../../test/wait-for.ts'
import { countStudents } from './count-students.ts'

const MANY = 10_000
let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

it('counts few students for each call', async () => {
  await makeStudent(t)
  expect(await countStudents(t.app)).toEqual({ all: 1, paid: 0 })
  await makeStudent(t)
  expect(await countStudents(t.app)).toEqual({ all: 2, paid: 0 })
})

it('replies with the last counts of many students while they are counted anew', async () => {
  await t.owner.query(
    `insert into students (username, username_key, email, email_key, number, password_hash, birth, gender, address, verified_at, created_at)
     select 'many' || n, 'many' || n, n || '@many.example', n || '@many.example', '', '', '2012-05-01', 'female', '', now(), now()
     from generate_series(3, ${MANY}) as n`,
  )
  expect(await countStudents(t.app)).toMatchObject({ all: MANY })
  await makeStudent(t)
  expect(await countStudents(t.app), 'within a minute').toMatchObject({ all: MANY })
  t.app.clock.advance(61_000)

  const locking = await t.owner.connect()
  try {
    await locking.query('begin; lock table payments in access exclusive mode')
    expect(await countStudents(t.app), 'while a count waits').toMatchObject({ all: MANY })
    expect(await countStudents(t.app), 'while it still waits').toMatchObject({ all: MANY })
  } finally {
    await locking.query('rollback')
    locking.release()
  }
  await waitFor(async () => expect(await countStudents(t.app)).toMatchObject({ all: MANY + 1 }))
})
