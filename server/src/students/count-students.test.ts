// Counting millions takes longer than a request may, so nobody waits long for a count while there is an older one.
import { listStudents } from '@baobab/contract/students/endpoints.ts'
import type { SQL } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { makeAdmin, makeStudent } from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { waitFor } from '../../test/wait-for.ts'
import { countStudents } from './count-students.ts'

const MANY = 10_000
/** Longer than a count can be current. */
const HOURS_MS = 2 * 3_600_000
const t = await openTestApp()
const admin = await makeAdmin(t)

const total = async () => (await t.as(admin.token)(listStudents, { query: { limit: 1 } })).total

it('counts few students for each call', async () => {
  await makeStudent(t)
  expect(await countStudents(t.app)).toEqual({ all: 1, paid: 0, isCurrent: true })
  await makeStudent(t)
  expect(await countStudents(t.app)).toEqual({ all: 2, paid: 0, isCurrent: true })
})

it('replies with the last counts of many students if new ones take long, and says in the list that they are old', async () => {
  await t.owner.query(
    `insert into students (username, username_key, email, email_key, number, password_hash, birth, gender, address, verified_at, created_at)
     select 'many' || n, 'many' || n, n || '@many.example', n || '@many.example', '', '', '2012-05-01', 'female', '', now(), now()
     from generate_series(3, ${MANY}) as n`,
  )
  expect(await total()).toEqual({ count: MANY, precision: 'exact' })
  await makeStudent(t)
  expect(await total(), 'soon after').toEqual({ count: MANY, precision: 'exact' })
  t.app.clock.advance(HOURS_MS)

  // A count that takes as long as the test wants.
  const { db } = t.app.separate.slow
  const execute = db.execute.bind(db)
  const { promise: release, resolve } = Promise.withResolvers<void>()
  const slow = vi.spyOn(db, 'execute').mockImplementation((async (query: SQL) => {
    await release
    return execute(query)
  }) as unknown as typeof db.execute)
  expect(await total(), 'while they are counted').toEqual({ count: MANY, precision: 'about' })
  resolve()
  slow.mockRestore()
  await waitFor(async () => expect(await total()).toEqual({ count: MANY + 1, precision: 'exact' }))
})

it('rests after a failure, and keeps the last counts', async () => {
  t.app.clock.advance(HOURS_MS)
  const execute = vi.spyOn(t.app.separate.slow.db, 'execute').mockRejectedValue(new Error('the database is away'))
  expect(await total()).toEqual({ count: MANY + 1, precision: 'about' })
  expect(await total()).toEqual({ count: MANY + 1, precision: 'about' })
  expect(execute).toHaveBeenCalledTimes(1)
  execute.mockRestore()
  t.app.clock.advance(HOURS_MS)
  expect(await total()).toEqual({ count: MANY + 1, precision: 'exact' })
})
