import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { openTestApp } from '../../test/harness.ts'
import { selectNeighbourhood } from './neighbours.ts'

const t = await openTestApp()

it('a student’s neighbours are found with the board’s index, even beyond the first thousand', async () => {
  await t.owner.query(`
    with made as (
      insert into students (username, username_key, email, email_key, number, password_hash, birth, gender, address,
        created_at, verified_at)
      select 'n' || n, 'n' || n, n || '@n.example', n || '@n.example', '+2348012345678', '', '2012-05-01', 'female', 'Lagos',
        now(), now()
      from generate_series(1, 20000) as n returning id)
    insert into standings (student_id, age_category, score, reached_at, leaves_on)
    select id, '11-20', 10 * (row_number() over () % 900), now(), '2033-05-01' from made`)
  await t.owner.query('analyze standings')
  const { rows } = await t.app.db.execute<{ student_id: string }>(
    sql`select student_id from standings where stands order by score desc, reached_at, id offset 15000 limit 1`,
  )
  const plan = await t.app.db.execute<{ 'QUERY PLAN': string }>(
    sql`explain (analyze, timing off, costs off, summary off) ${selectNeighbourhood(rows[0]?.student_id ?? '', '11-20')}`,
  )
  const lines = plan.rows.map((row) => row['QUERY PLAN']).filter((line) => line.includes('standings'))
  expect(lines.filter((line) => line.includes('standings_board'))).toHaveLength(5)
  expect(lines.filter((line) => /Seq Scan|Bitmap/.test(line))).toEqual([])
})
