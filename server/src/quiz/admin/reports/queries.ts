// Queries for the admin list of reported questions, and for one of them with its reports.
import type { ParsedOf, ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { REPORTS_SHOWN } from '@baobab/contract/quiz/rules.ts'
import type {
  listReportGroups as listing,
  readReportGroup as reading,
  ReceivedReport,
  ReportGroup,
} from '@baobab/contract/quiz/corrections.ts'
import type { QuestionStatistics } from '@baobab/contract/quiz/admin.ts'
import { and, count, desc, eq, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import { admins } from '../../../accounts/tables.ts'
import type { App } from '../../../platform/app.ts'
import { isId, type Db, type Tx } from '../../../platform/database/database.ts'
import { fail, failField } from '../../../platform/http/errors.ts'
import { videos } from '../../../videos/tables.ts'
import { toReportAnswer } from '../../reports/queries.ts'
import { questionReportGroups as groups, questionReports as reports } from '../../tables.ts'
import { questionStatistics } from '../statistics/question-statistics.ts'

type GroupRow = typeof groups.$inferSelect

const isOpen = isNull(groups.answeredAt)
const filters = { open: isOpen, answered: isNotNull(groups.answeredAt) }

/** The columns the list is sorted by, all descending. The last one is unique. */
const sortColumns = {
  'most-reported': [groups.reportCount, groups.lastReportedAt, groups.id],
  newest: [groups.lastReportedAt, groups.id],
}

/** Returns one page of reported questions. The cursor is the id of the last one on the previous page. */
export async function listReportGroups(
  app: App,
  { show, order, limit, cursor }: ParsedOf<typeof listing>['query'],
): Promise<ReplyOf<typeof listing>> {
  if (cursor !== undefined && !isId(cursor)) failField('cursor', 'This cursor is not valid.')
  const key = sql.join(sortColumns[order], sql`, `)
  const last = cursor && sql`select ${key} from ${groups} where ${groups.id} = ${cursor}::uuid`
  const rows = await selectGroups(app.db, and(filters[show], last ? sql`(${key}) < (${last})` : undefined))
    .orderBy(...sortColumns[order].map((column) => desc(column)))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  const nextCursor = rows.length > limit ? (page.at(-1)?.group.id ?? null) : null
  return { groups: await toReportGroups(app.db, page), nextCursor }
}

/** Returns the number of reported questions waiting for an answer. */
export async function countOpenReports(app: App): Promise<number> {
  return app.db.$count(groups, isOpen)
}

export async function findReportGroup(db: Db | Tx, id: string): Promise<GroupRow | undefined> {
  if (!isId(id)) return undefined
  const [row] = await db.select().from(groups).where(eq(groups.id, id))
  return row
}

/** Returns one reported question with its statistics and its newest reports. */
export async function readReportGroup(app: App, id: string): Promise<ReplyOf<typeof reading>> {
  const rows = isId(id) ? await selectGroups(app.db, eq(groups.id, id)) : []
  const [group] = await toReportGroups(app.db, rows)
  if (!group) fail('not_found')
  const newest = await app.db
    .select()
    .from(reports)
    .where(eq(reports.groupId, id))
    .orderBy(desc(reports.createdAt), desc(reports.id))
    .limit(REPORTS_SHOWN)
  return { group, statistics: await findStatistics(app, group), reports: newest.map(toReceivedReport) }
}

function selectGroups(db: Db | Tx, condition: SQL | undefined) {
  return db
    .select({ group: groups, video: { title: videos.title, deletedAt: videos.deletedAt }, answeredBy: admins.username })
    .from(groups)
    .innerJoin(videos, eq(videos.id, groups.videoId))
    .leftJoin(admins, eq(admins.id, groups.answeredBy))
    .where(condition)
}

type SelectedGroup = Awaited<ReturnType<typeof selectGroups>>[number]

/** Adds to each group how many times each reason was given. */
async function toReportGroups(db: Db | Tx, rows: readonly SelectedGroup[]): Promise<ReportGroup[]> {
  const ids = rows.map(({ group }) => group.id)
  const counts = await db
    .select({ groupId: reports.groupId, reason: reports.reason, count: count() })
    .from(reports)
    .where(inArray(reports.groupId, ids))
    .groupBy(reports.groupId, reports.reason)
    .orderBy(desc(count()), reports.reason)
  const byGroup = Map.groupBy(counts, ({ groupId }) => groupId)
  return rows.map((row) => toReportGroup(row, byGroup.get(row.group.id) ?? []))
}

function toReportGroup({ group, video, answeredBy }: SelectedGroup, reasons: ReportGroup['reasons']): ReportGroup {
  const answer = toReportAnswer(group)
  return {
    _id: group.id,
    triviaId: group.questionId,
    videoId: group.videoId,
    videoTitle: video.deletedAt ? null : video.title,
    ageCategory: group.ageCategory,
    question: group.question,
    reportCount: group.reportCount,
    lastReportedAt: group.lastReportedAt.toISOString(),
    reasons: reasons.map(({ reason, count }) => ({ reason, count })),
    answer: answer && { ...answer, answeredBy },
  }
}

/** Returns the statistics of a reported question in its current form; null if it or its video has been deleted. */
async function findStatistics(
  app: App,
  { videoId, videoTitle, ageCategory, triviaId }: ReportGroup,
): Promise<QuestionStatistics | null> {
  if (videoTitle === null) return null
  const { questions } = await questionStatistics(app, { videoId, ageCategory })
  return questions.find(({ _id }) => _id === triviaId) ?? null
}

function toReceivedReport({ id, reason, text, createdAt, seen, answer }: typeof reports.$inferSelect): ReceivedReport {
  const { question, options, correctAnswer } = seen
  return { _id: id, reason, text, reportedAt: createdAt.toISOString(), question, options, correctAnswer, answer }
}
