// Moves everything that belongs to a merged account to the remaining account, feature by feature.
import { eq, sql } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { dropGuardianChange } from '../accounts/guardian-changes.ts'
import { certificates } from '../awards/tables.ts'
import { mergeFriends } from '../friends/merge-friends.ts'
import { leagueMembers } from '../leagues/tables.ts'
import { notificationMails, notificationReads, notificationRecipients, notifications } from '../notifications/tables.ts'
import { recordEventsInTx } from '../payments/record-events.ts'
import { payments } from '../payments/tables.ts'
import { questionReports } from '../quiz/tables.ts'
import { practiceAnswers, streakPauses } from '../quiz/streak-tables.ts'
import { birthProposals, emailChanges } from '../students/correction-tables.ts'
import { staffNotes } from '../students/tables.ts'
import { bookmarks, plays, watches } from '../videos/tables.ts'
import type { Pair } from './find-accounts.ts'

/**
 * Moves payments, certificates, notifications, learning, friends and notes. If both accounts have the same thing, the earlier one is
 * kept. Badges and the streak follow, because they are computed.
 */
export async function moveBelongings(app: App, tx: Tx, pair: Pair): Promise<void> {
  await movePayments(app, tx, pair)
  await moveCertificates(tx, pair)
  await moveNotifications(tx, pair)
  await moveLearning(tx, pair)
  await moveReports(tx, pair)
  await mergeFriends(tx, pair)
  await moveLeagues(tx, pair)
  await tx.update(staffNotes).set({ studentId: pair.kept.id }).where(eq(staffNotes.studentId, pair.merged.id))
  await dropWaitingChanges(tx, pair)
}

/**
 * Deletes changes to the merged account that wait for an answer. Corrections already made stay with it, and are erased with the
 * remaining account.
 */
async function dropWaitingChanges(tx: Tx, { merged }: Pair): Promise<void> {
  await tx.delete(birthProposals).where(eq(birthProposals.studentId, merged.id))
  await tx.delete(emailChanges).where(eq(emailChanges.studentId, merged.id))
  await dropGuardianChange(tx, merged.id)
}

/**
 * Moves payments and recomputes each one: if both accounts have paid, the later payment is one too many, and finance is told to
 * refund it.
 */
async function movePayments(app: App, tx: Tx, { kept, merged }: Pair): Promise<void> {
  await tx.update(payments).set({ studentId: kept.id }).where(eq(payments.studentId, merged.id))
  const rows = await tx.select({ id: payments.id }).from(payments).where(eq(payments.studentId, kept.id))
  for (const { id } of rows) await recordEventsInTx(app, tx, { paymentId: id, source: 'us', events: [] })
}

/** Moves certificates. If both accounts have one for a series, the earlier one is kept and the other's public page disappears. */
async function moveCertificates(tx: Tx, { kept, merged }: Pair): Promise<void> {
  await tx.execute(sql`
    delete from ${certificates} as later using ${certificates} as earlier
    where later.student_id in (${kept.id}, ${merged.id}) and earlier.student_id in (${kept.id}, ${merged.id})
      and later.series_id = earlier.series_id
      and (later.issued_at, later.id) > (earlier.issued_at, earlier.id)`)
  await tx.update(certificates).set({ studentId: kept.id }).where(eq(certificates.studentId, merged.id))
}

/** Moves notifications. Those read in one account count as read. */
async function moveNotifications(tx: Tx, { kept, merged }: Pair): Promise<void> {
  await tx.update(notifications).set({ studentId: kept.id }).where(eq(notifications.studentId, merged.id))
  await tx.execute(sql`
    insert into ${notificationReads} (notice_id, student_id, read_at)
    select notice_id, ${kept.id}, read_at from ${notificationReads} where student_id = ${merged.id}
    on conflict do nothing`)
  await tx.execute(sql`
    insert into ${notificationMails} (notice_id, student_id, at, failed_at, failure, can_retry)
    select notice_id, ${kept.id}, at, failed_at, failure, can_retry from ${notificationMails} where student_id = ${merged.id}
    on conflict do nothing`)
  await tx.execute(sql`
    insert into ${notificationRecipients} (notice_id, student_id)
    select notice_id, ${kept.id} from ${notificationRecipients} where student_id = ${merged.id}
    on conflict do nothing`)
  await tx.delete(notificationReads).where(eq(notificationReads.studentId, merged.id))
  await tx.delete(notificationRecipients).where(eq(notificationRecipients.studentId, merged.id))
  await tx.delete(notificationMails).where(eq(notificationMails.studentId, merged.id))
}

/** Moves bookmarks, watched and played videos, practice and streak pauses. */
async function moveLearning(tx: Tx, { kept, merged }: Pair): Promise<void> {
  await tx.execute(sql`
    insert into ${bookmarks} as old (student_id, video_id, created_at)
    select ${kept.id}, video_id, created_at from ${bookmarks} where student_id = ${merged.id}
    on conflict (student_id, video_id) do update set created_at = least(old.created_at, excluded.created_at)`)
  await tx.execute(sql`
    insert into ${watches} as old (student_id, video_id, position_seconds, seen_at, watched_at)
    select ${kept.id}, video_id, position_seconds, seen_at, watched_at from ${watches} where student_id = ${merged.id}
    on conflict (student_id, video_id) do update set
      position_seconds = case when excluded.seen_at > old.seen_at then excluded.position_seconds else old.position_seconds end,
      seen_at = greatest(old.seen_at, excluded.seen_at),
      watched_at = least(old.watched_at, excluded.watched_at)`)
  await tx.execute(sql`
    insert into ${plays} as old (student_id, video_id, played, started_at, played_at, any_score_until)
    select ${kept.id}, video_id, played, started_at, played_at, any_score_until from ${plays} where student_id = ${merged.id}
    on conflict (student_id, video_id) do update set
      played = old.played + excluded.played,
      started_at = least(old.started_at, excluded.started_at),
      played_at = least(old.played_at, excluded.played_at),
      any_score_until = greatest(old.any_score_until, excluded.any_score_until)`)
  await tx.execute(sql`
    insert into ${practiceAnswers} as old
      (student_id, question_id, day, video_id, age_category, is_correct, answered_at)
    select ${kept.id}, question_id, day, video_id, age_category, is_correct, answered_at
    from ${practiceAnswers} where student_id = ${merged.id}
    on conflict (student_id, day, question_id) do update set
      is_correct = excluded.is_correct, answered_at = excluded.answered_at
    where excluded.answered_at < old.answered_at`)
  await tx.delete(bookmarks).where(eq(bookmarks.studentId, merged.id))
  await tx.delete(plays).where(eq(plays.studentId, merged.id))
  await tx.delete(watches).where(eq(watches.studentId, merged.id))
  await tx.delete(practiceAnswers).where(eq(practiceAnswers.studentId, merged.id))
  await tx.update(streakPauses).set({ studentId: kept.id }).where(eq(streakPauses.studentId, merged.id))
}

/** Moves leagues. In a week in which both accounts were in one, the remaining account stays in its own. */
async function moveLeagues(tx: Tx, { kept, merged }: Pair): Promise<void> {
  await tx.execute(sql`
    update ${leagueMembers} as member set student_id = ${kept.id}
    where student_id = ${merged.id} and not exists (
      select from ${leagueMembers} as own where own.student_id = ${kept.id} and own.monday = member.monday)`)
  await tx.delete(leagueMembers).where(eq(leagueMembers.studentId, merged.id))
}

/** Moves question reports. A second report of the same question still counts, but without name and text. */
async function moveReports(tx: Tx, { kept, merged }: Pair): Promise<void> {
  await tx.execute(sql`
    update ${questionReports} as report set student_id = ${kept.id}
    where student_id = ${merged.id} and not exists (
      select from ${questionReports} as own where own.student_id = ${kept.id} and own.question_id = report.question_id)`)
  await tx.update(questionReports).set({ studentId: null, text: null }).where(eq(questionReports.studentId, merged.id))
}
