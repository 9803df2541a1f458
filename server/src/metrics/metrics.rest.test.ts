import { overview } from '@baobab/contract/metrics/endpoints.ts'
import { listStudents } from '@baobab/contract/students/endpoints.ts'
import { expect, it } from 'vitest'
import { makeAdmin, makeStudent } from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'

const t = await openTestApp()
const admin = await makeAdmin(t)

it('students are counted exactly, not estimated, even if there are many', async () => {
  const call = t.as(admin.token)
  const { username } = await makeStudent(t)
  await t.owner.query(
    `insert into students select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(),
       'username', 'm' || n, 'username_key', 'm' || n, 'email', n || '@m.example', 'email_key', n || '@m.example'))).*
     from students s, generate_series(1, 10001) n where s.username = $1`,
    [username],
  )
  const { total } = await call(listStudents, { query: {} })
  expect(total).toEqual({ count: 10_002, precision: 'exact' })
  expect((await call(overview, {})).students.all).toBe(10_002)
})
