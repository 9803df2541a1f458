// Changes answers, snapshots and ledger rows by hand, with triggers off, and expects each change to be reported.
import { mergeStudents } from '@baobab/contract/duplicates/endpoints.ts'
import { resetAttempt } from '@baobab/contract/quiz/admin.ts'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type pg from 'pg'
import {
  makeAdmin,
  makeAnotherAdmin,
  makeQuiz,
  makeStudent,
  type MadeQuiz,
  type MadeStudent,
} from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { regradeCalls } from '../../test/regrade-questions.ts'
import { quizCalls, quizRows } from '../../test/take-quiz.ts'
import { createReader } from '../platform/data-check.ts'
import { features } from '../features.ts'
import { listChecks } from '../verification/verify-database.ts'

let quiz: MadeQuiz
/** The ids of three attempts and two corrections. One attempt's first key was corrected, one was reset, one moved in a merge. */
let ids: Record<'attempt' | 'reset' | 'moved' | 'regrade' | 'other', string>

const calls = quizCalls((token) => t.as(token))
const { loadAttempts } = quizRows(() => t)

/** Takes the quiz with these answers to its questions. @returns the attempt's id */
async function take(student: MadeStudent, options: readonly string[]): Promise<string> {
  for (const [n, option] of options.entries()) await calls.answer(student, quiz, n, option)
  await calls.finish(student, quiz)
  return (await loadAttempts(student)).find(({ videoId }) => videoId === quiz.video.id)?.id ?? ''
}

const t = await openTestApp()
beforeAll(async () => {
  const admin = await makeAdmin(t)
  const second = await makeAnotherAdmin(t, admin)
  const tokens = () => ({ proposer: admin.token, other: second.token })
  const { regrade } = regradeCalls((token) => t.as(token), tokens)
  quiz = await makeQuiz(t, { count: 3 })
  const [student, unlucky, kept, merged] = [
    await makeStudent(t),
    await makeStudent(t),
    await makeStudent(t),
    await makeStudent(t),
  ]
  const attempt = await take(student, ['wrong one', 'right', 'wrong two'])
  const reset = await take(unlucky, ['right', 'right'])
  const moved = await take(merged, ['right', 'wrong one', 'right'])
  // A student who answers while the key changes, and has not answered everything.
  const late = await makeStudent(t)
  await calls.answer(late, quiz, 0, 'right')
  const [, first] = [await regrade(quiz, { keepsOld: true, newAnswer: 'wrong two' }), await regrade(quiz)]
  await calls.answer(late, quiz, 1, 'right')
  await calls.finish(late, quiz)
  await t.as(admin.token)(resetAttempt, { params: { attemptId: reset }, body: { reason: 'The power failed.' } })
  const into = { into: kept.username, reason: 'Both are hers.' }
  await t.as(admin.token)(mergeStudents, { params: { username: merged.username }, body: into })
  await regrade(quiz, { n: 1 })
  const other = await regrade(quiz, { n: 2, keepsOld: true, newAnswer: 'wrong three' })
  ids = { attempt, reset, moved, regrade: first, other }
})

describe('points of answers', () => {
  let client: pg.PoolClient
  beforeEach(async () => {
    client = await t.owner.connect()
    await client.query('begin; set local session_replication_role = replica')
  })
  afterEach(async () => {
    await client.query('rollback')
    client.release()
  })

  /** Runs all checks that read neither files nor every table. */
  async function findBroken(names?: readonly string[]): Promise<string[]> {
    const broken: string[] = []
    const some = listChecks(features).filter(
      ({ name }) => names?.includes(name) ?? !['pages', 'references'].includes(name),
    )
    for (const check of some)
      for await (const { row, reason } of check.find(createReader(client, { settleMs: 0 }), t.app.files))
        broken.push(`${check.name}: ${row}: ${reason}`)
    return broken
  }

  it('Q-28 are consistent after corrections before and after a merge, a reset, and answers in between', async () => {
    expect(await findBroken()).toEqual([])
    const { rows } = await client.query<{ reason: string }>('select distinct reason from standing_changes order by 1')
    expect(rows.map(({ reason }) => reason)).toEqual(['answer', 'first-answer', 'merged', 'regrade', 'reset'])
  })

  const question = (n: number) => quiz.questions[n]?.id ?? ''
  const answer = (n: number, attempt = ids.attempt) => `attempt_id = '${attempt}' and question_id = '${question(n)}'`
  const worth = (n: number, reason: string) => `worth: answers ${ids.attempt} ${question(n)}: ${reason}`
  const line = (reason: string) => expect.stringMatching(`^lines: standing_changes \\d+: ${reason}$`) as string
  const setSnapshot = (path: string, value: string) =>
    `update attempts set snapshot_id = null, asked = null, paper = (
       select jsonb_agg(case when question ->> 'id' = '${question(0)}' then jsonb_set(question, '${path}', '${value}') else question end)
       from asked_questions(paper, snapshot_id, asked) as question
     ) where id = '${ids.attempt}'`

  it.each<[name: string, statement: () => string, broken: () => string[]]>([
    [
      'a right answer that was made wrong',
      () => `update answers set correct = false, points = 0 where ${answer(1)}`,
      () => [
        worth(1, 'it has 0 points, and the ledger gives 10'),
        worth(1, 'it has -10 points with all corrections, and by the key of its attempt 0'),
      ],
    ],
    [
      'a wrong answer that was made right',
      () => `update answers set correct = true, points = 10 where ${answer(2)}`,
      () => [
        worth(2, 'it has 10 points, and the ledger gives 0'),
        worth(2, 'it has 10 points with all corrections, and by the key of its attempt 0'),
      ],
    ],
    [
      'a right answer without its points',
      () => `alter table answers drop constraint answers_points; update answers set correct = true where ${answer(2)}`,
      () => [worth(2, 'it is right, and has 0 points')],
    ],
    [
      'an answer whose text was changed',
      () => `update answers set answer = 'right' where ${answer(2)}`,
      () => [worth(2, 'it has 0 points with all corrections, and by the key of its attempt 10')],
    ],
    [
      'an answer that nobody could give',
      () => `update answers set answer = 'another' where ${answer(2)}`,
      () => [worth(2, 'it is none of the options of its question')],
    ],
    [
      'a line that gives more',
      () => `update standing_changes set delta = 20 where ${answer(1)} and reason = 'answer'`,
      () => [worth(1, 'it has 10 points, and the ledger gives 20')],
    ],
    [
      'a line about another answer',
      () => `update standing_changes set question_id = gen_random_uuid() where ${answer(1)} and reason = 'answer'`,
      () => [worth(1, 'it has 10 points, and the ledger gives 0'), line('it is about an answer that does not exist')],
    ],
    [
      'a correction without its line',
      () => `delete from standing_changes where ${answer(0)} and reason = 'regrade'`,
      () => [worth(0, 'it has 0 points with all corrections, and by the key of its attempt 10')],
    ],
    [
      'a line about a correction of another question',
      () => `update standing_changes set regrade_id = '${ids.other}' where ${answer(0)} and reason = 'regrade'`,
      () => [line('nobody has agreed to its correction')],
    ],
    [
      'a snapshot with another key',
      () => setSnapshot('{correctAnswer}', '"right"'),
      () => [
        worth(0, 'it has 10 points with all corrections, and by the key of its attempt 0'),
        `corrections: attempts ${ids.attempt}: the key of question ${question(0)} does not match its correction`,
      ],
    ],
    [
      'a snapshot with a second key',
      () => setSnapshot('{alsoCorrect}', '"wrong three"'),
      () => [`corrections: attempts ${ids.attempt}: the key of question ${question(0)} does not match its correction`],
    ],
    [
      'a snapshot with a correction of another question',
      () => setSnapshot('{corrected,regradeId}', `"${ids.other}"`),
      () => [`corrections: attempts ${ids.attempt}: nobody has agreed to the correction of question ${question(0)}`],
    ],
    [
      'a merge that moved more than there was',
      () => `update standing_changes set delta = 20 where ${answer(2, ids.moved)} and reason = 'merged'`,
      () => [line('it moves 20 points, and the answer had 10')],
    ],
    [
      'a reset that took back less',
      () => `update standing_changes set delta = -20 where attempt_id = '${ids.reset}' and reason = 'reset'`,
      () => [line('it takes 20 points back, and the attempt had 10')],
    ],
    [
      'a reset that never happened',
      () => `update attempts set reset_at = null where id = '${ids.reset}'`,
      () => [line('it takes back points of an attempt that was not reset')],
    ],
  ])('Q-28 are reported for %s', async (_name, statement, broken) => {
    await client.query(statement())
    const found = await findBroken(['worth', 'lines', 'corrections'])
    expect(found).toEqual(broken())
  })

  it('are reported for questions that differ from what attempts refer to', async () => {
    await client.query(`alter table question_snapshots disable trigger user;
      update question_snapshots set questions = jsonb_set(questions, '{0,correctAnswer}', '"wrong two"')
      where id = (select snapshot_id from attempts where id = '${ids.attempt}')`)
    const id = /^snapshots: question_snapshots [0-9a-f-]{36}: its id is not the hash of its questions$/
    expect(await findBroken(['snapshots'])).toEqual([expect.stringMatching(id)])
  })

  it('are reported for every row and snapshot of a correction that was not agreed to', async () => {
    await client.query(`update regrades set decision = 'withdrawn', finished_at = null where id = '${ids.regrade}'`)
    const found = await findBroken(['lines', 'corrections'])
    expect(new Set(found.map((one) => one.split(':').at(-1)))).toEqual(
      new Set([
        ' nobody has agreed to its correction',
        ` nobody has agreed to the correction of question ${question(0)}`,
      ]),
    )
  })
})
