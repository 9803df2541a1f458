// Tests that what a request reads does not grow with the tables: its statements use indexes, and read few rows.
import * as accounts from '@baobab/contract/accounts/endpoints.ts'
import { auditLog } from '@baobab/contract/audit/endpoints.ts'
import { listAwards } from '@baobab/contract/awards/endpoints.ts'
import { listFriends } from '@baobab/contract/friends/endpoints.ts'
import { leaderboard, myRank, neighbours } from '@baobab/contract/leaderboard/endpoints.ts'
import { myLeague } from '@baobab/contract/leagues/endpoints.ts'
import { listNotifications } from '@baobab/contract/notifications/admin.ts'
import { studentNotifications, unreadNotifications } from '@baobab/contract/notifications/endpoints.ts'
import { listAllPayments } from '@baobab/contract/payments/admin.ts'
import { listPayments } from '@baobab/contract/payments/endpoints.ts'
import { listAttempts, reviewAttempt } from '@baobab/contract/quiz/endpoints.ts'
import { drawNews } from '@baobab/contract/scholarship/draw-news.ts'
import { readToday } from '@baobab/contract/quiz/practice.ts'
import { listStudents, studentDetails } from '@baobab/contract/students/endpoints.ts'
import { listVideos, reportPlayed, saveProgress, watchVideo } from '@baobab/contract/videos/endpoints.ts'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { collectStatements, type Statement } from './collect-statements.ts'
import { makeAdmin, makeQuiz, makeStudent, PASSWORD } from './factories.ts'
import { fillTables, growingTables } from './fill-tables.ts'
import { openTestApp } from './harness.ts'
import { quizCalls, quizParams } from './take-quiz.ts'

const Node = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Actual Rows': z.number().optional(),
  'Actual Loops': z.number().optional(),
  'Rows Removed by Filter': z.number().optional(),
  get Plans() {
    return z.array(Node).optional()
  },
})
type Node = z.infer<typeof Node>
const Plan = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: Node })]) })])

const t = await openTestApp()
const admin = await makeAdmin(t)
const student = await makeStudent(t)
const quiz = await makeQuiz(t, { count: 4 })
beforeAll(async () => {
  await fillTables(t.owner)
  // Two filled pairs become friends of the student, with their challenges.
  await t.owner.query(
    `update friendships set low_id = least($1::uuid, high_id), high_id = greatest($1::uuid, high_id)
     where id in (select id from friendships order by id limit 2)`,
    [student.id],
  )
})

/**
 * Totals of whole lists for admins, which scan an index: the number of students, which is cached for a while
 * (count-students.ts), and the sums of payments. docs/scale.md says what they cost.
 */
const isTotal = ({ text }: Statement) =>
  text.includes('count(*) from students where erased_at is null') ||
  text.startsWith('select count(*)::integer, coalesce(sum("amount_kobo"), 0)')

/** Explains a statement, and undoes its effects. */
async function explain(text: string, values?: unknown[]): Promise<Node> {
  const client = await t.owner.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<Record<string, unknown>>(text, values)
    return Plan.parse(rows)[0]['QUERY PLAN'][0].Plan
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const listNodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(listNodes)]
const isGrowing = ({ 'Relation Name': name }: Node) => name !== undefined && growingTables.includes(name)
const readsWhole = (node: Node) =>
  node['Node Type'].includes('Seq Scan') && isGrowing(node) && node['Actual Loops'] !== 0
const countRows = (node: Node) =>
  ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 1)

/** Returns what is wrong with a statement's plans, and how many rows it read from growing tables. */
async function judge({
  text,
  values,
  isPrepared,
}: Omit<Statement, 'sender'>): Promise<{ whole: string[]; rows: number }> {
  // An insert of a row that exists by now would fail.
  const isInsert = /^\s*insert\b/i.test(text)
  const nodes = listNodes(await explain(`explain (${isInsert ? '' : 'analyze, '}format json) ${text}`, values))
  // PostgreSQL may plan a prepared statement once for all values.
  const generic = isPrepared ? listNodes(await explain(`explain (generic_plan, format json) ${text}`)) : []
  const whole = [...nodes, ...generic].filter(readsWhole).map((node) => `${node['Relation Name']} by ${text}`)
  return { whole, rows: nodes.filter(isGrowing).reduce((sum, node) => sum + countRows(node), 0) }
}

async function expectBounded(work: () => Promise<unknown>, mostRows: number): Promise<void> {
  const statements = (await collectStatements(work)).filter((statement) => !isTotal(statement))
  expect(statements.length).toBeGreaterThan(0)
  const judged = await Promise.all(statements.map(judge))
  expect(judged.flatMap(({ whole }) => whole)).toEqual([])
  expect(judged.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(mostRows)
}

const ageCategory = '11-20'
const call = () => t.as(student.token)
const calls = quizCalls((token) => t.as(token))
const asAdmin = () => t.as(admin.token)

/** What students do all the time, in this order. */
const ofStudents: [string, () => Promise<unknown>, number][] = [
  ['logs in', () => t.as()(accounts.logInStudent, { body: { email: student.email, password: PASSWORD } }), 30],
  ['lists videos', () => call()(listVideos, {}), 30],
  ['saves progress', () => call()(saveProgress, { params: { id: quiz.video.id }, body: { positionSeconds: 3 } }), 30],
  ['reports what was played', () => call()(reportPlayed, { params: { id: quiz.video.id }, body: { ranges: [] } }), 30],
  ['marks a video as watched', () => call()(watchVideo, { params: { id: quiz.video.id } }), 30],
  ['starts a quiz', () => calls.start(student, quiz), 30],
  ['answers for the first time', () => calls.answer(student, quiz, 0, 'right'), 30],
  ['answers', () => calls.answer(student, quiz, 1, 'right'), 30],
  ['finishes a quiz', () => calls.finish(student, quiz), 30],
  ['reads the review', () => call()(reviewAttempt, { params: quizParams(quiz) }), 30],
  ['lists own quizzes', () => call()(listAttempts, {}), 30],
  ['reads what waits today', () => call()(readToday, {}), 30],
  ['reads badges', () => call()(listAwards, {}), 30],
  ['reads their own rank', () => call()(myRank, { query: { ageCategory } }), 30],
  ['reads the neighbours on the board', () => call()(neighbours, { query: { ageCategory } }), 30],
  // Of a league with up to thirty students: the members, their accounts, entries and lines of the week.
  ['reads their own league', () => call()(myLeague, {}), 400],
  ['reads what is new about the draw', () => call()(drawNews, {}), 30],
  // Of two friends: their accounts, quizzes, points of the month, days, challenges and turns.
  ['lists friends', () => call()(listFriends, {}), 100],
  [
    'reads notifications',
    () => call()(studentNotifications, { params: { username: student.username }, query: {} }),
    30,
  ],
  ['counts unread notifications', () => call()(unreadNotifications, {}), 30],
  ['lists payments', () => call()(listPayments, {}), 30],
]

it.each(ofStudents)('a student %s: uses indexes, and reads few rows', async (_what, work, mostRows) => {
  await expectBounded(work, mostRows)
})

it.each([
  ['lists students', () => asAdmin()(listStudents, { query: {} }), 200],
  ['searches students', () => asAdmin()(listStudents, { query: { search: 'filled1234' } }), 200],
  ['reads a student', () => asAdmin()(studentDetails, { params: { username: student.username } }), 200],
  ['reads the audit log', () => asAdmin()(auditLog, { query: {} }), 200],
  ['lists payments', () => asAdmin()(listAllPayments, { query: {} }), 200],
  // Counts each one's readers, of whom there are few here.
  ['lists notifications', () => asAdmin()(listNotifications, { query: {} }), 5_000],
])('an admin %s: uses indexes, and reads few rows', async (_what, work, mostRows) => {
  await expectBounded(work, mostRows)
})

it('the board is built from its index, and is not read for each visitor', async () => {
  expect(await collectStatements(() => t.as()(leaderboard, { query: { ageCategory } }))).toEqual([])
})

it('the answers of finished quizzes are not read again for each visit before practice', async () => {
  const texts = (await collectStatements(() => call()(readToday, {}))).map(({ text }) => text)
  expect(texts.filter((text) => text.includes('from "attempts"'))).toHaveLength(2)
  expect(texts.filter((text) => text.includes('from "answers"'))).toEqual([])
})

it('a plan that reads a whole table is detected', async () => {
  const { whole, rows } = await judge({
    text: "select from answers where answer = 'no'",
    values: [],
    isPrepared: false,
  })
  expect(whole).toEqual([expect.stringMatching(/^answers by/)])
  expect(rows).toBeGreaterThan(50_000)
})
