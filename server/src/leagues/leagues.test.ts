// Tests the weekly leagues with students and ledger lines written directly, at chosen times.
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { myLeague } from '@baobab/contract/leagues/endpoints.ts'
import { LEAGUE_SIZE } from '@baobab/contract/leagues/text.ts'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { makeQuiz, makeStudent, unique } from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { quizCalls } from '../../test/take-quiz.ts'
import { closeWeeks } from './close-weeks.ts'
import { joinLeague } from './join-league.ts'
import { readMyLeague } from './read-league.ts'

const t = await openTestApp()
const quiz = await makeQuiz(t, { count: 3 })
const { answer } = quizCalls((token) => t.as(token))

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const WEEK_MS = 7 * DAY_MS
/** The start of a week in Lagos. Each test has weeks of its own. */
let monday = Date.parse('2027-05-02T23:00:00Z')
beforeEach(async () => {
  monday += 20 * WEEK_MS
  await t.owner.query('delete from league_members')
  at(DAY_MS)
})
/** Sets the clock to milliseconds after the test's Monday. */
const at = (ms: number) => t.app.clock.set(new Date(monday + ms))
const time = (ms: number) => new Date(monday + ms)

type Student = { kind: 'student'; id: string; username: string; sessionId: string; birth: string }

/** Writes a student with an entry on the board. */
async function add(score = 0): Promise<Student> {
  const username = unique('l')
  const { rows } = await t.owner.query<{ id: string }>(
    `with made as (
       insert into students (username, username_key, email, email_key, number, birth, gender, address, created_at, verified_at)
       values ($1, $1, $1, $1, '', '2020-01-01', 'female', '', now(), now()) returning id
     ) insert into standings (student_id, age_category, score, reached_at, leaves_on)
     select id, '5-10', $2, now(), '2031-01-01' from made returning student_id as id`,
    [username, score],
  )
  return { kind: 'student', id: rows[0]?.id ?? '', username, sessionId: '', birth: '2020-01-01' }
}

type Line = { reason?: string; attempt?: string; answeredAt?: Date; isOfQuestion?: boolean }

/** Appends a line to a student's ledger, milliseconds after the test's Monday. */
async function earn({ id }: Student, delta: number, ms: number, line: Line = {}): Promise<void> {
  const { reason = 'answer', attempt = unique(), answeredAt, isOfQuestion = true } = line
  await t.owner.query(
    `insert into standing_changes (standing_id, age_category, delta, score_after, stood, stands, reason, attempt_id, question_id, answered_at, at)
     select id, age_category, $2, 0, true, true, $3, md5($4)::uuid, case when $5 then gen_random_uuid() end, $6, $7
     from standings where student_id = $1`,
    [id, delta, reason, attempt, isOfQuestion, answeredAt ?? null, time(ms)],
  )
}

/** Lets a student practise on a day of the week, which earns no points. */
const practise = ({ id }: Student, ms = 0) =>
  t.owner.query(
    `insert into practice_answers (student_id, question_id, day, video_id, age_category, is_correct, answered_at)
     values ($1, gen_random_uuid(), ($2::timestamptz at time zone 'Africa/Lagos')::date, $3, '5-10', false, $2)`,
    [id, time(ms), quiz.video.id],
  )

const read = (student: Student) => readMyLeague(t.app, student)
const shown = async (student: Student) =>
  (await read(student)).rows.map(({ username, points, outcome }) => [username, points, outcome])

/** Lets students join who earned these points on Tuesday, in this order. */
async function makeLeague(points: readonly number[]): Promise<Student[]> {
  const made: Student[] = []
  for (const [index, earned] of points.entries()) {
    const student = await add()
    await practise(student)
    if (earned > 0) await earn(student, earned, DAY_MS + index)
    await joinLeague(t.app, student)
    made.push(student)
  }
  return made
}

it('a student joins with the first answer of the week, and each right one counts', async () => {
  const student = await makeStudent(t)
  const league = () => t.as(student.token)(myLeague, {})
  expect(await league()).toMatchObject({ tier: 'seed', rows: [], closedBecause: null, lastWeek: null, isHidden: false })
  await answer(student, quiz, 0, 'wrong one')
  expect((await league()).rows).toMatchObject([{ username: student.username, points: 0, outcome: 'stays', isMe: true }])
  await answer(student, quiz, 1, 'right')
  expect((await league()).rows).toMatchObject([{ points: 10 }])
})

it('practice is enough to join, without points', async () => {
  const student = await add()
  await practise(student, -1)
  expect(await shown(student)).toEqual([])
  await practise(student)
  expect(await shown(student)).toEqual([[student.username, 0, 'stays']])
})

it('with a full disk the league can still be read, and the student joins later', async () => {
  const student = await add()
  await practise(student)
  const full = vi.spyOn(t.app.diskSpace, 'isFull').mockReturnValue(true)
  expect(await shown(student)).toEqual([])
  full.mockRestore()
  expect(await shown(student)).toHaveLength(1)
})

it('counts the answers of the week from Monday to Sunday, and their corrections, but nothing else', async () => {
  const [student] = await makeLeague([10])
  if (!student) return
  await earn(student, 10, -1)
  await earn(student, 10, 0)
  await earn(student, 10, WEEK_MS - 1)
  await earn(student, 10, WEEK_MS)
  expect(await shown(student)).toEqual([[student.username, 30, 'stays']])
  // The key of an answer of this week, then of last week, was corrected.
  const correction = { reason: 'merged' }
  await earn(student, -10, WEEK_MS + 1, { ...correction, answeredAt: time(DAY_MS) })
  await earn(student, -10, DAY_MS, { ...correction, answeredAt: time(-1) })
  expect(await shown(student)).toEqual([[student.username, 20, 'stays']])
  // A reset attempt can be taken again, so its answers count for nothing.
  await earn(student, 10, DAY_MS, { attempt: 'reset' })
  await earn(student, -10, 2 * DAY_MS, { attempt: 'reset', reason: 'reset', isOfQuestion: false })
  // Not about a question: for example, points that an admin gave.
  await earn(student, 500, DAY_MS, { isOfQuestion: false })
  expect(await shown(student)).toEqual([[student.username, 20, 'stays']])
})

it('is in the order of points, then of who reached them first, without those who are erased or disqualified', async () => {
  const [slow, quick, none, gone] = await makeLeague([20, 20, 0, 90, 0, 0, 0])
  if (!slow || !quick || !none || !gone) return
  await earn(slow, 10, 3 * DAY_MS)
  await earn(quick, 10, 2 * DAY_MS)
  await t.owner.query('update students set disqualified_at = now() where id = $1', [gone.id])
  const expected = [
    [quick.username, 30, 'rises'],
    [slow.username, 30, 'stays'],
    [none.username, 0, 'stays'],
  ]
  expect((await shown(slow)).slice(0, 3)).toEqual(expected)
  expect(await read(gone)).toMatchObject({ rows: [], closedBecause: 'disqualified' })
  await t.owner.query('update students set erased_at = now() where id = $1', [quick.id])
  expect((await shown(slow)).slice(0, 2)).toEqual([
    [slow.username, 30, 'stays'],
    [none.username, 0, 'stays'],
  ])
})

it('shows pictures only if they may be seen, and hides the league from those who do not compare themselves', async () => {
  const [student] = await makeLeague([10])
  const avatar = async () => (await read(student as Student)).rows[0]?.avatar
  expect(await avatar()).toBeDefined()
  await t.owner.query(`update students set avatar = 'red-cap', hides_movement = true where id = $1`, [student?.id])
  expect(await avatar()).toBeUndefined()
  await t.owner.query('update students set is_avatar_public = true where id = $1', [student?.id])
  expect(await avatar()).toBe('red-cap')
  expect(await read(student as Student)).toMatchObject({ isHidden: true })
})

it('keeps ages and tiers apart, and is closed to those who are too old', async () => {
  const [first] = await makeLeague([10])
  const older = { ...(await add()), birth: '2012-01-01' }
  await practise(older)
  expect(await shown(older)).toEqual([[older.username, 0, 'stays']])
  expect(await shown(first as Student)).toHaveLength(1)
  expect(await read({ ...(await add()), birth: '1990-01-01' })).toMatchObject({ rows: [], closedBecause: 'age' })
})

it('thirty-one students who join at the same moment fill a league of thirty and begin another, and nobody waits', async () => {
  const students = await Promise.all(Array.from({ length: LEAGUE_SIZE + 1 }, () => add()))
  await Promise.all(students.map((student) => practise(student)))
  const join = (joining: readonly Student[]) => Promise.all(joining.map((student) => joinLeague(t.app, student)))
  const listOthers = async () => {
    const { rows } = await t.owner.query<{ id: string }>('select student_id as id from league_members')
    return students.filter(({ id }) => !rows.some((row) => row.id === id))
  }
  const holder = await t.owner.connect()
  await holder.query('begin')
  const day = lagosDate(new Date(monday + HOUR_MS))
  await holder.query(`select pg_advisory_xact_lock(hashtext('league ${day} 5-10 seed'))`)
  try {
    await join(students.slice(0, 3))
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  expect(await listOthers()).toHaveLength(students.length)
  // Of those who arrive together, some join only at their next load.
  for (let others = [...students, ...students.slice(0, 3)]; others.length > 0; others = await listOthers())
    await join(others)
  const { rows } = await t.owner.query(
    'select band, number, count(*)::integer as size from league_members group by 1, 2 order by size',
  )
  expect(rows).toEqual([
    { band: 0, number: 1, size: 1 },
    { band: 0, number: 0, size: LEAGUE_SIZE },
  ])
})

describe('when a week is over', () => {
  it('its result stays, whatever is corrected later, and decides the next tier', async () => {
    const [first, second] = await makeLeague([30, 20, 0, 0, 0, 0])
    if (!first || !second) return
    at(WEEK_MS + 9_000)
    await closeWeeks(t.app)
    expect(await read(first)).toMatchObject({ lastWeek: null, tier: 'seed' })
    at(WEEK_MS + 10_000)
    await Promise.all([closeWeeks(t.app), closeWeeks(t.app), closeWeeks(t.app)])
    await earn(second, 50, DAY_MS)
    await closeWeeks(t.app)
    const lastWeek = { tier: 'seed', points: 30, position: 1, outcome: 'rises' }
    expect(await read(first)).toMatchObject({ tier: 'sprout', rows: [], lastWeek })
    expect(await read(second)).toMatchObject({ tier: 'seed', lastWeek: { points: 20, position: 2, outcome: 'stays' } })
    at(2 * WEEK_MS + DAY_MS)
    expect(await read(first)).toMatchObject({ tier: 'sprout', lastWeek: null })
  })

  it('a student who plays before the job has run gets the right tier', async () => {
    const [first] = await makeLeague([30, 20, 0, 0, 0, 0])
    if (!first) return
    at(WEEK_MS + 5_000)
    await practise(first, WEEK_MS)
    expect(await read(first)).toMatchObject({ tier: 'seed', rows: [] })
    at(WEEK_MS + HOUR_MS)
    expect(await read(first)).toMatchObject({ tier: 'sprout', rows: [{ points: 0 }], lastWeek: { outcome: 'rises' } })
  })

  it('several weeks are closed after an outage, and results are deleted after eight weeks', async () => {
    const [first] = await makeLeague([30, 20, 0, 0, 0, 0])
    if (!first) return
    await t.owner.query(`insert into league_members (student_id, monday, age_category, tier, band, number, joined_at)
      select student_id, monday - 7, age_category, tier, band, number, joined_at - interval '7 days' from league_members`)
    at(3 * WEEK_MS + HOUR_MS)
    // One league that cannot be closed stops no later one.
    const failing = vi.spyOn(t.app.separate.slow.db, 'transaction').mockRejectedValueOnce(new Error('no such league'))
    await expect(closeWeeks(t.app)).rejects.toThrow('no such league')
    failing.mockRestore()
    const count = async () =>
      (await t.app.db.execute(sql`select count(outcome)::integer as closed from league_members`)).rows[0]
    expect(await count()).toEqual({ closed: 6 })
    await closeWeeks(t.app)
    expect(await count()).toEqual({ closed: 12 })
    at(8 * WEEK_MS + HOUR_MS)
    await closeWeeks(t.app)
    expect(await count()).toEqual({ closed: 6 })
    expect(await read(first)).toMatchObject({ tier: 'sprout' })
    at(9 * WEEK_MS + HOUR_MS)
    await closeWeeks(t.app)
    expect(await read(first)).toMatchObject({ tier: 'seed' })
  })
})
