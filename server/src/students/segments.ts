// Segments: the students who meet certain conditions. Membership is decided when the notification is published, so that a student
// who pays afterwards keeps the notification.
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import type { ParsedOf, ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import type { countRecipients as countEndpoint, StoredSegment } from '@baobab/contract/notifications/admin.ts'
import { eq, sql, type SQL } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import { hasAccessSql } from '../payments/queries.ts'
import { attempts } from '../quiz/tables.ts'
import { isAtSchool, isBornWithin } from './conditions.ts'
import { birthsOn } from './rules.ts'
import { deliver, type SegmentRound } from '../notifications/publish-notifications.ts'
import { notificationRecipients, notifications } from '../notifications/tables.ts'

/** The number of students whose membership is stored in one transaction. */
const BATCH_SIZE = 5_000

/** Returns the SQL condition that a row of `students s` is in a segment. */
function isInSegment(app: Pick<App, 'clock'>, segment: StoredSegment): SQL {
  const today = lagosDate(app.clock.now())
  const monthStart = sql`(${`${today.slice(0, 7)}-01`}::date)::timestamp at time zone 'Africa/Lagos'`
  const { hasNotPaid, hasNoQuizThisMonth, school, ageCategory } = segment
  const conditions = [
    sql`s.erased_at is null`,
    hasNotPaid ? sql`not ${hasAccessSql(sql`s.id`)}` : undefined,
    hasNoQuizThisMonth
      ? sql`not exists (select from ${attempts} as taken where taken.student_id = s.id and taken.started_at >= ${monthStart})`
      : undefined,
    school ? isAtSchool(school) : undefined,
    ageCategory ? isBornWithin(birthsOn(today)[ageCategory]) : undefined,
  ]
  return sql.join(
    conditions.filter((condition) => condition !== undefined),
    sql` and `,
  )
}

type Reach = ReplyOf<typeof countEndpoint>

/** Counts the students that a notification would reach if it were sent now. */
export async function countRecipients(
  app: App,
  { hasNotPaid, hasNoQuizThisMonth, school, ageCategory }: ParsedOf<typeof countEndpoint>['query'],
): Promise<Reach> {
  const condition = isInSegment(app, {
    hasNotPaid: hasNotPaid === 'yes',
    hasNoQuizThisMonth: hasNoQuizThisMonth === 'yes',
    school,
    ageCategory,
  })
  const { rows } = await app.db.execute<Reach>(sql`
    select count(*)::integer as students,
      count(*) filter (where s.email is not null and s.email_bounced_at is null and s.optional_mails_off_at is null)::integer as "byEmail"
    from students s where ${condition}`)
  return rows[0] ?? { students: 0, byEmail: 0 }
}

/** Stores the recipients of a published notification in batches, each only once even after a restart, and then delivers it. */
export async function gatherRecipients(app: App, { noticeId }: SegmentRound, size = BATCH_SIZE): Promise<void> {
  while (await gatherBatch(app, noticeId, size));
}

/** Stores one batch, or delivers the notification if none is left. Returns whether there was one. */
async function gatherBatch(app: App, id: string, size: number): Promise<boolean> {
  return app.db.transaction(async (tx) => {
    const [notification] = await tx.select().from(notifications).where(eq(notifications.id, id)).for('update')
    if (!notification?.publishedAt || notification.segment === null) return false
    const { recipientsUpTo, segment, publishedAt } = notification
    // Locks the students, as an erasure does, because an erasure deletes these rows.
    const { rows } = await tx.execute<{ id: string }>(sql`
      with found as materialized (
        select s.id from students s
        where ${recipientsUpTo === null ? sql`true` : sql`s.id > ${recipientsUpTo}::uuid`}
          and s.created_at <= ${publishedAt}::timestamptz and ${isInSegment(app, segment)}
        order by s.id limit ${size} for key share of s
      ), stored as (
        insert into ${notificationRecipients} (notice_id, student_id)
        select ${id}::uuid, id from found on conflict do nothing
      )
      select id from found order by id desc limit 1`)
    const last = rows[0]?.id
    if (last === undefined) {
      await deliver(app, tx, [notification])
      return false
    }
    await tx.update(notifications).set({ recipientsUpTo: last }).where(eq(notifications.id, id))
    return true
  })
}
