// Reports questions over HTTP as students do, and reads and answers the reports as an admin does.
import * as admin from '@baobab/contract/quiz/corrections.ts'
import { countOpenReports } from '@baobab/contract/quiz/corrections.ts'
import type { Caller } from '@baobab/contract/kernel/client.ts'
import type { RequestOf } from '@baobab/contract/kernel/endpoint.ts'
import { reportQuestion } from '@baobab/contract/quiz/endpoints.ts'
import type { TestApp } from './harness.ts'
import { makeStudent, type MadeQuiz, type MadeStudent } from './factories.ts'
import { quizCalls, quizParams } from './take-quiz.ts'
import { waitForLockWaits, waitForTableWait } from './lock-waits.ts'

type ReportForm = RequestOf<typeof reportQuestion>['body']
type AnswerForm = RequestOf<typeof admin.answerReports>['body']

/** Creates a student who has finished a quiz with the first question answered with `option` and the others unanswered. */
export async function makeReporter(t: TestApp, quiz: MadeQuiz, option = 'right'): Promise<MadeStudent> {
  const [student, calls] = [await makeStudent(t), quizCalls((token) => t.as(token))]
  await calls.answer(student, quiz, 0, option)
  await calls.finish(student, quiz)
  return student
}

/** Returns the calls of students who report questions, and of an admin who answers. */
export function reportCalls(as: (token: string) => Caller, adminToken: () => string) {
  const asAdmin = () => as(adminToken())
  return {
    /** Reports the n-th question of a quiz, counting from 0 in the order they were added. */
    report: (student: MadeStudent, quiz: MadeQuiz, n = 0, body: ReportForm = { reason: 'unclear' }) =>
      as(student.token)(reportQuestion, {
        params: { ...quizParams(quiz), triviaId: quiz.questions[n]?.id ?? '' },
        body,
      }),
    listGroups: (query: RequestOf<typeof admin.listReportGroups>['query'] = {}) =>
      asAdmin()(admin.listReportGroups, { query }),
    countOpen: async () => (await asAdmin()(countOpenReports, {})).open,
    readGroup: (reportGroupId: string) => asAdmin()(admin.readReportGroup, { params: { reportGroupId } }),
    answerGroup: (reportGroupId: string, body: AnswerForm = { outcome: 'right', text: 'The video says so.' }) =>
      asAdmin()(admin.answerReports, { params: { reportGroupId }, body }),
  }
}

/** Returns the id of the open group for the n-th question of a quiz. */
export async function findOpenGroup(calls: ReturnType<typeof reportCalls>, quiz: MadeQuiz, n = 0): Promise<string> {
  const { groups } = await calls.listGroups({ limit: 100 })
  return groups.find(({ triviaId }) => triviaId === quiz.questions[n]?.id)?._id ?? ''
}

/**
 * Makes something happen while others wait: holds a statement's locks until at least `count` statements are waiting for a lock,
 * or one is waiting for `table`.
 * @param act starts the calls that will wait; the caller awaits them afterwards
 */
export async function holdUntilOthersWait(
  t: TestApp,
  {
    statement,
    values = [],
    count = 1,
    table,
  }: { statement: string; values?: string[]; count?: number; table?: string },
  act: () => void,
): Promise<void> {
  const client = await t.owner.connect()
  try {
    await client.query('begin')
    await client.query(statement, values)
    act()
    await (table ? waitForTableWait(client, table) : waitForLockWaits(client, { count }))
    await client.query('commit')
  } finally {
    client.release(true)
  }
}
