// Takes quizzes over HTTP as a student, and reads the resulting rows from the database.
import { and, asc, eq } from 'drizzle-orm'
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import type { Caller } from '@baobab/contract/kernel/client.ts'
import * as contract from '@baobab/contract/quiz/endpoints.ts'
import { expect } from 'vitest'
import { pointsLedger, leaderboardEntries } from '../src/leaderboard/tables.ts'
import { withSnapshots } from '../src/quiz/question-snapshots.ts'
import { answers, attempts } from '../src/quiz/tables.ts'
import { refusal } from './refusal.ts'
import type { TestApp } from './harness.ts'
import type { MadeQuiz, MadeStudent } from './factories.ts'
import { snapshotDatabase } from './snapshot-database.ts'

export const quizParams = ({ video, ageCategory }: MadeQuiz) => ({ videoTitle: video.title, ageCategory })

/**
 * Returns the calls a student makes during a quiz.
 * @param as returns a client for a token: without sockets, or over real connections
 */
export function quizCalls(as: (token?: string) => Caller) {
  return {
    start: (student: MadeStudent, quiz: MadeQuiz) =>
      as(student.token)(contract.startAttempt, { params: quizParams(quiz) }),
    finish: (student: MadeStudent, quiz: MadeQuiz) =>
      as(student.token)(contract.finishAttempt, { params: quizParams(quiz) }),
    review: (student: MadeStudent, quiz: MadeQuiz) =>
      as(student.token)(contract.reviewAttempt, { params: quizParams(quiz) }),
    list: (student: MadeStudent) => as(student.token)(contract.listAttempts, {}),
    /** Reads the public list of questions, as a student or without a login. */
    questions: (student: MadeStudent | undefined, quiz: MadeQuiz) =>
      as(student?.token)(contract.listQuestions, { params: quizParams(quiz) }),
    /** Answers the n-th question of a quiz, counting from 0 in the order they were added. */
    answer: (student: MadeStudent, quiz: MadeQuiz, n: number, option: string) =>
      as(student.token)(contract.answerQuestion, {
        params: quizParams(quiz),
        body: { triviaId: quiz.questions[n]?.id ?? '', answer: option },
      }),
  }
}

/** Reads a student's rows from the database. */
export function quizRows(t: () => TestApp) {
  const loadEntry = async (student: MadeStudent, category: AgeCategory = '11-20') => {
    const own = and(eq(leaderboardEntries.studentId, student.id), eq(leaderboardEntries.ageCategory, category))
    return (await t().app.db.select().from(leaderboardEntries).where(own))[0]
  }
  return {
    loadEntry,
    loadAttempts: async (student: MadeStudent) =>
      withSnapshots(t().app, await t().app.db.select().from(attempts).where(eq(attempts.studentId, student.id))),
    loadAnswers: async (student: MadeStudent) => {
      const rows = await t()
        .app.db.select({ answer: answers })
        .from(answers)
        .innerJoin(attempts, eq(attempts.id, answers.attemptId))
        .where(eq(attempts.studentId, student.id))
        .orderBy(asc(answers.answeredAt))
      return rows.map((row) => row.answer)
    },
    loadPointsLedger: async (student: MadeStudent, category?: AgeCategory) => {
      const entry = await loadEntry(student, category)
      return t()
        .app.db.select()
        .from(pointsLedger)
        .where(eq(pointsLedger.entryId, entry?.id ?? student.id))
        .orderBy(asc(pointsLedger.seq))
    },
  }
}

/** Expects a refusal that leaves the database unchanged. */
export async function expectRefusalWithoutWrites(
  t: TestApp,
  call: () => Promise<unknown>,
  expected: object,
): Promise<void> {
  const before = await snapshotDatabase(t)
  expect(await refusal(call())).toMatchObject(expected)
  expect(await snapshotDatabase(t)).toEqual(before)
}
