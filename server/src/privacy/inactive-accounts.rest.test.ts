// Tests the erasure of many unused accounts, by the app's clock.
import { beforeAll, expect, it } from 'vitest'
import { openTestApp } from '../../test/harness.ts'
import {
  ERASE_DAY,
  FIRST_DAY,
  LAST_ACTIVE,
  LAST_DAY,
  makeInactiveStudent,
  moveTo,
} from '../../test/inactive-accounts.ts'
import { eraseInactiveAccounts } from './inactive-accounts.ts'

const t = await openTestApp()
beforeAll(async () => {
  await moveTo(t, LAST_ACTIVE)
})

it('erases many accounts in batches, and a later run continues after an interrupted one', async () => {
  const student = await makeInactiveStudent(t)
  const { rows } = await t.app.pool.query<{ id: string }>(
    `insert into students (username, username_key, email, email_key, number, password_hash, birth, gender, address,
      verified_at, created_at, last_active_at)
    select 'many' || n, 'many' || n, 'many' || n || '@school.example', 'many' || n || '@school.example', number,
      password_hash, birth, gender, address, verified_at, created_at, $2
    from students, generate_series(1, 450) as n where id = $1 returning id`,
    [student.id, LAST_ACTIVE],
  )
  await t.app.pool.query(
    `insert into inactivity_mails (student_id, kind, queued_at, sent_at)
    select id, kind, $1, case kind when 'first' then $1::timestamptz else $2 end
    from students, (values ('first'), ('last')) as mail (kind) where username like 'many%'`,
    [FIRST_DAY, LAST_DAY],
  )
  await moveTo(t, ERASE_DAY)
  const countErased = async () =>
    (
      await t.app.pool.query<{ erased: number }>(
        `select count(*)::integer as erased from students where id = any ($1) and erased_at is not null`,
        [rows.map(({ id }) => id)],
      )
    ).rows[0]?.erased
  // The database fails halfway, as if the server had been killed there.
  let left = 300
  const failing = {
    ...t.app,
    jobs: t.app.jobs,
    db: new Proxy(t.app.db, {
      get(db, name, receiver) {
        if (name === 'transaction' && (left -= 1) < 0) throw new Error('killed')
        return Reflect.get(db, name, receiver) as unknown
      },
    }),
  }
  await expect(eraseInactiveAccounts(failing)).rejects.toThrow('Inactive accounts that could not be handled: 151.')
  const before = await countErased()
  expect(before).toBeGreaterThan(200)
  expect(before).toBeLessThan(450)
  await eraseInactiveAccounts(t.app)
  expect(await countErased()).toBe(450)
  await eraseInactiveAccounts(t.app)
  expect(await countErased()).toBe(450)
})
