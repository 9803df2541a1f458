import { ageCategoryAt } from '@baobab/contract/accounts/rules.ts'
import { addDays } from '@baobab/contract/kernel/days.ts'
import type { MyLeague } from '@baobab/contract/leagues/endpoints.ts'
import { and, eq } from 'drizzle-orm'
import { students } from '../accounts/tables.ts'
import { boardAvatar } from '../leaderboard/rules.ts'
import type { App } from '../platform/app.ts'
import type { StudentUser } from '../platform/http/auth.ts'
import { readWeek } from './close-weeks.ts'
import { findLastLeague, findTier, joinLeague } from './join-league.ts'
import { judgeWeek } from './rules.ts'
import { readStandings, startOfWeek } from './standings.ts'
import { leagueMembers } from './tables.ts'

/** Returns a student's league of this week, after joining one if the student has played. */
export async function readMyLeague(app: App, who: StudentUser): Promise<MyLeague> {
  const { monday } = readWeek(app)
  const [student] = await app.db
    .select({ disqualifiedAt: students.disqualifiedAt, hidesMovement: students.hidesMovement })
    .from(students)
    .where(eq(students.id, who.id))
  const isDisqualified = student?.disqualifiedAt !== null
  const hasAge = ageCategoryAt(who.birth, app.clock.now()) !== null
  const own = isDisqualified ? undefined : ((await findLeague(app, who, monday)) ?? (await join(app, who, monday)))
  // Joining may have closed it.
  const last = await findLastLeague(app.db, who.id, monday)
  const isOfLastWeek = last?.monday === addDays(monday, -7)
  return {
    tier: own?.tier ?? findTier(last),
    endsAt: startOfWeek(addDays(monday, 7)).toISOString(),
    rows: own ? await listRows(app, who, own) : [],
    closedBecause: isDisqualified ? 'disqualified' : !hasAge && !own ? 'age' : null,
    lastWeek: isOfLastWeek ? toResult(last) : null,
    isHidden: student?.hidesMovement ?? false,
  }
}

type Member = typeof leagueMembers.$inferSelect

async function findLeague(app: App, who: StudentUser, monday: string): Promise<Member | undefined> {
  const isOwn = and(eq(leagueMembers.studentId, who.id), eq(leagueMembers.monday, monday))
  return (await app.db.select().from(leagueMembers).where(isOwn))[0]
}

/** Lets the student join. A full disk prevents this write, but not the read. */
async function join(app: App, who: StudentUser, monday: string): Promise<Member | undefined> {
  if (app.diskSpace.isFull()) return undefined
  await joinLeague(app, who)
  return findLeague(app, who, monday)
}

/** Returns the rows of a league, with what the week would bring each student if it ended now. */
async function listRows(app: App, who: StudentUser, own: Member): Promise<MyLeague['rows']> {
  const standings = await readStandings(app.db, own)
  const outcomes = judgeWeek(
    standings.map(({ points }) => points),
    own.tier,
  )
  return standings.map(({ student_id: id, username, points, ...drawn }, index) => {
    const avatar = boardAvatar({ username, avatar: drawn.avatar, isAvatarPublic: drawn.is_avatar_public })
    return { username, ...(avatar && { avatar }), points, outcome: outcomes[index] ?? 'stays', isMe: id === who.id }
  })
}

/** Returns how a week ended; null if it is not closed, or the student was left out. */
function toResult({ tier, monday, points, position, outcome }: Member): MyLeague['lastWeek'] {
  if (points === null || position === null || outcome === null) return null
  return { tier, monday, points, position, outcome }
}
