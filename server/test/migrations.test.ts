// Migrations meet databases that already hold something.
import { readFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { leavesCategoryOn, type AgeCategory } from '@baobab/contract/age.ts'
import pg from 'pg'
import { expect, inject, it } from 'vitest'

const statements = async (name: string) =>
  (await readFile(new URL(`../migrations/${name}.sql`, import.meta.url), 'utf8')).split('--> statement-breakpoint')

/** A database of its own with the migrations up to one; gone after the work. */
async function withDatabase(files: readonly string[], work: (client: pg.Client) => Promise<void>): Promise<void> {
  const root = inject('databaseUrl')
  const name = `m_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: root })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const client = new pg.Client({ connectionString: Object.assign(new URL(root), { pathname: `/${name}` }).href })
  await client.connect()
  try {
    for (const file of files) await migrate(client, file)
    await work(client)
  } finally {
    await client.end()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
}

/** Runs one migration as the product does: whole or not at all. */
async function migrate(client: pg.Client, file: string): Promise<void> {
  await client.query('begin')
  for (const one of await statements(file)) await client.query(one)
  await client.query('commit')
}

it('0002 tells of each line who stood before and after it, and of those who had left', () =>
  withDatabase(['0000_init', '0001_privacy'], async (client) => {
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
    await migrate(client, '0002_ranking')

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
  }))

it('0003 finds for every standing the very day that leavesCategoryOn() finds', () =>
  withDatabase(['0000_init', '0001_privacy', '0002_ranking'], async (client) => {
    await client.query(`
      with person as (
        insert into students (username, username_key, email, email_key, number, password_hash, birth, gender, address,
          verified_at, created_at)
        select 's' || n, 's' || n, 's' || n, 's' || n, '', '', date '1999-12-01' + n, 'female', '', now(), now()
        from generate_series(1, 6000) n returning id
      )
      insert into standings (student_id, age_category, score, reached_at)
      select id, age_category, 0, now() from person, (values ('5-10'), ('11-20')) as category (age_category)`)
    await migrate(client, '0003_leaves_on')
    const { rows } = await client.query<{ birth: string; category: AgeCategory; leaves: string }>(`
      select birth::text, age_category as category, leaves_on::text as leaves
      from standings join students on students.id = student_id`)
    expect(rows).toHaveLength(12_000)
    expect(rows.filter(({ birth, category, leaves }) => leaves !== leavesCategoryOn(birth, category))).toEqual([])
  }))
