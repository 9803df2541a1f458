// Tests what a regrade would change before it is agreed to: whose points, and who enters and leaves the first thousand.
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { LEADERBOARD_SIZE } from '@baobab/contract/leaderboard/endpoints.ts'
import { editQuestion } from '@baobab/contract/quiz/admin.ts'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  makeAdmin,
  makeAnotherAdmin,
  makeQuiz,
  makeStudent,
  type MadeQuiz,
  type MadeStudent,
} from '../../../../test/factories.ts'
import { openTestApp } from '../../../../test/harness.ts'
import { regradeCalls } from '../../../../test/regrade-questions.ts'
import { holdUntilOthersWait } from '../../../../test/report-questions.ts'
import { quizCalls, quizRows } from '../../../../test/take-quiz.ts'
import { waitFor } from '../../../../test/wait-for.ts'
import { regrades } from '../../tables.ts'
import { applyRegrade } from './apply-regrade.ts'
import { previewRegrade } from './preview-regrade.ts'

/** The username of students who exist only to make up numbers. */
const CROWD = 'crowd'

const t = await openTestApp()
const admin = await makeAdmin(t)
const other = await makeAnotherAdmin(t, admin, 'content')
const young: { birth: string } = { birth: `${Number(lagosDate(t.app.clock.now()).slice(0, 4)) - 8}-01-01` }
beforeAll(async () => {
  await makeStudent(t, young)
  await addCrowd(LEADERBOARD_SIZE - 2)
})
// Unlists everyone except the crowd, as if they had outgrown the category.
beforeEach(() =>
  t.owner.query(`update standings set stands = username = '${CROWD}' from students where students.id = student_id`),
)

const { answer } = quizCalls((token) => t.as(token))
const { loadEntry } = quizRows(() => t)
const calls = regradeCalls(
  (token) => t.as(token),
  () => ({ proposer: admin.token, other: other.token }),
)
const { propose, agree, read } = calls
const { signal } = new AbortController()

/** Computes the preview as the job does, and returns it. */
async function preview(id: string) {
  await previewRegrade(t.app, id, signal)
  return (await read(id)).preview
}

/** Agrees, and corrects all points as the job does. */
async function apply(id: string): Promise<void> {
  await agree(id)
  await applyRegrade(t.app, id, signal)
}

/** Creates a student who gives these answers to a quiz's questions, in order; null means no answer. */
async function take(quiz: MadeQuiz, options: (string | null)[], person: object = young): Promise<MadeStudent> {
  const student = await makeStudent(t, person)
  for (const [n, option] of options.entries()) if (option !== null) await answer(student, quiz, n, option)
  return student
}

const score = async (student: MadeStudent) => (await loadEntry(student))?.score

type Crowd = { username?: string; category?: string; isListed?: boolean }

/** Adds students with entries of 20 points, reached a day ago. */
async function addCrowd(
  count: number,
  { username = CROWD, category = '5-10', isListed = true }: Crowd = {},
): Promise<void> {
  await t.owner.query(
    `with copied as (insert into students select (jsonb_populate_record(row, jsonb_build_object(
      'id', gen_random_uuid(), 'username', $4::text, 'username_key', gen_random_uuid(), 'email_key', gen_random_uuid()))).*
      from students as row, generate_series(1, $1) where row.id = (select id from students limit 1) returning id)
    insert into standings (student_id, age_category, score, reached_at, leaves_on, stands)
    select id, $2, 20, now() - interval '1 day', current_date + 300, $3 from copied`,
    [count, category, isListed, username],
  )
}

/** Returns the students of the first thousand entries. */
async function readBoard(): Promise<string[]> {
  const { rows } = await t.app.db.execute<{ id: string }>(sql`
    select student_id as id from standings where stands and age_category = '5-10'
    order by score desc, reached_at, standings.id limit ${LEADERBOARD_SIZE}`)
  return rows.map(({ id }) => id)
}

it('names who enters and who leaves the first thousand, and the result agrees', async () => {
  const quiz = await makeQuiz(t, { count: 2, ageCategory: '5-10' })
  // The one who leaves answered first, and so would rank above the one who enters with the same points.
  const [leaves, enters] = [await take(quiz, ['right']), await take(quiz, ['wrong one'])]
  const rises = await take(quiz, ['wrong one', 'right'])
  const id = await propose(quiz)
  const shown = await preview(id)
  expect(shown).toMatchObject({ up: 2, down: 1, same: 0, otherWording: 0, enterCount: 1, leaveCount: 1 })
  expect(shown?.moves.slice(0, 3)).toEqual([
    { username: enters.username, rankBefore: null, rankAfter: 1_000, delta: 10 },
    { username: leaves.username, rankBefore: 999, rankAfter: null, delta: -10 },
    { username: rises.username, rankBefore: 999, rankAfter: 1, delta: 10 },
  ])
  await apply(id)
  const ids = await readBoard()
  expect([ids.includes(enters.id), ids.includes(leaves.id), ids.indexOf(rises.id)]).toEqual([true, false, 998])
})

it('counts students who saw a different wording, whose points stay', async () => {
  const quiz = await makeQuiz(t, { count: 1 })
  const early = await take(quiz, ['right'], {})
  const change = {
    question: 'Question 1?',
    options: ['right', 'new', 'wrong two', 'wrong three'],
    correctAnswer: 'right',
  }
  await t.as(admin.token)(editQuestion, { params: { triviaId: quiz.questions[0]?.id ?? '' }, body: change })
  const late = await take(quiz, ['right'], {})
  const id = await propose(quiz, { newAnswer: 'new' })
  expect(await preview(id)).toMatchObject({ up: 0, down: 1, same: 0, otherWording: 1 })
  await apply(id)
  expect(await Promise.all([early, late].map(score))).toEqual([10, 0])
})

describe('at the end of the first thousand', () => {
  type Exchange = { enters: MadeStudent; leaves: MadeStudent; rank?: number }

  /** Applies a regrade, and expects exactly these students to enter and leave, as in its preview. */
  async function expectExchange(quiz: MadeQuiz, { enters, leaves, rank = LEADERBOARD_SIZE }: Exchange) {
    const before = await readBoard()
    expect(before).toHaveLength(LEADERBOARD_SIZE)
    const id = await propose(quiz)
    const shown = await preview(id)
    expect(shown).toMatchObject({ enterCount: 1, leaveCount: 1 })
    expect(shown?.moves.slice(0, 2)).toMatchObject([
      { username: enters.username, rankBefore: null, rankAfter: rank },
      { username: leaves.username, rankAfter: null, delta: -10 },
    ])
    await apply(id)
    const after = await readBoard()
    expect(after.filter((student) => !before.includes(student))).toEqual([enters.id])
    expect(before.filter((student) => !after.includes(student))).toEqual([leaves.id])
    return shown
  }

  /** Adds other students with 20 points, and entries that are not on this board. */
  async function fillBoard(): Promise<void> {
    const username = 'filler'
    await addCrowd(1, { username })
    await addCrowd(3, { username, category: '11-20' })
    await addCrowd(3, { username, isListed: false })
  }

  it('a student whose points stay enters because another falls to the same points but reached them later', async () => {
    const quiz = await makeQuiz(t, { count: 2, ageCategory: '5-10' })
    const [enters, leaves] = [await take(quiz, [null, 'right']), await take(quiz, ['right', 'right'])]
    await fillBoard()
    const shown = await expectExchange(quiz, { enters, leaves })
    expect(shown).toMatchObject({ up: 0, down: 1, same: 1 })
    expect(shown?.moves[0]).toMatchObject({ delta: 0 })
  })

  it('a student with two fewer right answers enters because another loses one and reached the same points later', async () => {
    const quiz = await makeQuiz(t, { count: 2, ageCategory: '5-10' })
    const enters = await take(quiz, ['wrong one'])
    const leaves = await take(quiz, ['right', 'right'])
    await fillBoard()
    const shown = await expectExchange(quiz, { enters, leaves })
    expect(shown).toMatchObject({ up: 1, down: 1, same: 0 })
  })

  it('for a student who gains points, the time of the last scoring answer counts, not of the corrected one', async () => {
    const quiz = await makeQuiz(t, { count: 3, ageCategory: '5-10' })
    const late = await take(quiz, ['wrong one'])
    const [enters, leaves] = [await take(quiz, ['wrong one', 'right']), await take(quiz, ['right', null, 'right'])]
    await answer(late, quiz, 1, 'right')
    await fillBoard()
    // Both have the same points then.
    await expectExchange(quiz, { enters, leaves, rank: 1 })
  })

  it('unlisted students do not enter, whatever their points', async () => {
    const quiz = await makeQuiz(t, { count: 2, ageCategory: '5-10' })
    const [hidden, enters] = [await take(quiz, ['wrong one', 'right']), await take(quiz, [null, 'right'])]
    const leaves = await take(quiz, ['right', 'right'])
    await t.owner.query('update standings set stands = false where student_id = $1', [hidden.id])
    await fillBoard()
    const shown = await expectExchange(quiz, { enters, leaves })
    expect(shown).toMatchObject({ up: 1, down: 1, same: 1 })
  })
})

describe('a decided proposal', () => {
  const clearPreview = (id: string) => t.app.db.update(regrades).set({ preview: null }).where(eq(regrades.id, id))
  const readPreview = async (id: string) =>
    (await t.app.db.select({ preview: regrades.preview }).from(regrades).where(eq(regrades.id, id)))[0]?.preview
  it('no longer gets a preview', async () => {
    const id = await propose(await makeQuiz(t, { count: 1 }))
    await preview(id)
    await calls.withdraw(id)
    await clearPreview(id)
    await previewRegrade(t.app, id, signal)
    expect(await readPreview(id)).toBeNull()
  })

  it('gets no preview if it was decided while the preview was being computed', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    const id = await propose(quiz)
    // The proposal's own job also computes one as soon as it can.
    await waitFor(async () => {
      const unfinished = await t.app.pool.query(
        "select from pgboss.job where name = 'regrade-previews' and state < 'completed'",
      )
      expect(unfinished.rowCount).toBe(0)
    })
    await clearPreview(id)
    const statement = `update regrades set decision = 'withdrawn', decided_by = '${other.id}', decided_at = now()
      where id = '${id}'; lock table standings in access exclusive mode`
    const computing: Promise<void>[] = []
    await holdUntilOthersWait(t, { statement, table: 'standings' }, () => {
      computing.push(previewRegrade(t.app, id, signal))
    })
    await Promise.all(computing)
    expect(await readPreview(id)).toBeNull()
  })
})
