// The evidence about one student: the flags, with the attempts side by side.
import {
  answerAppeal,
  type ExaminedAttempt,
  type Flag,
  type readFlagged as endpoint,
} from '@baobab/contract/fair-play/admin.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { isAllowed } from '@baobab/contract/accounts/rules.ts'
import { asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { canAgree } from '../../accounts/admin/rules.ts'
import { ruleOnMatter } from '../../accounts/admin/two-admins.ts'
import { findStudentByUsername } from '../../accounts/queries.ts'
import { admins, students } from '../../accounts/tables.ts'
import { auditRead } from '../../platform/audit/write-audit-line.ts'
import { leaderboardEntries } from '../../leaderboard/tables.ts'
import type { App } from '../../platform/app.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { withSnapshots } from '../../quiz/question-snapshots.ts'
import type { AttemptRow } from '../../quiz/queries.ts'
import { scoreAttempt } from '../../quiz/rules.ts'
import { answers, attemptReviews, attempts } from '../../quiz/tables.ts'
import { findLastDecision, toAppeal } from '../queries.ts'
import { judgeAnswers, readingMs, sortAnswers } from '../rules.ts'
import { fairPlayAppeals, fairPlayDecisions, fairPlayFlags } from '../tables.ts'
import { readEntrantProposal } from './entrant-proposals.ts'

type Reply = ReplyOf<typeof endpoint>

/** Only the newest flags are shown; older ones add nothing. */
const FLAGS_SHOWN = 50
/** Beyond this many linked accounts, only their number is shown. */
const CLUSTER_SHOWN = 100

/** Reads the evidence about a student, and writes an audit line. */
export async function readFlagged(app: App, who: AdminUser, username: string): Promise<Reply> {
  const student = await findStudentByUsername(app.db, username)
  if (!student || student.erasedAt) fail('not_found')
  const { id } = student
  await auditRead(app, { adminId: who.id, action: 'student.flags_read', subject: id })
  const [entries, flags, cluster, decisions, proposal, appeals] = await Promise.all([
    readEntries(app, id),
    readFlags(app, id),
    readCluster(app, id),
    readDecisions(app, id),
    readEntrantProposal(app, who, id),
    readAppeals(app, who, id),
  ])
  return {
    student: {
      _id: id,
      username: student.username,
      heldAt: student.heldAt?.toISOString() ?? null,
      disqualifiedAt: student.disqualifiedAt?.toISOString() ?? null,
      entries,
    },
    flags,
    cluster,
    decisions,
    proposal,
    appeals,
  }
}

async function readEntries(app: App, studentId: string): Promise<Reply['student']['entries']> {
  const rows = await app.db.select().from(leaderboardEntries).where(eq(leaderboardEntries.studentId, studentId))
  return rows.map(({ ageCategory, score, isListed }) => ({
    ageCategory,
    score,
    rank: isListed ? app.ranking.rankOf(ageCategory, score) : null,
  }))
}

async function readFlags(app: App, studentId: string): Promise<Flag[]> {
  const rows = await app.db
    .select()
    .from(fairPlayFlags)
    .where(eq(fairPlayFlags.studentId, studentId))
    .orderBy(desc(fairPlayFlags.seq))
    .limit(FLAGS_SHOWN)
  const decided = (await findLastDecision(app.db, studentId))?.flagsUpTo ?? 0
  const others = await readUsernames(
    app,
    rows.flatMap(({ otherStudentId }) => otherStudentId ?? []),
  )
  const examined = await readAttempts(
    app,
    rows.flatMap(({ attemptId, otherAttemptId }) => [attemptId, otherAttemptId]),
  )
  return rows.map((row) => ({
    _id: String(row.seq),
    kind: row.kind,
    at: row.at.toISOString(),
    isNew: row.seq > decided,
    role: row.role,
    facts: row.facts,
    attempt: examined.get(row.attemptId ?? '') ?? null,
    other:
      row.otherStudentId === null
        ? null
        : {
            username: others.get(row.otherStudentId) ?? null,
            attempt: examined.get(row.otherAttemptId ?? '') ?? null,
          },
  }))
}

const keptAccounts = alias(students, 'kept')

/** Reads students' usernames: null for an erased account, the remaining account's name for a merged one. */
async function readUsernames(app: App, ids: readonly string[]): Promise<Map<string, string | null>> {
  const rows = await app.db
    .select({
      id: students.id,
      username: sql<
        string | null
      >`case when ${students.erasedAt} is null then ${students.username} else ${keptAccounts.username} end`,
    })
    .from(students)
    .leftJoin(keptAccounts, eq(keptAccounts.id, students.mergedIntoId))
    .where(inArray(students.id, [...ids]))
  return new Map(rows.map(({ id, username }) => [id, username]))
}

/** Reads attempts as evidence, by id. */
async function readAttempts(app: App, ids: readonly (string | null)[]): Promise<Map<string, ExaminedAttempt>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  const [rows, given, reviews] = await Promise.all([
    app.db.select().from(attempts).where(inArray(attempts.id, wanted)),
    app.db.select().from(answers).where(inArray(answers.attemptId, wanted)),
    app.db
      .select()
      .from(attemptReviews)
      .where(inArray(attemptReviews.attemptId, wanted))
      .orderBy(asc(attemptReviews.at)),
  ])
  const usernames = await readUsernames(
    app,
    rows.map(({ studentId }) => studentId),
  )
  const examined = await withSnapshots(app, rows)
  return new Map(
    examined.map((attempt) => [
      attempt.id,
      toExaminedAttempt(attempt, {
        username: usernames.get(attempt.studentId) ?? null,
        given: given.filter(({ attemptId }) => attemptId === attempt.id),
        reviewedAt: reviews.filter(({ attemptId }) => attemptId === attempt.id).map(({ at }) => at.toISOString()),
      }),
    ]),
  )
}

type Evidence = { username: string | null; given: (typeof answers.$inferSelect)[]; reviewedAt: string[] }

function toExaminedAttempt(attempt: AttemptRow, { username, given, reviewedAt }: Evidence): ExaminedAttempt {
  const sorted = sortAnswers(judgeAnswers(given, attempt.questionSnapshot))
  const position = (id: string) => {
    const index = sorted.findIndex(({ questionId }) => questionId === id)
    return index === -1 ? sorted.length : index
  }
  const questions = attempt.questionSnapshot.toSorted((a, b) => position(a.id) - position(b.id))
  return {
    _id: attempt.id,
    username,
    videoTitle: attempt.videoTitle,
    startedAt: attempt.startedAt.toISOString(),
    lockedAt: attempt.lockedAt?.toISOString() ?? null,
    reviewedAt,
    ...scoreAttempt(attempt),
    questions: questions.map((question) => {
      const answer = sorted.find(({ questionId }) => questionId === question.id)
      return {
        question: question.question,
        correctAnswer: question.correctAnswer,
        answer: answer?.answer ?? null,
        correct: answer?.correct ?? false,
        seconds: answer ? (answer.answeredAt.getTime() - attempt.startedAt.getTime()) / 1_000 : null,
        readingSeconds: readingMs(question) / 1_000,
      }
    }),
  }
}

/**
 * Finds everyone linked to a student: each of the two has a flag about the other. A one-sided flag about the secret of the
 * other's browser is not evidence against the other. A deleted account can have no flags of its own.
 */
async function readCluster(app: App, studentId: string): Promise<(string | null)[]> {
  const { rows } = await app.db.execute<{ username: string | null }>(sql`
    with recursive cluster (id) as (
      select ${studentId}::uuid
      union
      select flag.other_student_id from cluster join fair_play_flags as flag on flag.student_id = cluster.id
      join students as other on other.id = flag.other_student_id
      where exists (
        select from fair_play_flags as back where back.student_id = other.id and back.other_student_id = flag.student_id
      ) or (other.erased_at is not null and other.merged_into_id is null)
    )
    select case when shown.erased_at is null then shown.username end as username
    from cluster join students on students.id = cluster.id
    join students as shown on shown.id = coalesce(students.merged_into_id, students.id)
    where shown.id <> ${studentId}::uuid
    group by shown.id
    order by shown.username_key limit ${CLUSTER_SHOWN}`)
  return rows.map(({ username }) => username)
}

async function readDecisions(app: App, studentId: string): Promise<Reply['decisions']> {
  const rows = await app.db
    .select({ decision: fairPlayDecisions, by: admins.username })
    .from(fairPlayDecisions)
    .innerJoin(admins, eq(admins.id, fairPlayDecisions.adminId))
    .where(eq(fairPlayDecisions.studentId, studentId))
    .orderBy(desc(fairPlayDecisions.seq))
  return rows.map(({ decision: { kind, reason, at }, by }) => ({ kind, reason, at: at.toISOString(), by }))
}

async function readAppeals(app: App, who: AdminUser, studentId: string): Promise<Reply['appeals']> {
  const rows = await app.db
    .select({ appeal: fairPlayAppeals, hold: fairPlayDecisions, answeredBy: admins.username })
    .from(fairPlayAppeals)
    .innerJoin(fairPlayDecisions, eq(fairPlayDecisions.seq, fairPlayAppeals.decisionSeq))
    .leftJoin(admins, eq(admins.id, fairPlayAppeals.answeredBy))
    .where(eq(fairPlayAppeals.studentId, studentId))
    .orderBy(desc(fairPlayAppeals.madeAt))
  const mayAnswer = isAllowed(answerAppeal.who, who.roles)
  return Promise.all(
    rows.map(async ({ appeal, hold, answeredBy }) => ({
      _id: appeal.id,
      ...toAppeal(appeal),
      answeredBy,
      canAnswer:
        mayAnswer &&
        appeal.answeredAt === null &&
        canAgree(
          await ruleOnMatter(app, app.db, who, { began: hold.at, decidedBy: answerAppeal }),
          hold.adminId === who.id,
        ),
    })),
  )
}
