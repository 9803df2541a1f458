// Fills tables by SQL, because a million registrations would take hours of password hashing. The bench's only file that writes to a
// database; the others use HTTP.
import pg from 'pg'
import { monthCloses } from '@baobab/contract/scholarship/rules.ts'
import { crowdOf, PAYMENTS, STANDINGS, STUDENTS as CROWD } from './crowd.ts'
import { fillGrownTables, GROWN, type Growth } from './grown-tables.ts'
import {
  askedAll,
  attemptId,
  CATEGORY,
  options,
  questionId,
  quiz,
  RIGHT,
  snapshotId,
  snapshotQuestions,
  standingId,
  studentId,
  tokenHash,
} from './seeded-ids.ts'

/** The numbers from `from` to `to`, excluding `to`. */
export type Range = { from: number; to: number }

export type Seed = {
  /** Inserts the bench's video and its questions. */
  quiz(questions: number): Promise<void>
  /** Inserts free videos as a finished upload leaves them, with poster, captions, stream and a question. Their files do not exist. */
  publishedVideos(count: number): Promise<void>
  /** Students aged fourteen. */
  students(range: Range): Promise<void>
  /** Students of all ages with realistic names, schools, scores and payments. */
  crowd(range: Range): Promise<void>
  /** Students as in a crowd, with a year of videos, quizzes and payments. */
  growth(growth: Growth): Promise<void>
  /** Gives students the password of the first admin, which the product itself has hashed. */
  adminPassword(range: Range): Promise<void>
  /** Sessions with the tokens `tokenOf(n)`, for every `every`-th student. */
  sessions(range: Range, every?: number): Promise<void>
  /** Scores; `score` is an SQL expression of `n`. */
  standings(range: Range, score: string): Promise<void>
  /** Ledger lines for students who answered before and after a month had closed. */
  answersAfter(month: string, count: number): Promise<void>
  /** Makes a month the first one with a draw. */
  beginDraws(month: string): Promise<void>
  /** Running attempts at the quiz, with deadlines hours away. */
  attempts(range: Range): Promise<void>
  /** Sets a setting of the database for new connections. */
  setting(name: string, value: string): Promise<void>
  /** Runs vacuum, analyze and a checkpoint, so that none of them runs during a measurement. */
  settle(): Promise<void>
  close(): Promise<void>
}

/** From this number of rows on, it is faster to create the indexes afterwards. */
const MANY = 200_000

const numbers = ({ from, to }: Range, every = 1) => `generate_series(${from}::bigint, ${to - 1}, ${every}) as n`

const STUDENTS = `
insert into students (id, username, username_key, email, email_key, number, password_hash, birth, gender, address,
  verified_at, created_at)
select ${studentId('n')}, 's' || n, 's' || n, 's' || n || '@example.com', 's' || n || '@example.com', '', '',
  current_date - interval '14 years 5 months', 'female', '', now(), now() from `

/** Triggers, which would write them, do not run while rows are seeded. */
const insertSignInNames = (range: Range) => `
insert into sign_in_names (kind, value_key, student_id)
select kind, value_key, id from students, lateral (values ('username', username_key), ('email', email_key)) as name (kind, value_key)
where id in (select ${studentId('n')} from ${numbers(range)})`

const SESSIONS = `
insert into sessions (token_hash, student_id, device, is_remembered, created_at, confirmed_at, last_seen_at, expires_at)
select ${tokenHash('n')}, ${studentId('n')}, 'bench', false, now(), now(), now() + interval '6 hours', now() + interval '12 hours'
from `

const QUIZ = `
with video as (
  insert into videos (title, title_key, description, access, position, state, size_bytes, sha256, created_at)
  values ($1, lower($1), '', 'free', 1000, 'ready', 0, '', now()) returning id
)
insert into questions (id, video_id, age_category, question, question_key, options, correct_answer, position, created_at)
select ${questionId('n')}, video.id, '${CATEGORY}', 'Question ' || n, 'question ' || n, $2::jsonb, $3, n, now()
from video, generate_series(0, $4::integer - 1) as n`

const PUBLISHED_VIDEOS = `
with added as (
  insert into videos (title, title_key, description, access, position, state, plays, file, poster, captions, stream,
    duration_seconds, "values", size_bytes, sha256, created_at)
  select 'Published ' || n, 'published ' || n, 'A story about a choice, and what came of it for everybody in the street.',
    'free', 2000 + n, 'ready', true, 'videos/' || n || '.mp4', 'posters/' || n || '/poster.jpg', 'captions/' || n || '.vtt',
    jsonb_build_object('folder', 'streams/' || n, 'soundBytes', 300000, 'rungs', jsonb_build_array(
      jsonb_build_object('height', 240, 'bytes', 700000), jsonb_build_object('height', 480, 'bytes', 1300000),
      jsonb_build_object('height', 720, 'bytes', 5000000))),
    90, array['honesty'], 40000000, '', now()
  from generate_series(1, $1::integer) as n returning id
)
insert into questions (video_id, age_category, question, question_key, options, correct_answer, position, created_at)
select id, '${CATEGORY}', 'Question', 'question', $2::jsonb, $3, 1, now() from added`

const ATTEMPTS = `
with pool as (
  select ${snapshotId} as id, ${snapshotQuestions} as questions, count(*) as number
  from questions where video_id = (select id from videos where title_key = lower($1))
), stored as (
  insert into question_snapshots select id, questions from pool on conflict do nothing
)
insert into attempts (id, student_id, video_id, age_category, video_title, snapshot_id, asked, question_count, started_at, deadline)
select ${attemptId('n')}, ${studentId('n')}, videos.id, '${CATEGORY}', title, pool.id, ${askedAll('number')}, number, now(),
  now() + interval '6 hours'
from pool, videos, `

const LATE_ANSWERS = `
with late as (select *, row_number() over () as n from standings where stands order by id limit $2::integer),
lines as (
  select late.*, 'first-answer' as reason, score - 10 as delta, score - 10 as after, false as stood, reached_at as line_at from late
  union all
  select late.*, 'answer', 10, score, true, $1::timestamptz + n * interval '1 millisecond' from late
)
insert into standing_changes (standing_id, student_id, age_category, delta, score_after, stood, stands, reason, attempt_id, question_id, at)
select id, student_id, age_category, delta, after, stood, true, reason, gen_random_uuid(), gen_random_uuid(), line_at from lines`

/** Opens a database for seeding. Its role must be a superuser, like the embedded one. */
export async function openSeed(url: string): Promise<Seed> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // The rows are consistent; checking ten million foreign keys would take longer than inserting them.
  await client.query("set session_replication_role = replica; set maintenance_work_mem = '1GB'")
  await client.query('set synchronous_commit = off')

  /** Inserts rows. Creates the table's indexes afterwards if that is faster. */
  const fill = async (table: string, rows: number, insert: string, values: unknown[] = []) => {
    if (rows < MANY) return void (await client.query(insert, values))
    const { rows: indexes } = await client.query<{ name: string; making: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as making
       from pg_index where indrelid = $1::regclass and not indisprimary`,
      [table],
    )
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    await client.query(insert, values)
    for (const { making } of indexes) await client.query(making)
  }
  const size = ({ from, to }: Range) => to - from
  const fillStudents = async (range: Range, insert: string) => {
    await fill('students', size(range), insert)
    await fill('sign_in_names', 2 * size(range), insertSignInNames(range))
  }

  return {
    quiz: async (questions) => {
      await client.query(QUIZ, [quiz.videoTitle, JSON.stringify(options), RIGHT, questions])
    },
    publishedVideos: async (count) => {
      await client.query(PUBLISHED_VIDEOS, [count, JSON.stringify(options), RIGHT])
    },
    students: (range) => fillStudents(range, STUDENTS + numbers(range)),
    crowd: async (range) => {
      await client.query(crowdOf(numbers(range)))
      await fillStudents(range, CROWD)
      await fill('standings', size(range), STANDINGS)
      await fill('payments', size(range), PAYMENTS)
      await client.query('drop table crowd')
    },
    growth: async (growth) => {
      const { students, answers, videos } = growth
      const many = Math.max(students, answers, videos)
      const fillAll = (table: string, insert: string) => fill(table, many, insert)
      const everybody = { from: 0, to: students }
      await client.query(crowdOf(numbers(everybody)))
      await fillStudents(everybody, CROWD)
      await fillAll('payments', PAYMENTS)
      await client.query('drop table crowd')
      await fillGrownTables(client, growth, fillAll)
      await client.query(`vacuum analyze ${GROWN.join(', ')}`)
    },
    adminPassword: async (range) => {
      const { rowCount } = await client.query(
        `update students set password_hash = admins.password_hash from admins
         where students.id in (select ${studentId('n')} from ${numbers(range)})`,
      )
      if (rowCount !== size(range)) throw new Error('There is not one admin, or not every student.')
    },
    sessions: (range, every = 1) => fill('sessions', size(range) / every, SESSIONS + numbers(range, every)),
    // The leaderboard contains ids, so they must be random to compress realistically; with millions of students that would only cost time.
    standings: (range, score) =>
      fill(
        'standings',
        size(range),
        `insert into standings (id, student_id, age_category, score, reached_at, leaves_on)
         select ${size(range) < MANY ? 'gen_random_uuid()' : standingId('n')}, ${studentId('n')}, '${CATEGORY}', ${score}, now() - n * interval '1 second', current_date + interval '6 years 7 months'
         from ${numbers(range)}`,
      ),
    answersAfter: async (month, count) => {
      const { closesAt } = monthCloses(month)
      await client.query(LATE_ANSWERS, [closesAt, count])
    },
    beginDraws: async (month) => {
      await client.query('update scholarship_start set month = $1', [month])
    },
    attempts: (range) =>
      fill('attempts', size(range), `${ATTEMPTS} ${numbers(range)} where title_key = lower($1)`, [quiz.videoTitle]),
    setting: async (name, value) => {
      const { rows } = await client.query<{ database: string }>('select current_database() as database')
      await client.query(`alter database ${rows[0]?.database} set ${name} = ${client.escapeLiteral(value)}`)
    },
    settle: async () => {
      await client.query('vacuum analyze students, sign_in_names, sessions, standings, attempts, payments')
      await client.query('checkpoint')
    },
    close: () => client.end(),
  }
}
