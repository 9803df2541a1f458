// What a guardian sees of the children: the same numbers that each child sees itself.
import { desc, eq } from 'drizzle-orm'
import { ageAt, ageCategoryAt } from '@baobab/contract/accounts/rules.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import {
  CHILD_RESULTS_MAX,
  type GuardianChild,
  type GuardianChildDetail,
  type listFamilyPayments as paymentsEndpoint,
} from '@baobab/contract/guardians/children.ts'
import { defaultAvatar } from '@baobab/contract/profile/text.ts'
import type { AttemptSummary } from '@baobab/contract/quiz/endpoints.ts'
import type { CurrentMonth } from '@baobab/contract/scholarship/endpoints.ts'
import { isKeptByGuardian } from '../../accounts/own-address.ts'
import type { StudentRow } from '../../accounts/queries.ts'
import { sessions } from '../../accounts/tables.ts'
import { listAwards } from '../../awards/queries.ts'
import { readRank } from '../../leaderboard/queries.ts'
import { hasAccess, listStudentPayments, toPaymentReply } from '../../payments/queries.ts'
import type { App } from '../../platform/app.ts'
import { listAttempts } from '../../quiz/list-attempts.ts'
import { readChance, readCurrentMonth, readMyDraw } from '../../scholarship/queries.ts'
import { countPlayed } from '../../videos/queries.ts'
import { findChild, selectChildren } from './find-child.ts'
import { findLastActive, meanPercent } from './rules.ts'

/** Reads all children of a guardian, oldest account first. */
export async function listChildren(app: App, guardianId: string): Promise<GuardianChild[]> {
  const month = await readCurrentMonth(app)
  const children: GuardianChild[] = []
  // One after the other, because each takes several connections.
  for (const student of await selectChildren(app.db, guardianId)) {
    const { child } = await loadChild(app, student, month)
    children.push(child)
  }
  return children
}

/** Reads one child for the reply to adding it. */
export async function toChild(app: App, student: StudentRow): Promise<GuardianChild> {
  return (await loadChild(app, student, await readCurrentMonth(app))).child
}

/** Reads one child with results, badges, payments and draws. */
export async function readChild(app: App, guardianId: string, username: string): Promise<GuardianChildDetail> {
  const student = await findChild(app.db, guardianId, username)
  const { child, finished, badges } = await loadChild(app, student, await readCurrentMonth(app))
  const [payments, { entries }] = await Promise.all([
    listStudentPayments(app.db, student.id),
    readMyDraw(app, { id: student.id }),
  ])
  return {
    ...child,
    results: finished
      .slice(0, CHILD_RESULTS_MAX)
      .map(({ videoTitle, ageCategory, score, maxScore, lockedAt, startedAt }) => ({
        videoTitle,
        ageCategory,
        score,
        maxScore,
        at: lockedAt ?? startedAt,
      })),
    badges,
    payments: payments.map(toPaymentReply),
    draws: entries.map(({ month, state, index, entrantCount, hasWon }) => ({
      month,
      state,
      index,
      entrantCount,
      hasWon,
    })),
  }
}

/** Reads the payments for all children, newest first. */
export async function listFamilyPayments(app: App, guardianId: string): Promise<ReplyOf<typeof paymentsEndpoint>> {
  const payments: ReplyOf<typeof paymentsEndpoint>['payments'] = []
  for (const { id, username } of await selectChildren(app.db, guardianId))
    payments.push(...(await listStudentPayments(app.db, id)).map((row) => ({ ...toPaymentReply(row), username })))
  return { payments: payments.toSorted((a, b) => b.openedAt.localeCompare(a.openedAt)) }
}

async function loadChild(app: App, student: StudentRow, currentMonth: CurrentMonth) {
  const now = app.clock.now()
  const ageCategory = ageCategoryAt(student.birth, now)
  const [isPaid, own, { attempts }, awards, videosWatched, chance, lastSeenAt] = await Promise.all([
    hasAccess(app.db, student.id),
    ageCategory ? readRank(app, student.id, ageCategory) : { score: 0, rank: null },
    listAttempts(app, student.id),
    listAwards(app, student.id),
    countPlayed(app.db, student.id),
    readChance(app, student, currentMonth),
    findLastSeen(app, student.id),
  ])
  const finished = attempts.filter(({ state }) => state === 'locked')
  const badges = awards.badges.filter(({ level }) => level > 0)
  const { username } = student
  const child: GuardianChild = {
    username,
    avatar: student.avatar ?? defaultAvatar(username),
    age: ageAt(student.birth, now),
    ageCategory,
    isPaid,
    points: own.score,
    rank: own.rank,
    videosWatched,
    quizzesAnswered: finished.length,
    meanPercent: meanPercent(finished),
    badgeCount: badges.length,
    lastActiveAt: findLastActive({ ...student, lastSeenAt, startedAt: newestStart(attempts) })?.toISOString() ?? null,
    hasOwnAddress: !isKeptByGuardian(student),
    draw: {
      month: currentMonth.month,
      closesAt: currentMonth.closesAt,
      reasons: chance.reasons,
      isHeld: chance.isHeld,
    },
  }
  return { child, finished, badges }
}

const newestStart = ([newest]: readonly AttemptSummary[]): Date | null => (newest ? new Date(newest.startedAt) : null)

/** Returns when one of the child's sessions was last used; null without one. */
async function findLastSeen(app: App, studentId: string): Promise<Date | null> {
  const [last] = await app.db
    .select({ lastSeenAt: sessions.lastSeenAt })
    .from(sessions)
    .where(eq(sessions.studentId, studentId))
    .orderBy(desc(sessions.lastSeenAt))
    .limit(1)
  return last?.lastSeenAt ?? null
}
