// Uses SQL to fill the tables that grow with students, so that PostgreSQL plans as for a large installation.
import type pg from 'pg'

/** The tables from which no request may read more than it needs. */
export const growingTables =
  `students sign_in_names sessions known_browsers standings attempts answers standing_changes watches plays notice_reads
  payments payment_events audit_lines attempt_origins attempt_reviews league_members practice_answers
  friendships friend_challenges challenge_turns student_corrections guardian_messages`.split(/\s+/)

const COUNT = 20_000
const n = `generate_series(1, ${COUNT}) as n`
const id = (what: string, number = 'n') => `md5('${what} ' || ${number})::uuid`
const at = `now() - n * interval '1 minute'`

const statements = [
  `insert into students (id, username, username_key, email, email_key, number, password_hash, birth, gender, address, verified_at, created_at)
   select ${id('student')}, 'filled' || n, 'filled' || n, n || '@filled.example', n || '@filled.example', '+234', '', '2012-05-01', 'female', '', ${at}, ${at} from ${n}`,
  `insert into sign_in_names (kind, value_key, student_id)
   select kind, value_key, ${id('student')} from ${n}, lateral (values ('username', 'filled' || n), ('email', n || '@filled.example')) as name (kind, value_key)`,
  `insert into sessions (token_hash, student_id, device, is_remembered, created_at, confirmed_at, last_seen_at, expires_at)
   select 'filled ' || n, ${id('student')}, '', false, now(), now(), now(), now() + interval '1 day' from ${n}`,
  `insert into known_browsers (secret_hash, student_id, created_at, last_login_at) select 'filled ' || n, ${id('student')}, now(), now() from ${n}`,
  `insert into standings (id, student_id, age_category, score, reached_at, leaves_on)
   select ${id('entry')}, ${id('student')}, '11-20', 10 * (n % 500), ${at}, current_date + 900 from ${n}`,
  `insert into question_snapshots (id, questions)
   select ${id('snapshot')}, jsonb_agg(jsonb_build_object('id', ${id('question', 'i')}, 'question', '', 'options', '["a", "b", "c", "right"]'::jsonb, 'correctAnswer', 'right'))
   from generate_series(0, 99) as n, generate_series(1, 3) as i group by n`,
  `insert into attempts (id, student_id, video_id, age_category, video_title, snapshot_id, asked, question_count, answered_count, started_at, deadline, locked_at)
   select ${id('attempt')}, ${id('student', 'n / 4')}, ${id('video', 'n % 100')}, '11-20', '', ${id('snapshot', 'n % 100')}, '{0,24,48}', 3, 3, ${at}, ${at}, ${at} from ${n}`,
  `insert into attempt_origins (attempt_id, student_id, device_id, network_hash, started_at, examined_at)
   select ${id('attempt')}, ${id('student', 'n / 4')}, ${id('device')}, n::text, ${at}, now() from ${n}`,
  `insert into attempt_reviews (attempt_id, student_id, at) select ${id('attempt')}, ${id('student', 'n / 4')}, ${at} from ${n}`,
  `insert into answers (attempt_id, student_id, question_id, answer, correct, points, answered_at)
   select ${id('attempt')}, ${id('student', 'n / 4')}, ${id('question', 'i')}, 'right', true, 10, ${at} from ${n}, generate_series(1, 3) as i`,
  `insert into standing_changes (standing_id, student_id, age_category, delta, score_after, stood, stands, reason, attempt_id, at)
   select ${id('entry')}, ${id('student')}, '11-20', 10, 10 * i, true, true, 'answer', ${id('attempt')}, ${at} from ${n}, generate_series(1, 3) as i`,
  `insert into league_members (student_id, monday, age_category, tier, band, number, joined_at)
   select ${id('student')}, date_trunc('week', now() at time zone 'Africa/Lagos')::date, '11-20', 'seed', 0, n / 30, now() from ${n}`,
  `insert into practice_answers (student_id, question_id, day, video_id, age_category, is_correct, answered_at)
   select ${id('student', 'n / 4')}, ${id('question')}, current_date, ${id('video', 'n % 100')}, '11-20', true, ${at} from ${n}`,
  `insert into friendships (id, low_id, high_id, requested_by, requested_at, agreed_at)
   select ${id('friendship')}, least(one, other), greatest(one, other), 'low', ${at}, ${at}
   from (select n, ${id('student')} as one, ${id('student', 'n + 1')} as other from ${n})`,
  `insert into friend_challenges (id, friendship_id, made_by, video_id, age_category, questions, created_at, expires_at)
   select ${id('challenge')}, ${id('friendship')}, 'low', ${id('video', 'n % 100')}, '11-20', '[]', ${at}, now() from ${n}`,
  `insert into challenge_turns (challenge_id, student_id, started_at, seconds, deadline)
   select ${id('challenge')}, ${id('student')}, ${at}, 300, ${at} from ${n}`,
  `insert into watches (student_id, video_id, seen_at, watched_at) select ${id('student', 'n / 4')}, ${id('video', 'n % 100')}, ${at}, ${at} from ${n}`,
  `insert into plays (student_id, video_id, played, started_at) select ${id('student', 'n / 4')}, ${id('video', 'n % 100')}, '{[0,15)}', ${at} from ${n}`,
  `insert into notices (id, audience, title, description, type, method, publish_at, published_at, created_at)
   select ${id('notice')}, 'all', 'Filled', '', 'quiz', 'in-app', ${at}, ${at}, ${at} from generate_series(1, 300) as n`,
  `insert into notice_reads (notice_id, student_id, read_at) select ${id('notice', '1 + n % 300')}, ${id('student')}, now() from ${n}`,
  `insert into payments (id, student_id, reference, amount_kobo, state, opened_at, confirmed_at)
   select ${id('payment')}, ${id('student')}, 'filled-' || n, 100000, 'succeeded', ${at}, ${at} from ${n}`,
  `insert into payment_events (payment_id, reference, kind, source, amount_kobo, details, at)
   select ${id('payment')}, 'filled-' || n, 'succeeded', 'webhook', 100000, '{}', ${at} from ${n}`,
  `insert into student_corrections (student_id, admin_id, field, new_value, reason, at)
   select ${id('student')}, ${id('admin', 'n % 5')}, 'school', '', '', ${at} from ${n}`,
  `insert into guardian_messages (student_id, admin_id, email, subject, text, at)
   select ${id('student')}, ${id('admin', 'n % 5')}, '', '', '', ${at} from ${n}`,
  `insert into audit_lines (admin_id, action, subject, details, at) select ${id('admin', 'n % 5')}, 'student.read', n::text, '{}', ${at} from ${n}`,
]

/** Fills them with thousands of rows, and updates the planner's statistics. References point to nothing. */
export async function fillTables(owner: pg.Pool): Promise<void> {
  const client = await owner.connect()
  try {
    await client.query(`set session_replication_role = replica`)
    for (const statement of statements) await client.query(statement)
    await client.query(`set session_replication_role = origin`)
    await client.query(`vacuum analyze ${growingTables.join(', ')}, notices`)
  } finally {
    client.release()
  }
}
