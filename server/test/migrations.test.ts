// Migrations meet databases that already hold something.
import { readFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, inject, it } from 'vitest'

const statements = async (name: string) =>
  (await readFile(new URL(`../migrations/${name}.sql`, import.meta.url), 'utf8')).split('--> statement-breakpoint')

it('0002 tells of each line who stood before and after it, and of those who had left', async () => {
  const root = inject('databaseUrl')
  const name = `m_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: root })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const client = new pg.Client({ connectionString: Object.assign(new URL(root), { pathname: `/${name}` }).href })
  await client.connect()
  for (const file of ['0000_init', '0001_privacy']) for (const one of await statements(file)) await client.query(one)
  await client.query(`
    with person as (
      insert into students (username, username_key, email, email_key, number, password_hash, birth, gender, address,
        verified_at, created_at)
      select 's' || n, 's' || n, 's' || n, 's' || n, '', '', '2012-05-01', 'female', '', now(), now()
      from generate_series(1, 3) n returning id, username
    ), standing as (
      insert into standings (student_id, age_category, score, reached_at, stands)
      select id, '11-20', 20, now(), username <> 's3' from person returning id
    )
    insert into standing_changes (standing_id, age_category, delta, score_after, reason, at)
    select id, '11-20', 10, after, case after when 10 then 'first-answer' else 'answer' end, now()
    from standing, (values (10), (20)) as line (after) order by id, after`)
  await client.query('begin')
  for (const one of await statements('0002_ranking')) await client.query(one)
  await client.query('commit')

  const { rows } = await client.query(`
    select s.username, array_agg(row(c.reason, c.stood, c.stands)::text order by c.seq) as lines
    from standing_changes c join standings g on g.id = c.standing_id join students s on s.id = g.student_id
    group by 1 order by 1`)
  const lines = ['(first-answer,f,t)', '(answer,t,t)']
  expect(rows).toEqual([
    { username: 's1', lines },
    { username: 's2', lines },
    { username: 's3', lines: [...lines, '(left-category,t,f)'] },
  ])
  await expect(client.query('update standing_changes set delta = 0')).rejects.toThrow('is append-only')
  await client.end()
  await admin.query(`drop database ${name} with (force)`)
  await admin.end()
})
