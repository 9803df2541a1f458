// Ids, tokens and scores of the seeded students, derived from their numbers in the same way in TypeScript, SQL and pgbench scripts

/** An SQL expression for the last part of an id. The number is decimal, which is also valid hexadecimal. */
const padded = (n: string) => `lpad((${n})::text, 12, '0')`
const pad = (n: number) => String(n).padStart(12, '0')

export const STUDENT_PREFIX = '00000000-0000-4000-8000-'
const STANDING_PREFIX = '00000000-0000-4000-9000-'
const ATTEMPT_PREFIX = '00000000-0000-4000-a000-'
const QUESTION_PREFIX = '00000000-0000-4000-b000-'

export const studentId = (n: string) => `('${STUDENT_PREFIX}' || ${padded(n)})::uuid`
export const standingId = (n: string) => `('${STANDING_PREFIX}' || ${padded(n)})::uuid`
export const attemptId = (n: string) => `('${ATTEMPT_PREFIX}' || ${padded(n)})::uuid`
export const questionId = (n: string) => `('${QUESTION_PREFIX}' || ${padded(n)})::uuid`

export const studentIdOf = (n: number) => STUDENT_PREFIX + pad(n)
export const attemptIdOf = (n: number) => ATTEMPT_PREFIX + pad(n)
export const questionIdOf = (n: number) => QUESTION_PREFIX + pad(n)

/** The id of a question snapshot as the product computes it, as an SQL aggregate of rows of `questions` in plain ASCII. */
export const snapshotId = `left(encode(sha256(('[' || string_agg('["' || questions.id || '",' || to_json(question) || ','
  || replace(options::text, '", "', '","') || ',null,' || to_json(correct_answer) || ',null,'
  || coalesce(to_json(explanation)::text, 'null') || ',null,null]', ',' order by questions.position) || ']')::bytea), 'hex'), 32)::uuid`
/** The questions of a snapshot, likewise. */
export const snapshotQuestions = `jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', questions.id, 'question', question,
  'options', options, 'correctAnswer', correct_answer, 'explanation', explanation)) order by questions.position)`
/** The references of an attempt that asks all its `count` questions in order. */
export const askedAll = (count: string) => `array(select (24 * i)::smallint from generate_series(0, ${count} - 1) as i)`

const TOKEN = 'bench-session-'
/** Returns the bearer token of a student. */
export const tokenOf = (n: number) => TOKEN + pad(n)
/** Returns the hash of that token as the product stores it. */
export const tokenHash = (n: string) =>
  `translate(rtrim(encode(sha256(('${TOKEN}' || ${padded(n)})::bytea), 'base64'), '='), '+/', '-_')`

/** Returns a score from 0 to 100,000 for each number, evenly distributed. */
export const scoreOf = (n: number) => ((n * 7_919) % 10_001) * 10
export const score = (n: string) => `((${n})::bigint * 7919 % 10001 * 10)::integer`

export const CATEGORY = '11-20'
export const quiz = { videoTitle: 'The bench', ageCategory: CATEGORY } as const
export const RIGHT = 'The right one'
export const WRONG = 'A wrong one'
export const options = [RIGHT, WRONG, 'Another wrong one', 'One more']
