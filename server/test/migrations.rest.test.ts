// Runs migrations on databases that contain rows.
import { readdir, readFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { leavesCategoryOn, type AgeCategory } from '@baobab/contract/accounts/rules.ts'
import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { waitFor } from './wait-for.ts'

const statements = async (name: string) =>
  (await readFile(new URL(`../migrations/${name}.sql`, import.meta.url), 'utf8')).split('--> statement-breakpoint')

/** Runs `work` on a new database with the given migrations, and drops it afterwards. */
async function withDatabase(
  files: readonly string[],
  work: (client: pg.Client, url: string) => Promise<void>,
): Promise<void> {
  const root = inject('ownerUrl')
  const name = `m_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: root })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const url = Object.assign(new URL(root), { pathname: `/${name}` }).href
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const file of files) await migrate(client, file)
    await work(client, url)
  } finally {
    await client.end()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
}

/** Runs one migration as the product does, in one transaction. */
async function migrate(client: pg.Client, file: string): Promise<void> {
  await client.query('begin')
  for (const one of await statements(file)) await client.query(one)
  await client.query('commit')
}

/** Returns the statement that creates the students s1, s2 and so on, with the first migration's columns. */
const makeStudents = (count: number, birth = `date '2012-05-01'`) => `
  insert into students (username, username_key, email, email_key, number, password_hash, birth, gender, address,
    verified_at, created_at)
  select 's' || n, 's' || n, 's' || n, 's' || n, '', '', ${birth}, 'female', '', now(), now()
  from generate_series(1, ${count}) n returning id, username`

it('0002 fills in for each ledger row whether the student was on the leaderboard before and after it', () =>
  withDatabase(['0000_init', '0001_privacy'], async (client) => {
    await client.query(`
    with person as (${makeStudents(3)}), standing as (
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

it('0003 computes the same day for every entry as leavesCategoryOn()', () =>
  withDatabase(['0000_init', '0001_privacy', '0002_ranking'], async (client) => {
    await client.query(`
      with person as (${makeStudents(6000, `date '1999-12-01' + n`)})
      insert into standings (student_id, age_category, score, reached_at)
      select id, age_category, 0, now() from person, (values ('5-10'), ('11-20')) as category (age_category)`)
    await migrate(client, '0003_leaves_on')
    const { rows } = await client.query<{ birth: string; category: AgeCategory; leaves: string }>(`
      select birth::text, age_category as category, leaves_on::text as leaves
      from standings join students on students.id = student_id`)
    expect(rows).toHaveLength(12_000)
    expect(rows.filter(({ birth, category, leaves }) => leaves !== leavesCategoryOn(birth, category))).toEqual([])
  }))

/** Lists the migrations before a given one. */
async function listBefore(name: string): Promise<string[]> {
  const files = (await readdir(new URL('../migrations/', import.meta.url))).filter((file) => file.endsWith('.sql'))
  return files
    .map((file) => file.replace('.sql', ''))
    .filter((file) => file < name)
    .toSorted()
}

it('0014 adds ledger events to older payments, and paid payments stay paid', async () =>
  withDatabase(await listBefore('0014'), async (client) => {
    await client.query(`
      with person as (
        insert into students (username, username_key, email, email_key, number, password_hash, birth, gender, address,
          verified_at, created_at)
        values ('s1', 's1', 's1', 's1', '', '', '2012-05-01', 'female', '', now(), now()) returning id
      )
      insert into payments (student_id, reference, amount_kobo, state, opened_at, confirmed_at)
      select id, reference, 100000, state, timestamptz '2026-03-01 08:00Z', confirmed::timestamptz from person, (values
        ('opened-1', 'opened', null), ('failed-1', 'failed', null), ('paid-1', 'succeeded', '2026-03-01 08:05Z'),
        ('paid-2', 'succeeded', null)) as one (reference, state, confirmed)`)
    for (const file of ['0014_payments', '0015_payment_office']) await migrate(client, file)

    const { rows: events } = await client.query(`
      select reference, array_agg(kind order by seq) as kinds from payment_events group by 1 order by 1`)
    expect(events).toEqual([
      { reference: 'failed-1', kinds: ['opened', 'failed'] },
      { reference: 'opened-1', kinds: ['opened'] },
      { reference: 'paid-1', kinds: ['opened', 'succeeded'] },
      { reference: 'paid-2', kinds: ['opened', 'succeeded'] },
    ])
    const { rows: paid } = await client.query(`
      select reference, confirmed_at = paid_at as has_moment, next_ask_at from payments
      where state in ('succeeded', 'disputed') and confirmed_at is not null order by 1`)
    expect(paid).toEqual([
      { reference: 'paid-1', has_moment: true, next_ask_at: null },
      { reference: 'paid-2', has_moment: true, next_ask_at: null },
    ])
    for (const change of [
      "update payment_events set kind = 'failed'",
      'delete from payment_events',
      'truncate payment_events',
    ])
      await expect(client.query(change)).rejects.toThrow('is append-only')
  }))

it('0016 fills in refunded amounts, corrects refunds that were counted twice, and moves refund notes out of the ledger', async () =>
  withDatabase(await listBefore('0016'), async (client) => {
    await client.query(`
      with person as (
        insert into students (username, username_key, email, email_key, number, password_hash, birth, gender, address,
          verified_at, created_at, erased_at)
        select name, name, name, name, '', '', '2012-05-01', 'female', '', now(), now(),
          case name when 'gone' then now() end
        from (values ('s1'), ('gone')) as one (name) returning id, username
      ), paid as (
        insert into payments (student_id, reference, amount_kobo, state, opened_at, confirmed_at, paid_at)
        select id, reference, 100000, state, now() - interval '2 days', now() - interval '2 days', now() - interval '2 days'
        from person join (values ('s1', 'paid', 'succeeded'), ('s1', 'noted-and-told', 'refunded'),
          ('s1', 'disputed', 'refunded'), ('s1', 'whole', 'refunded'), ('s1', 'lost', 'succeeded'),
          ('gone', 'of-the-gone', 'succeeded'))
          as one (owner, reference, state) on owner = username returning id, reference
      )
      insert into payment_events (payment_id, reference, kind, key, source, amount_kobo, details, at)
      select id, reference, kind, key, 'us', kobo, details::jsonb, timestamptz '2026-03-01 08:00Z'
      from paid join (values
        ('noted-and-told', 'refunded', 'note 1', 50000, '{"note": "To Ada"}'), ('noted-and-told', 'refunded', 'r', 50000, '{}'),
        ('disputed', 'disputed', '1', null, '{}'), ('disputed', 'refunded', 'note 1', 60000, '{}'),
        ('disputed', 'refunded', 'r', 60000, '{}'), ('whole', 'refunded', 'r', null, '{}'),
        ('lost', 'dispute_lost', '1', 30000, '{}'), ('of-the-gone', 'refunded', 'note 2', 10000, '{"note": "To Ben"}')
      ) as one (payment, kind, key, kobo, details) on payment = reference`)
    await migrate(client, '0016_given_back')

    const { rows } = await client.query(`
      select reference, state, attention, given_back_kobo as kobo,
        round(extract(epoch from next_ask_at - paid_at) / 86400)::integer as asked_on
      from payments order by 1`)
    expect(rows).toEqual([
      { reference: 'disputed', state: 'disputed', attention: 'disputed', kobo: 60_000, asked_on: 3 },
      { reference: 'lost', state: 'refunded', attention: null, kobo: 30_000, asked_on: null },
      { reference: 'noted-and-told', state: 'succeeded', attention: null, kobo: 50_000, asked_on: 3 },
      { reference: 'of-the-gone', state: 'succeeded', attention: null, kobo: 10_000, asked_on: 3 },
      { reference: 'paid', state: 'succeeded', attention: null, kobo: 0, asked_on: 3 },
      { reference: 'whole', state: 'refunded', attention: null, kobo: 100_000, asked_on: null },
    ])
    const { rows: notes } = await client.query('select key, note from refund_notes')
    expect(notes).toEqual([{ key: 'note 1', note: 'To Ada' }])
    const { rows: said } = await client.query(
      "select distinct details from payment_events where key like 'note %' order by 1",
    )
    expect(said).toEqual([{ details: {} }, { details: { hasNote: true } }])
    await expect(client.query("update payment_events set kind = 'failed'")).rejects.toThrow('is append-only')
  }))

it('0018 turns admins and open invitations from before roles existed into owners, and then requires a role', async () =>
  withDatabase(await listBefore('0018'), async (client) => {
    const columns = '(username, username_key, email, email_key, password_hash, created_at'
    const insertAdmin = (name: string) =>
      client.query(`insert into admins ${columns}) values ($1, $1, $1, $1, '', now()) returning id`, [name])
    const [{ id } = { id: '' }] = (await insertAdmin('first')).rows as { id: string }[]
    await client.query(
      `insert into admin_invitations (email, email_key, token_hash, invited_by, created_at, expires_at)
       values ('new', 'new', '', $1, now(), now())`,
      [id],
    )
    await migrate(client, '0018_admin_roles')

    const { rows } = await client.query('select role from admins union all select role from admin_invitations')
    expect(rows).toEqual([{ role: 'owner' }, { role: 'owner' }])
    await expect(insertAdmin('second')).rejects.toThrow('null value in column "role"')
    await expect(client.query("update admins set role = 'king'")).rejects.toThrow('admins_role')
  }))

it('0021 derives when each student was last active from what is still stored', async () =>
  withDatabase(await listBefore('0021'), async (client) => {
    await client.query(`
      with person as (
        insert into students (username, username_key, email, email_key, number, password_hash, birth, gender, address,
          verified_at, created_at)
        select name, name, name, name, '', '', '2012-05-01', 'female', '', timestamptz '2025-01-02 08:00Z',
          timestamptz '2025-01-01 08:00Z'
        from (values ('session'), ('video'), ('payment'), ('nothing')) as one (name) returning id, username
      ), session as (
        insert into sessions (student_id, token_hash, device, is_remembered, created_at, confirmed_at, last_seen_at, expires_at)
        select id, username, '', true, now(), now(), timestamptz '2026-03-01 08:00Z', now() from person where username = 'session'
      ), video as (
        insert into videos (title, title_key, description, access, state, file, size_bytes, sha256, position, created_at)
        values ('T', 't', '', 'free', 'ready', 'f', 1, '', 1, now()) returning id
      ), watched as (
        insert into watches (student_id, video_id, seen_at)
        select person.id, video.id, timestamptz '2026-04-01 08:00Z' from person, video where username = 'video'
      )
      insert into payments (student_id, reference, amount_kobo, state, opened_at)
      select id, 'r', 100000, 'opened', timestamptz '2026-05-01 08:00Z' from person where username = 'payment'`)
    await migrate(client, '0021_retention')
    const { rows } = await client.query(`select username, last_active_at::date::text as day from students order by 1`)
    expect(rows).toEqual([
      { username: 'nothing', day: '2025-01-02' },
      { username: 'payment', day: '2026-05-01' },
      { username: 'session', day: '2026-03-01' },
      { username: 'video', day: '2026-04-01' },
    ])
  }))

it('0020 moves accounts that are not open yet to the registrations, together with their codes', async () =>
  withDatabase(await listBefore('0020'), async (client) => {
    await client.query(`
      with person as (
        insert into students (username, username_key, email, email_key, number, password_hash, birth, gender, address,
          verified_at, guardian_email, guardian_agreed_at, erased_at, created_at)
        select name, name, name, name, '+234', 'hash of ' || name, '2015-05-01', 'female', 'Lagos', verified::timestamptz,
          guardian, agreed::timestamptz, erased::timestamptz, timestamptz '2026-03-01 08:00Z'
        from (values ('open', '2026-03-02 08:00Z', null, null, null), ('new', null, null, null, null),
          ('blocked', null, null, null, null), ('ward', '2026-03-02 08:00Z', 'mum', null, null),
          ('newward', null, 'mum', '2026-03-02 08:00Z', null), ('agreed', '2026-03-02 08:00Z', 'mum', '2026-03-02 08:00Z', null),
          ('gone', null, null, null, '2026-03-02 08:00Z')) as one (name, verified, guardian, agreed, erased)
        returning id, username
      ), code as (
        insert into email_codes (student_id, wrong_tries, made_at)
        select id, tries, now() from person join (values ('open', 0), ('new', 4), ('blocked', 5)) as one (name, tries)
          on name = username
      )
      insert into notices (audience, student_id, title, description, type, method, publish_at, created_at)
      select 'student', id, 'Hello', '', 'account', 'in-app', now(), now() from person where username = 'new'`)
    const { rows: before } = await client.query<{ id: string; username: string }>('select id, username from students')
    const idOf = (name: string) => before.find(({ username }) => username === name)?.id
    const { rows: codes } = await client.query(
      'select id, student_id from email_codes where wrong_tries < 5 order by id',
    )
    await migrate(client, '0020_registrations')

    const { rows: moved } = await client.query(
      'select id, username, password_hash, guardian_email, guardian_agreed_at is not null as agreed, consent_id, verified_at is not null as verified from registrations order by username',
    )
    const pending = { guardian_email: null, agreed: false, consent_id: null, verified: false }
    const ward = { guardian_email: 'mum' }
    expect(moved).toEqual([
      { id: idOf('blocked'), username: 'blocked', password_hash: 'hash of blocked', ...pending },
      { id: idOf('new'), username: 'new', password_hash: 'hash of new', ...pending },
      {
        id: idOf('newward'),
        username: 'newward',
        password_hash: 'hash of newward',
        ...ward,
        agreed: true,
        consent_id: idOf('newward'),
        verified: false,
      },
      {
        id: idOf('ward'),
        username: 'ward',
        password_hash: 'hash of ward',
        ...ward,
        agreed: false,
        consent_id: idOf('ward'),
        verified: true,
      },
    ])
    const { rows: kept } = await client.query(
      'select username, consent_id, verified_at is null as pending from students order by 1',
    )
    expect(kept).toEqual([
      { username: 'agreed', consent_id: idOf('agreed'), pending: false },
      { username: 'gone', consent_id: null, pending: false },
      { username: 'open', consent_id: null, pending: false },
    ])
    const { rows: after } = await client.query(
      'select id, coalesce(registration_id, student_id) as student_id from email_codes order by id',
    )
    expect(after).toEqual(codes)
    const { rows: owners } = await client.query(
      'select username from email_codes join registrations on registrations.id = registration_id',
    )
    expect(owners).toEqual([{ username: 'new' }])
  }))

it('0024 forgets browsers whose secret several accounts share, and keeps the others and all sessions', async () =>
  withDatabase(await listBefore('0024'), async (client) => {
    await client.query(`
    with person as (${makeStudents(2)}), browser as (
      insert into known_browsers (secret_hash, student_id, created_at, last_login_at)
      select 'shared', id, now(), now() from person union all
      select 'own', id, now(), now() from person where username = 's1' returning id, student_id, secret_hash
    )
    insert into sessions (token_hash, student_id, browser_id, device, is_remembered, created_at, confirmed_at,
      last_seen_at, expires_at)
    select student_id || secret_hash, student_id, id, secret_hash, false, now(), now(), now(), now() from browser`)
    await migrate(client, '0024_own_browser_secrets')
    const { rows: browsers } = await client.query('select secret_hash from known_browsers')
    expect(browsers).toEqual([{ secret_hash: 'own' }])
    const { rows } = await client.query('select device, browser_id is null as unknown from sessions order by device')
    expect(rows).toEqual([
      { device: 'own', unknown: false },
      { device: 'shared', unknown: true },
      { device: 'shared', unknown: true },
    ])
  }))

it('0025 gives registrations waiting for a guardian their full time, and keeps reset links', async () =>
  withDatabase(await listBefore('0025'), async (client) => {
    const person = `username, username_key, email, email_key, number, password_hash, birth, gender, address, created_at,
      verified_at`
    const values = (name: string, verifiedAt: string) =>
      `'${name}', '${name}', '${name}', '${name}', '', '', '2018-05-01', 'female', '', now(), ${verifiedAt}`
    await client.query(`insert into registrations (${person}) values (${values('ward', `'2026-01-01'`)}),
      (${values('new', 'null')})`)
    await client.query(`with one as (insert into students (${person}) values (${values('s1', 'now()')}) returning id)
      insert into password_resets (student_id, token_hash, made_at) select id, 'hash', now() from one`)
    await migrate(client, '0025_waiting_registrations')
    const { rows } = await client.query(
      `select username, guardian_mailed_at > now() - interval '1 hour' as now from registrations order by username`,
    )
    expect(rows).toEqual([
      { username: 'new', now: null },
      { username: 'ward', now: true },
    ])
    const { rows: resets } = await client.query('select token_hash, registration_id from password_resets')
    expect(resets).toEqual([{ token_hash: 'hash', registration_id: null }])
  }))

it('0026 lets servers of the version before 0024 remember browsers whose secret several accounts share', async () =>
  withDatabase(await listBefore('0029'), async (client) => {
    const { rows: people } = await client.query<{ id: string }>(makeStudents(2))
    const { rows: admins } = await client.query<{ id: string }>(`
      insert into admins (username, username_key, email, email_key, password_hash, role, created_at)
      values ('a', 'a', 'a', 'a', '', 'owner', now()) returning id`)
    const remember = async (owner: 'student_id' | 'admin_id', id: string | undefined) => {
      const { rows } = await client.query<{ id: string }>(
        `insert into known_browsers (secret_hash, ${owner}, created_at, last_login_at) values ('shared', $1, now(), now())
         on conflict (secret_hash, ${owner}) do update set last_login_at = now() returning id`,
        [id],
      )
      return rows[0]?.id
    }
    const first = await remember('student_id', people[0]?.id)
    expect(await remember('student_id', people[0]?.id)).toBe(first)
    expect(await remember('student_id', people[1]?.id)).not.toBe(first)
    const admin = await remember('admin_id', admins[0]?.id)
    expect(await remember('admin_id', admins[0]?.id)).toBe(admin)
  }))

it('0029 fixes the number of questions in quizzes with an attempt that counts', async () =>
  withDatabase(await listBefore('0029'), async (client) => {
    await client.query(`
      with person as (${makeStudents(2)}), video as (
        insert into videos (title, title_key, description, access, position, state, size_bytes, sha256, created_at)
        select title, title, '', 'free', 1, 'ready', 1, '', now()
        from (values ('started'), ('reset'), ('new')) as one (title) returning id, title
      ), question as (
        insert into questions (video_id, age_category, question, question_key, options, correct_answer, position, created_at)
        select id, '11-20', n::text, n::text, '["a", "b", "c", "d"]'::jsonb, 'a', n, now() from video, generate_series(1, 6) as n
        union all select id, '5-10', 'one', 'one', '["a", "b", "c", "d"]', 'a', 1, now() from video
      )
      insert into attempts (student_id, video_id, age_category, video_title, paper, question_count, started_at, deadline,
        reset_at)
      select person.id, video.id, '11-20', title, '[]', 5, now(), now(), case title when 'reset' then now() end
      from person, video where title in ('started', 'reset')`)
    await migrate(client, '0029_question_pools')
    const { rows } = await client.query(`
      select title, age_category, asked_count, is_fixed from quizzes join videos on videos.id = video_id`)
    expect(rows).toEqual([{ title: 'started', age_category: '11-20', asked_count: 6, is_fixed: true }])
  }))

it('0032 makes fair play examine the attempts of students on the boards, and gives each browser a device', async () =>
  withDatabase(await listBefore('0030'), async (client) => {
    await client.query(`
      with person as (${makeStudents(3)}), browser as (
        insert into known_browsers (secret_hash, student_id, created_at, last_login_at)
        select 'secret' || username, id, now(), now() from person
      ), video as (
        insert into videos (title, title_key, description, access, position, state, size_bytes, sha256, created_at)
        select title, title, '', 'free', 1, 'ready', 1, '', now()
        from (values ('kept'), ('reset')) as one (title) returning id, title
      ), entry as (
        insert into standings (student_id, age_category, score, reached_at, leaves_on, stands)
        select id, '11-20', 10, now(), '2032-05-01', username <> 's3' from person
      )
      insert into attempts (student_id, video_id, age_category, video_title, paper, question_count, started_at, deadline,
        reset_at)
      select person.id, video.id, '11-20', username || ' ' || title, '[]', 5, '2026-01-02', now(),
        case title when 'reset' then now() end from person, video`)
    await migrate(client, '0032_fair-play')
    const { rows } = await client.query(`
      select video_title, attempt_origins.started_at = '2026-01-02' as is_copied, device_id, network_hash, examined_at
      from attempt_origins join attempts on attempts.id = attempt_id order by 1`)
    const unknown = { is_copied: true, device_id: null, network_hash: null, examined_at: null }
    expect(rows).toEqual([
      { video_title: 's1 kept', ...unknown },
      { video_title: 's2 kept', ...unknown },
    ])
    const { rows: devices } = await client.query(
      'select count(distinct device_id)::integer as devices from known_browsers',
    )
    expect(devices).toEqual([{ devices: 3 }])
    await expect(client.query('update fair_play_flags set at = now()')).rejects.toThrow('append-only')
    await expect(client.query('update fair_play_decisions set at = now()')).rejects.toThrow('append-only')
  }))

it('0063 finds every role an admin has had in the audit log', async () =>
  withDatabase(await listBefore('0063'), async (client) => {
    await client.query(`
      with person (name, role, created, removed) as (values
        ('ada', 'owner', timestamptz '2026-01-01', null::timestamptz),
        ('bola', 'support', timestamptz '2026-02-01', null),
        ('chidi', 'content', timestamptz '2026-03-01', timestamptz '2026-06-01')
      ), made as (
        insert into admins (username, username_key, email, email_key, password_hash, role, created_at, removed_at)
        select name, name, name, name, '', role, created, removed from person returning id, username
      )
      insert into audit_lines (action, subject, details, at)
      select 'admin.role_changed', id::text, details, at from made join (values
        ('bola', '{"from": "auditor", "to": "owner"}'::jsonb, timestamptz '2026-04-01'),
        ('bola', '{"from": "owner", "to": "support"}', timestamptz '2026-05-01')
      ) as change (name, details, at) on name = username order by at`)
    await migrate(client, '0063_roles-of-admins')
    const { rows } = await client.query(`
      select username, admin_role_changes.role, to_char(at at time zone 'UTC', 'MM-DD') as day
      from admin_role_changes join admins on admins.id = admin_id order by seq`)
    expect(rows.map(({ username, role, day }) => [username, role, day])).toEqual([
      ['ada', 'owner', '01-01'],
      ['bola', 'auditor', '02-01'],
      ['chidi', 'content', '03-01'],
      ['bola', 'owner', '04-01'],
      ['bola', 'support', '05-01'],
      ['chidi', null, '06-01'],
    ])
    await expect(client.query('delete from admin_role_changes')).rejects.toThrow('is append-only')
  }))

it('0067 keeps earlier claims as first versions with unconfirmed names', async () =>
  withDatabase(await listBefore('0067'), async (client) => {
    // Turns off foreign keys, because the rows that the claims reference do not exist here.
    await client.query('set session_replication_role = replica')
    await client.query(`
      insert into prize_claims (draw_id, attempt, student_id, guardian_name, guardian_phone, guardian_email, public_name, claimed_at)
      select gen_random_uuid(), n, gen_random_uuid(), 'Halima', '+234' || n, '', 'Amina', timestamptz '2026-11-01' - make_interval(days => n)
      from generate_series(0, 1) as n`)
    await migrate(client, '0067_claims-of-prizes')
    await client.query('set session_replication_role = origin')
    const { rows } = await client.query(`
      select version.attempt, version.guardian_phone, version.public_name, version.admin_id, version.at = claimed_at as is_same
      from prize_claim_versions as version join prize_claims using (draw_id, student_id) order by seq`)
    const moved = { public_name: 'Amina', admin_id: null, is_same: true }
    expect(rows).toEqual([
      { attempt: 1, guardian_phone: '+2341', ...moved },
      { attempt: 0, guardian_phone: '+2340', ...moved },
    ])
    expect((await client.query('select from prize_approvals')).rowCount).toBe(0)
    await expect(client.query('delete from prize_claim_versions')).rejects.toThrow('is append-only')
  }))

it('0072 counts videos that were marked as watched before as played, with any score', async () =>
  withDatabase(await listBefore('0072'), async (client) => {
    await client.query(`
      with person as (${makeStudents(2)}), video as (
        insert into videos (title, title_key, description, access, position, state, size_bytes, sha256, created_at)
        values ('T', 't', '', 'free', 1, 'ready', 1, '', now()) returning id
      )
      insert into watches (student_id, video_id, seen_at, watched_at)
      select person.id, video.id, now(), case username when 's1' then timestamptz '2026-10-01' end from person, video`)
    await migrate(client, '0072_honest-awards')
    const { rows } = await client.query(`
      select played_at::date::text as day, started_at = played_at as is_begun, any_score_until > played_at as has_any_score
      from plays`)
    expect(rows).toEqual([{ day: '2026-10-01', is_begun: true, has_any_score: true }])
  }))

it('0074 gives the index of an entry the times, which 0072 built beside it', async () =>
  withDatabase(await listBefore('0075'), async (client) => {
    const { rows } = await client.query(`
      select indexname, indexdef from pg_indexes where tablename = 'standing_changes' and indexdef like '%(standing_id%'`)
    expect(rows).toEqual([
      { indexname: 'standing_changes_standing', indexdef: expect.stringContaining('(standing_id, at)') },
    ])
  }))

it.each([
  ['at once in a new database', '', 0],
  [
    'after a day if servers of an earlier release may be running',
    `insert into admins (username, username_key, email, email_key, password_hash, role, created_at) values ('a', 'a', 'a', 'a', '', 'owner', now())`,
    1,
  ],
])('0076 shares question snapshots %s, and keeps those of earlier attempts', async (_name, statement, days) =>
  withDatabase(await listBefore('0076'), async (client) => {
    await client.query(statement)
    await client.query(`
      with person as (${makeStudents(1)}), video as (
        insert into videos (title, title_key, description, access, position, state, size_bytes, sha256, created_at)
        values ('v', 'v', '', 'free', 1, 'ready', 1, '', now()) returning id
      )
      insert into attempts (student_id, video_id, age_category, video_title, paper, question_count, started_at, deadline)
      select person.id, video.id, '11-20', '', '[{"id": "x"}]', 1, now(), now() from person, video`)
    await migrate(client, '0076_question-snapshots')
    const { rows } = await client.query(`
      select question, at > now() + interval '23 hours' as is_later from question_snapshots_start, attempts,
        asked_questions(paper, snapshot_id, asked) as question`)
    expect(rows).toEqual([{ question: { id: 'x' }, is_later: days === 1 }])
    await expect(
      client.query('update attempts set paper = null, snapshot_id = gen_random_uuid(), asked = array[0]'),
    ).rejects.toThrow('attempts_snapshot_id')
  }),
)

it.each([
  ['at once in a new database', '', false],
  [
    'after a day if servers of an earlier release may be running',
    `insert into admins (username, username_key, email, email_key, password_hash, role, created_at) values ('a', 'a', 'a', 'a', '', 'owner', now())`,
    true,
  ],
])('0081 lets questions become void %s', async (_name, statement, isLater) =>
  withDatabase(await listBefore('0081'), async (client) => {
    await client.query(statement)
    await migrate(client, '0081_void-questions')
    const { rows } = await client.query(
      `select at > now() + interval '23 hours' as is_later, at <= now() as is_due from void_questions_start`,
    )
    expect(rows).toEqual([{ is_later: isLater, is_due: !isLater }])
  }),
)

it('0077 gives rows the student, also those of earlier releases, and a merge moves them', async () =>
  withDatabase(await listBefore('0077'), async (client) => {
    await client.query(`
      with person as (${makeStudents(2)}), video as (
        insert into videos (title, title_key, description, access, position, state, size_bytes, sha256, created_at)
        values ('T', 't', '', 'free', 1, 'ready', 1, '', now()) returning id
      ), entry as (
        insert into standings (student_id, age_category, score, reached_at, leaves_on)
        select id, '11-20', 0, now(), current_date from person
      )
      insert into attempts (student_id, video_id, age_category, video_title, paper, question_count, started_at, deadline)
      select person.id, video.id, '11-20', 'T', '[]', 1, now(), now() from person, video`)
    // As earlier releases do it: without the student.
    const addRows = () =>
      client.query(`
        with origin as (
          insert into attempt_origins (attempt_id, started_at) select id, now() from attempts on conflict do nothing
        ), review as (
          insert into attempt_reviews (attempt_id, at) select id, clock_timestamp() from attempts
        ), answer as (
          insert into answers (attempt_id, question_id, answer, correct, points, answered_at)
          select id, gen_random_uuid(), 'no', false, 0, now() from attempts
        )
        insert into standing_changes (standing_id, age_category, delta, score_after, stood, stands, reason, at)
        select id, '11-20', 0, 0, false, true, 'first-answer', now() from standings`)
    await addRows()
    await migrate(client, '0077_rows-of-students')
    await addRows()
    await client.query('call fill_students_of_rows()')
    const countRight = async () => {
      const { rows } = await client.query<Record<string, number>>(`
        with owned as (select id, student_id from attempts union all select id, student_id from standings)
        select count(*) filter (where kind = 'answer')::integer as answers, count(*) filter (where kind = 'origin')::integer as origins,
          count(*) filter (where kind = 'review')::integer as reviews, count(*) filter (where kind = 'line')::integer as lines
        from (
          select 'answer' as kind, attempt_id as of, student_id from answers
          union all select 'origin', attempt_id, student_id from attempt_origins
          union all select 'review', attempt_id, student_id from attempt_reviews
          union all select 'line', standing_id, student_id from standing_changes
        ) as all_rows join owned on owned.id = all_rows.of and owned.student_id = all_rows.student_id`)
      return rows[0]
    }
    expect(await countRight()).toEqual({ answers: 4, origins: 2, reviews: 4, lines: 4 })
    await client.query(
      `update attempts set reset_at = now(), student_id = (select id from students where username = 's1')`,
    )
    expect(await countRight()).toEqual({ answers: 4, origins: 2, reviews: 4, lines: 4 })
    await expect(client.query('update answers set correct = true, points = 10')).rejects.toThrow('is append-only')
    await expect(client.query('delete from answers')).rejects.toThrow('is append-only')
    await expect(client.query('update standing_changes set student_id = null')).rejects.toThrow('is append-only')
  }))

/** Lists the names of each student by its number, as they are in `sign_in_names`. */
async function listSignInNames(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(`
    select concat_ws(' ', students.number, kind, value_key) as text from sign_in_names join students on students.id = student_id
    order by students.number, kind`)
  return rows.map(({ text }) => text)
}

/** Erases a student as earlier releases do. */
const erase = (number: string) =>
  `update students set username_key = 'erased:' || id, email_key = 'erased:' || id where number = '${number}'`

it('0078 lets names lead to students, also to those of earlier releases', async () =>
  withDatabase(await listBefore('0078'), async (client) => {
    await client.query(makeStudents(3))
    await client.query(`update students set number = username; ${erase('s3')}`)
    await migrate(client, '0078_sign-in-names')
    const insert = (name: string, email: string) =>
      client.query(
        `insert into students (username, username_key, email, email_key, number, birth, gender, address, verified_at, created_at)
         values ($1::text, $1, $2::text, $2, 's4', '2012-05-01', 'female', '', now(), now())`,
        [name, email],
      )
    await insert('s4', 's4@')
    await client.query('call fill_sign_in_names()')
    await client.query('call fill_sign_in_names()')
    const ofOthers = ['s1 email s1', 's1 username s1']
    expect(await listSignInNames(client)).toEqual([
      ...ofOthers,
      's2 email s2',
      's2 username s2',
      's4 email s4@',
      's4 username s4',
    ])
    await client.query(`${erase('s2')}; update students set username_key = 'new' where number = 's4'`)
    expect(await listSignInNames(client)).toEqual([...ofOthers, 's4 email s4@', 's4 username new'])
    await client.query('drop index students_username_key, students_email_key')
    await expect(insert('s1', 's5@')).rejects.toThrow('sign_in_names_kind_value_key_pk')
    await expect(insert('s5', 's1')).rejects.toThrow('sign_in_names_kind_value_key_pk')
    await insert('s4', 's2')
    await client.query(`delete from students where number = 's4'`)
    expect(await listSignInNames(client)).toEqual(ofOthers)
  }))

it('0078 adds no name of an account that is erased meanwhile', async () =>
  withDatabase(await listBefore('0079'), async (client, url) => {
    await client.query(`
      alter table students disable trigger students_sign_in_names; ${makeStudents(2)};
      alter table students enable trigger students_sign_in_names; update students set number = username`)
    const other = new pg.Client({ connectionString: url })
    await other.connect()
    try {
      await other.query(`begin; ${erase('s1')}`)
      const filled = client.query('call fill_sign_in_names()')
      await waitFor(async () => {
        const { rows } = await other.query(`select from pg_locks where not granted and pid <> pg_backend_pid()`)
        expect(rows).toHaveLength(1)
      })
      await other.query('commit')
      await filled
    } finally {
      await other.end()
    }
    expect(await listSignInNames(client)).toEqual(['s2 email s2', 's2 username s2'])
  }))
