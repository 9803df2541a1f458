// Fills the tables that grow with use, by SQL: what students watched, answered and read in a year. Rows look like real ones and arrive in
// time order; ids are random, like the product's.
import type pg from 'pg'
import { askedAll, CATEGORY, questionId, snapshotId, snapshotQuestions, studentId, tokenHash } from './seeded-ids.ts'

export type Growth = { students: number; answers: number; videos: number }

export const QUESTIONS = 10
export const RIGHT = 'She filled both buckets'
const WRONG = 'She went home'
/** How many questions of a quiz are answered correctly. */
const CORRECT = 7
/** How many notifications each student has read. */
const READS = 5

const standingId = (n: string) => `md5('standing ' || ${n})::uuid`
const attemptId = (n: string) => `md5('attempt ' || ${n})::uuid`
/** The n-th of `count` moments in the last year, in order. */
const momentOf = (n: string, count: number) => `now() - (1 - ${n}::float8 / ${count}) * interval '1 year'`

/** Words for the questions, so that their copies in attempts compress like real ones. */
const words =
  'the girl boy mother old woman tortoise drum wallet water bucket well street market lantern teacher brother friend danfo driver rain school morning night truth promise yam basket neighbour village chief song because when before after waited carried found returned kept asked answered helped shared borrowed hid lied told knew wanted gave home alone together first last both nobody everybody quietly again only could would'.split(
    ' ',
  )
/** A sentence of `count` words that differs for each `seed`, an SQL expression. */
const sentence = (seed: string, count: number) => `(
  select string_agg((array['${words.join("', '")}'])[1 + get_byte(decode(md5(${seed} || ' ' || w), 'hex'), 0) % ${words.length}], ' ')
  from generate_series(1, ${count}) as w)`

const VIDEOS = `
create temporary table quizzes as
select n, gen_random_uuid() as id, 'Video ' || n as title from generate_series(0, $1::integer - 1) as n`
const FILL_VIDEOS = `
insert into videos (id, title, title_key, description, access, position, state, plays, size_bytes, sha256, created_at)
select id, title, lower(title), 'A story about a choice, and what came of it for everybody in the street.', 'free', 1000 + n,
  'ready', true, 40000000, '', now() from quizzes`
const number = `quizzes.n * ${QUESTIONS} + i`
const FILL_QUESTIONS = `
insert into questions (id, video_id, age_category, question, question_key, options, correct_answer, explanation, position, created_at)
select ${questionId(number)}, quizzes.id, '${CATEGORY}', text, lower(text), jsonb_build_array(one, two, '${WRONG}', '${RIGHT}'), '${RIGHT}',
  explanation, i, now()
from quizzes, generate_series(0, ${QUESTIONS - 1}) as i, lateral (
  select ${sentence(`${number} || 'q'`, 8)} || ' ' || i as text, ${sentence(`${number} || 'a'`, 4)} as one,
    ${sentence(`${number} || 'b'`, 4)} as two,
    ${sentence(`${number} || 'e'`, 14)} as explanation) as written`
const SNAPSHOTS = `
create temporary table snapshots as
select quizzes.n, quizzes.id as video_id, quizzes.title, ${snapshotId} as id, ${snapshotQuestions} as questions
from quizzes join questions on video_id = quizzes.id group by 1, 2, 3`
const FILL_SNAPSHOTS = 'insert into question_snapshots select id, questions from snapshots'
/** A table from which the others are derived. */
const taken = ({ students, answers, videos }: Growth) => {
  const attempts = Math.ceil(answers / QUESTIONS)
  return `
create temporary table taken as
select n, ${attemptId('n')} as id, n % ${students} as student, (n / ${students} + n % ${students}) % ${videos} as video,
  date_trunc('milliseconds', ${momentOf('n', attempts)}) as at
from generate_series(0::bigint, ${attempts - 1}) as n order by n`
}

/** The numbers from 0 to `last` for each attempt, keeping the order of the attempts. */
const each = (last: number) => `lateral generate_series(0, ${last} + 0 * n::integer) as i`

const fillTaken = ({ students }: Growth): Readonly<Record<string, string>> => ({
  standings: `
insert into standings (id, student_id, age_category, score, reached_at, leaves_on, stands)
select ${standingId('student')}, ${studentId('student')}, '${CATEGORY}', ${10 * CORRECT} * count(*), max(at), current_date + 900, true
from taken group by student`,
  attempts: `
insert into attempts (id, student_id, video_id, age_category, video_title, snapshot_id, asked, question_count, answered_count, correct_count,
  started_at, seconds, deadline, locked_at)
select taken.id, ${studentId('student')}, video_id, '${CATEGORY}', title, snapshots.id, ${askedAll(String(QUESTIONS))}, ${QUESTIONS}, ${QUESTIONS}, ${CORRECT}, at, 120,
  at + interval '2 minutes', at + interval '100 seconds'
from taken join snapshots on snapshots.n = video order by taken.n`,
  attempt_origins: `
insert into attempt_origins (attempt_id, student_id, device_id, browser_id, network_hash, started_at, examined_at, wrong_key)
select id, ${studentId('student')}, md5('device ' || student)::uuid, md5('browser ' || student)::uuid, md5('network ' || student / 40), at, at + interval '1 hour', md5('wrong ' || n)
from taken where at > now() - interval '90 days' order by n`,
  answers: `
insert into answers (attempt_id, student_id, question_id, answer, correct, points, answered_at)
select id, ${studentId('student')}, ${questionId(`video * ${QUESTIONS} + i`)}, case when i < ${CORRECT} then '${RIGHT}' else '${WRONG}' end,
  i < ${CORRECT}, case when i < ${CORRECT} then 10 else 0 end, at + (i + 1) * interval '9 seconds'
from taken, ${each(QUESTIONS - 1)}`,
  standing_changes: `
insert into standing_changes (standing_id, student_id, age_category, delta, score_after, stood, stands, reason, attempt_id, question_id, at)
select ${standingId('student')}, ${studentId('student')}, '${CATEGORY}', 10, 10 * (${CORRECT} * (n / ${students}) + i + 1), n >= ${students} or i > 0, true,
  case when n < ${students} and i = 0 then 'first-answer' else 'answer' end, id, ${questionId(`video * ${QUESTIONS} + i`)},
  at + (i + 1) * interval '9 seconds'
from taken, ${each(CORRECT - 1)}`,
  watches: `
insert into watches (student_id, video_id, position_seconds, seen_at, watched_at)
select ${studentId('student')}, quizzes.id, 61, at, at from taken join quizzes on quizzes.n = video order by taken.n`,
  plays: `
insert into plays (student_id, video_id, played, started_at, played_at)
select ${studentId('student')}, quizzes.id, '{[0,61)}', at, at from taken join quizzes on quizzes.n = video order by taken.n`,
})

const fillRest = ({ students }: Growth): Readonly<Record<string, string>> => ({
  sessions: `
insert into sessions (token_hash, student_id, device, is_remembered, created_at, confirmed_at, last_seen_at, expires_at)
select ${tokenHash('n')}, ${studentId('n')}, 'Chrome on Android', true, now(), now(), now() + interval '6 hours', now() + interval '30 days'
from generate_series(0::bigint, ${students - 1}, 2) as n`,
  known_browsers: `
insert into known_browsers (secret_hash, student_id, created_at, last_login_at)
select ${tokenHash('n')}, ${studentId('n')}, now(), now() from generate_series(0::bigint, ${students - 1}) as n`,
  notices: `
insert into notices (audience, title, description, type, method, publish_at, published_at, created_at)
select 'all', 'News of the week', repeat('There is a new video for you. ', 5), 'announcement', 'in-app', at, at, at
from generate_series(1, 52) as n, lateral (select now() - n * interval '1 week' as at) as moment`,
  notice_reads: `
insert into notice_reads (notice_id, student_id, read_at)
select notices.id, ${studentId('n')}, now() from (select id from notices order by publish_at desc limit ${READS}) as notices,
  generate_series(0::bigint, ${students - 1}) as n`,
  payment_events: `
insert into payment_events (payment_id, reference, kind, key, source, amount_kobo, details, at)
select payments.id, reference, kind, '', source, 100000, '{"channel": "card"}', opened_at from payments,
  (values ('opened', 'us'), ('succeeded', 'webhook')) as event (kind, source)`,
  audit_lines: `
insert into audit_lines (admin_id, action, subject, details, at)
select md5('admin ' || n % 7)::uuid, 'student.read', ${studentId('n')}::text, '{"list": "students"}', ${momentOf('n', students)}
from generate_series(0::bigint, ${students - 1}, 10) as n`,
})

/** All tables that grow. */
export const GROWN =
  'students sign_in_names standings payments videos questions question_snapshots attempts answers standing_changes attempt_origins watches plays sessions known_browsers notices notice_reads payment_events audit_lines'.split(
    ' ',
  )

/**
 * Fills the tables.
 * @param client a superuser's connection that does not check foreign keys (seed.ts), once the students exist
 * @param fill inserts into a table with a statement, and creates its indexes afterwards if that is faster
 */
export async function fillGrownTables(
  client: pg.Client,
  growth: Growth,
  fill: (table: string, insert: string) => Promise<void>,
): Promise<void> {
  await client.query(VIDEOS, [growth.videos])
  await fill('videos', FILL_VIDEOS)
  await fill('questions', FILL_QUESTIONS)
  await client.query(SNAPSHOTS)
  await fill('question_snapshots', FILL_SNAPSHOTS)
  await client.query(taken(growth))
  await client.query('analyze snapshots; analyze quizzes; analyze taken')
  for (const [table, insert] of Object.entries({ ...fillTaken(growth), ...fillRest(growth) })) await fill(table, insert)
  await client.query('drop table taken; drop table snapshots; drop table quizzes')
}
