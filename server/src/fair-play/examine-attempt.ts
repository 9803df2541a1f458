// Examines one finished attempt, and stores each finding as a flag, once. The caller holds the examination lock, so that of two
// matching attempts the later one always finds the earlier.
import { createHash } from 'node:crypto'
import type { FlagKind } from '@baobab/contract/fair-play/endpoints.ts'
import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm'
import { fillAddressHash } from '../accounts/address-hash.ts'
import { students } from '../accounts/tables.ts'
import { leaderboardEntries } from '../leaderboard/tables.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { countAnswers } from '../quiz/admin/statistics/count-answers.ts'
import type { AttemptRow } from '../quiz/queries.ts'
import { withSnapshots } from '../quiz/question-snapshots.ts'
import { isFormerQuiz } from '../quiz/former-attempts.ts'
import { answers, attemptOrigins, attempts } from '../quiz/tables.ts'
import {
  countRepeatedQuizzes,
  findFormerAccounts,
  findSources,
  isSharedByCrowd,
  sharedLinks,
  type Examined,
  type Shared,
} from './find-linked-attempts.ts'
import {
  countBits,
  findHaste,
  isFlaggedLook,
  isPerfect,
  isSuspect,
  isTooRare,
  judgeAttempt,
  listWrongAnswers,
  type TimedAnswer,
} from './rules.ts'
import { fairPlayFlags } from './tables.ts'

type FlagRow = typeof fairPlayFlags.$inferInsert

/** Records that the flagged student logged in with the secret of the other's browser. Flags of earlier releases lack it. */
const PRESENTED = { presented: 1 }
/** How many students with the same wrong answers are compared, newest first. */
const COMPARED = 50

/** Examines a locked attempt, and marks it as examined. */
export async function examineAttempt(app: App, tx: Tx, attemptId: string): Promise<void> {
  const examined = await loadExamined(app, tx, attemptId)
  if (!examined) return
  const { attempt, finished } = examined
  const wrong = listWrongAnswers(finished)
  const wrongKey = wrong ? hashWrongAnswers(attempt, wrong) : null
  await tx
    .update(attemptOrigins)
    .set({ examinedAt: app.clock.now(), isSuspect: isSuspect(finished), wrongKey })
    .where(eq(attemptOrigins.attemptId, attemptId))
  // An attempt reset by an admin earns nothing.
  if (attempt.resetAt) return
  const found = [
    ...flagHaste(examined),
    ...(wrong && wrongKey ? await flagEqualMistakes(app, tx, { examined, wrong, wrongKey }) : []),
    ...(isSuspect(finished) ? await flagSharedLooks(tx, examined) : []),
    ...(isPerfect(finished) ? await flagFormerAccounts(tx, examined) : []),
    ...(await flagSameMailbox(app, tx, attempt)),
  ]
  const flags = found.map((flag) => ({ ...flag, at: app.clock.now() }))
  if (flags.length > 0) await tx.insert(fairPlayFlags).values(flags).onConflictDoNothing()
}

async function loadExamined(app: App, tx: Tx, attemptId: string): Promise<Examined | undefined> {
  const [row] = await tx
    .select({ attempt: attempts, origin: attemptOrigins })
    .from(attemptOrigins)
    .innerJoin(attempts, eq(attempts.id, attemptOrigins.attemptId))
    .where(eq(attemptOrigins.attemptId, attemptId))
  const [attempt] = row ? await withSnapshots(app, [row.attempt], tx) : []
  if (!row || !attempt) return undefined
  const given = await tx.select().from(answers).where(eq(answers.attemptId, attemptId))
  const finished = { startedAt: attempt.startedAt, ...judgeAttempt(given, attempt.questionSnapshot) }
  return { attempt, origin: row.origin, finished, isHasty: findHaste(finished) !== undefined }
}

type NewFlag = Omit<FlagRow, 'at'>

function flagHaste({ attempt, finished }: Examined): NewFlag[] {
  const haste = findHaste(finished)
  return haste ? [{ studentId: attempt.studentId, kind: 'fast', attemptId: attempt.id, facts: haste }] : []
}

/** Returns the key used to find the same wrong answers in the same order. */
function hashWrongAnswers({ videoId, ageCategory }: AttemptRow, wrong: readonly TimedAnswer[]): string {
  const answers = wrong.map(({ questionId, answer }) => [questionId, answer])
  return createHash('sha256')
    .update(JSON.stringify([videoId, ageCategory, answers]))
    .digest('base64url')
}

type Mistakes = { examined: Examined; wrong: readonly TimedAnswer[]; wrongKey: string }

async function flagEqualMistakes(app: App, tx: Tx, { examined, wrong, wrongKey }: Mistakes): Promise<NewFlag[]> {
  const { attempt } = examined
  const others = await tx
    .select({ studentId: attempts.studentId, attemptId: attempts.id })
    .from(attemptOrigins)
    .innerJoin(attempts, eq(attempts.id, attemptOrigins.attemptId))
    .where(
      and(eq(attemptOrigins.wrongKey, wrongKey), ne(attempts.studentId, attempt.studentId), isNull(attempts.resetAt)),
    )
    .orderBy(desc(attemptOrigins.startedAt))
    .limit(COMPARED)
  if (others.length === 0) return []
  const { attempts: finishers, byQuestion } = await countAnswers(app, attempt)
  const chosen = wrong.map(({ questionId, answer }) => {
    const tallies = byQuestion.get(questionId)?.tallies ?? []
    return tallies.reduce((total, tally) => (tally.answer === answer ? total + tally.count : total), 0)
  })
  const bits = countBits(chosen, finishers)
  if (!isTooRare(bits)) return []
  const facts = { wrongAnswers: wrong.length, bits: Math.round(bits), finishers }
  return others.flatMap((other) => flagBoth('same-wrong', { attempt, other, facts }))
}

async function flagSharedLooks(tx: Tx, examined: Examined): Promise<NewFlag[]> {
  const flags: NewFlag[] = []
  for (const shared of sharedLinks) flags.push(...(await flagSharedLook(tx, shared, examined)))
  return flags
}

async function flagSharedLook(tx: Tx, shared: Shared, examined: Examined): Promise<NewFlag[]> {
  const { attempt, isHasty } = examined
  const { link, against } = shared
  const sources = await findSources(tx, shared, examined)
  if (sources.length === 0) return []
  const isCrowd = await isSharedByCrowd(tx, link, examined)
  const flags: NewFlag[] = []
  for (const { lookedAt, ...other } of sources) {
    const quizzes = await countRepeatedQuizzes(tx, shared, { userId: attempt.studentId, sourceId: other.studentId })
    if (!isFlaggedLook({ link, isCrowd, isHasty, quizzes })) continue
    // Negative if the other one saw the answers between the start and the last answer.
    const secondsAfterLook = Math.round((attempt.startedAt.getTime() - lookedAt.getTime()) / 1_000)
    const facts = { secondsAfterLook, quizzes, ...(link === 'device' ? PRESENTED : {}) }
    const both = flagBoth(`shared-${link}`, { attempt, other, facts, hasSource: true })
    flags.push(...both.filter(({ role }) => role && against.includes(role)))
  }
  return flags
}

async function flagFormerAccounts(tx: Tx, examined: Examined): Promise<NewFlag[]> {
  const { attempt } = examined
  const former = await findFormerAccounts(tx, examined)
  const flags: NewFlag[] = []
  for (const { link, ...other } of former) {
    if (await isSharedByCrowd(tx, link, examined)) continue
    flags.push({
      studentId: attempt.studentId,
      kind: 'former-account',
      attemptId: attempt.id,
      otherStudentId: other.studentId,
      otherAttemptId: other.attemptId,
      role: 'user',
      facts: link === 'device' ? PRESENTED : {},
    })
  }
  return flags
}

/**
 * Flags living accounts with the same mailbox that both have points, once per pair, and an attempt at a quiz that an erased
 * account with the mailbox had also started. It began before the erasure, because later ones are refused.
 */
async function flagSameMailbox(app: App, tx: Tx, attempt: AttemptRow): Promise<NewFlag[]> {
  const { studentId } = attempt
  const hasPoints = (id: typeof students.id) =>
    sql`exists (select from ${leaderboardEntries} where ${leaderboardEntries.studentId} = ${id} and ${leaderboardEntries.score} > 0)`
  const [own] = await tx
    .select({
      id: students.id,
      email: students.email,
      provedNumber: students.provedNumber,
      addressHash: students.addressHash,
    })
    .from(students)
    .where(and(eq(students.id, studentId), isNull(students.erasedAt), hasPoints(students.id)))
  if (!own) return []
  // Stored outside the transaction, so that the student's answers do not wait for the end of the batch. After an upgrade, a
  // whole leaderboard's attempts are examined before the nightly job, and none of them again.
  const addressHash = own.addressHash ?? (await fillAddressHash(app, own))
  const others = await tx
    .select({ id: students.id })
    .from(students)
    .where(
      and(
        eq(students.addressHash, addressHash),
        ne(students.id, studentId),
        isNull(students.erasedAt),
        hasPoints(students.id),
      ),
    )
    .limit(COMPARED)
  const facts = { accounts: others.length + 1 }
  const flags = others.flatMap(({ id }): NewFlag[] => [
    { studentId, kind: 'same-address', otherStudentId: id, facts },
    { studentId: id, kind: 'same-address', otherStudentId: studentId, facts },
  ])
  if (await isFormerQuiz(tx, addressHash, attempt))
    flags.push({ studentId, kind: 'former-account', attemptId: attempt.id, role: 'user', facts: {} })
  return flags
}

type Pair = {
  attempt: AttemptRow
  other: { studentId: string; attemptId: string }
  facts: Record<string, number>
  hasSource?: boolean
}

/** Creates a flag for each of two students that points to the other. */
function flagBoth(kind: FlagKind, { attempt, other, facts, hasSource = false }: Pair): NewFlag[] {
  const own = { studentId: attempt.studentId, attemptId: attempt.id }
  return [
    {
      ...own,
      kind,
      facts,
      otherStudentId: other.studentId,
      otherAttemptId: other.attemptId,
      role: hasSource ? 'user' : null,
    },
    {
      ...other,
      kind,
      facts,
      otherStudentId: own.studentId,
      otherAttemptId: own.attemptId,
      role: hasSource ? 'source' : null,
    },
  ]
}
