// Finds accounts that may belong to one student among many, using indexes.
import { listDuplicates } from '@baobab/contract/duplicates/endpoints.ts'
import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { makeAdmin, makeStudent } from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { students } from '../accounts/tables.ts'
import { listSearches, selectCandidates } from './list-duplicates.ts'

const t = await openTestApp()
const admin = await makeAdmin(t)

it('uses an index for each kind of match, so that it stays fast with a hundred thousand students', async () => {
  await t.owner.query(`
    insert into students (username, username_key, email, email_key, number, password_hash, birth, gender, address,
      verified_at, created_at)
    select 'm' || n, 'm' || n, 'm' || n, 'm' || n,
      -- A school registers all its students with one phone.
      case when n % 100 = 0 then '+2347099999999' else '+23470' || lpad(n::text, 8, '0') end, '', date '2008-01-01' + n % 4000,
      'female', '', now(), now()
    from generate_series(1, 100000) n`)
  await t.owner.query('analyze students')
  const student = await makeStudent(t, { number: '+2347099999999', birth: '2008-06-01' })
  const { duplicates } = await t.as(admin.token)(listDuplicates, { params: { username: student.username } })
  expect(duplicates).toHaveLength(10)
  const [row] = await t.app.db
    .update(students)
    // For a number that every hundredth student has, PostgreSQL may read the first rows of the table instead: that is as fast.
    .set({ guardianEmail: 'mum@home.example', number: '+2347000000001' })
    .where(eq(students.id, student.id))
    .returning()
  const searches = row ? listSearches(row) : []
  expect(searches.map(({ alike }) => alike)).toEqual([
    'phone',
    'phone',
    'guardian',
    'payer',
    'mailbox',
    'name-and-birth',
  ])
  for (const search of searches) {
    const plan = await t.app.db.execute(sql`explain ${row && selectCandidates(t.app, row, search)}`)
    expect(JSON.stringify(plan.rows)).toMatch(/Index.* on students/)
    expect(JSON.stringify(plan.rows)).not.toContain('Seq Scan on students')
  }
}, 120_000)
