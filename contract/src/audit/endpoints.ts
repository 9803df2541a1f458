// The audit log: who did what to whom, and when. Lines contain ids; names are looked up when the log is read.
import { z } from 'zod'
import { isRealDate } from '../accounts/rules.ts'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'

export const auditText = {
  auditLoading: 'Loading audit log...',
  auditFailed: 'Failed to load the audit log.',
} as const

const group = 'Audit'

/** Labels of the actions, keyed by the name stored in each line. */
export const auditActions = {
  'admin.registered': 'Registered as an admin',
  'admin.logged_in': 'Logged in',
  'admin.logged_out': 'Logged out',
  'admin.invited': 'Invited an admin',
  'admin.invited_again': 'Resent an invitation',
  'admin.invitation_revoked': 'Revoked an invitation',
  'admin.access_ended': "Ended an admin's access",
  'student.change_proposed': 'Proposed a change to a student in a draw',
  'student.change_withdrawn': 'Withdrew a proposed change to a student',
  'draw.changed': 'Changed whether an entry can win',
  'admin.role_changed': "Changed an admin's role",
  'admin.confirmed': 'Confirmed the password',
  'admin.password_changed': 'Changed their own password',
  'admin.password_reset': 'Chose a new password',
  'admin.recovery_code_used': 'Logged in with a recovery code',
  'admin.second_factor_begun': 'Started to set up the second factor',
  'admin.second_factor_on': 'Turned on the second factor',
  'admin.second_factor_off': 'Turned off the second factor',
  'admin.recovery_codes_made': 'Made new recovery codes',
  'admin.session_ended': 'Logged out another device',
  'admin.sessions_ended': 'Logged out all other devices',
  'admin.picture_changed': 'Changed their own profile picture',
  'admin.view_saved': 'Saved a view of a list',
  'admin.view_changed': 'Changed a view of a list',
  'admin.view_deleted': 'Deleted a view of a list',
  'student.read': "Viewed a student's profile",
  'student.details_read': "Viewed a student's page",
  'student.points_read': "Viewed the changes to a student's points",
  'student.attempt_read': "Viewed a student's quiz",
  'student.disqualified': 'Disqualified a student',
  'student.restored': 'Restored a student',
  'student.extra_time_set': "Set a student's extra time",
  'student.flags_read': "Viewed a student's flags",
  'student.held': 'Put a student on hold',
  'student.cleared': "Cleared a student's points",
  'appeal.answered': 'Answered an appeal',
  'student.streak_paused': "Paused a student's streak",
  'student.streak_pause_deleted': "Deleted a pause in a student's streak",
  'student.verification_resent': 'Resent a verification code',
  'student.merged': 'Merged two accounts of a student',
  'student.merge_previewed': 'Compared two accounts of a student',
  'student.duplicates_read': 'Looked for other accounts of a student',
  'student.note_added': 'Added a note about a student',
  'student.note_deleted': 'Deleted a note about a student',
  'student.notes_read': 'Viewed the notes about a student',
  'student.points_adjusted': "Changed a student's points",
  'student.points_undone': "Undid a change to a student's points",
  'student.points_proposed': "Proposed to change a student's points",
  'student.points_agreed': "Approved a change to a student's points",
  'student.points_withdrawn': "Withdrew a change to a student's points",
  'student.corrected': "Corrected a student's data",
  'student.birth_checked': 'Checked what another date of birth would change',
  'student.birth_proposed': 'Proposed another date of birth for a student',
  'student.birth_agreed': 'Approved another date of birth for a student',
  'student.birth_withdrawn': 'Withdrew a proposed date of birth for a student',
  'student.email_change_started': "Started to change a student's email",
  'student.email_change_resent': "Sent the link to a student's new email again",
  'student.email_change_canceled': "Canceled a change of a student's email",
  'student.guardian_change_started': 'Asked another guardian for a student',
  'student.guardian_change_canceled': "Canceled a change of a student's guardian",
  'student.guardian_written': "Wrote to a student's guardian",
  'registration.mail_resent': 'Resent a registration email',
  'student.email_bounced': 'Marked an email as bounced',
  'payment.read': "Viewed a payment's history",
  'payment.checked': 'Checked a payment with Paystack',
  'payment.refund_asked': 'Refunded a payment',
  'payment.refund_noted': 'Recorded a refund',
  'payment.refund_account_given': 'Gave Paystack a bank account for a refund',
  'payment.refund_settled': 'Marked whether a refund needs attention',
  'attempt.reset': "Reset a student's attempt",
  'bulk.started': 'Started an action on many rows',
  'bulk.stopped': 'Stopped an action on many rows',
  'bulk.undone': 'Undid an action on many rows',
  'export.started': 'Exported a list',
  'export.opened': 'Downloaded an exported list',
  'video.uploaded': 'Uploaded a video',
  'video.updated': 'Updated a video',
  'video.visibility_set': 'Changed who sees a video',
  'video.deleted': 'Deleted a video',
  'video.restored': 'Put a deleted video back',
  'video.ordered': 'Moved a video in the order',
  'video.processed': 'Processed a video again',
  'video.poster_changed': "Changed a video's poster",
  'video.captions_changed': "Changed a video's captions",
  'series.created': 'Created a series',
  'series.updated': 'Changed a series',
  'series.deleted': 'Deleted a series',
  'series.ordered': 'Moved a series in the order',
  'series.videos_ordered': 'Moved a video in its series',
  'question.add': 'Added a question',
  'question.edited': 'Edited a question',
  'question.pictures_set': 'Added pictures to the options of a question',
  'question.pictures_deleted': 'Removed the pictures from a question',
  'question.deleted': 'Deleted a question',
  'question.restored': 'Put a deleted question back',
  'question.moved': 'Moved a question to another quiz',
  'question.ordered': 'Moved a question in the order',
  'report.answered': 'Answered reports about a question',
  'regrade.proposed': 'Proposed a correction of an answer',
  'regrade.agreed': 'Approved a correction of an answer',
  'regrade.withdrawn': 'Withdrew a correction of an answer',
  'quiz.asked_count_set': 'Set how many questions a quiz asks',
  'sheet.imported': 'Imported questions from a spreadsheet',
  'sheet.import_undone': 'Undid an import of questions',
  'notification.sent': 'Sent a notification',
  'notification.changed': 'Changed a notification',
  'notification.canceled': 'Canceled a notification',
  'notification.mailed_again': 'Sent failed emails again',
  'notifications.read': "Viewed a student's notifications",
  'message.read': 'Read a contact message',
  'message.answered': 'Answered a contact message',
  'message.mailed_again': 'Sent an answer again',
  'message.taken_back': 'Took back an answer to a contact message',
  'message.organized': 'Assigned, scheduled or closed a contact message',
  'message.note_added': 'Wrote a note about a contact message',
  'answer.saved': 'Saved an answer for later use',
  'answer.changed': 'Changed a saved answer',
  'answer.deleted': 'Deleted a saved answer',
  'setting.changed': 'Changed a product setting',
  'jobs.retried': 'Ran failed jobs again',
  'jobs.discarded': 'Discarded a failed job',
  'draw.frozen': 'Closed a draw list',
  'draw.struck': 'Published which entries cannot win a draw',
  'draw.fallback': 'Switched a draw to the next public source',
  'draw.drawn': 'Ran a draw',
  'draw.disqualification-proposed': 'Proposed to disqualify the winner of a draw',
  'draw.replacement-proposed': 'Proposed to replace a draw list',
  'draw.witnesses-proposed': 'Proposed witnesses for a draw',
  'draw.witnesses': 'Named witnesses for a draw',
  'draw.revealed': 'Published a witness’s secret number',
  'draw.refused': 'Replaced the witnesses of a draw because one refused',
  'draw.voided': 'Replaced a draw list',
  'draw.proposal-withdrawn': 'Withdrew a proposal about a draw',
  'draw.disqualified': 'Disqualified the winner of a draw',
  'draw.confirmed': 'Confirmed the winner of a draw',
  'draw.ended': 'Ended a draw without a winner',
  'claim.refused': 'Rejected a claim to be missing from a draw list',
  'claim.accepted': 'Accepted a claim to be missing from a draw list',
  'prize.contacts_read': 'Viewed the prize contacts',
  'prize.claim_changed': 'Changed the claim for a prize',
  'prize.name_confirmed': 'Confirmed the public name of a winner',
  'prize.agreement_recorded': 'Recorded that a guardian agreed to a prize',
  'prize.paid': 'Recorded that a prize was paid',
  'clock.confirmed': 'Confirmed that the date is right',
  'maintenance.started': 'Switched maintenance on',
  'maintenance.planned': 'Planned maintenance',
  'maintenance.canceled': 'Canceled planned maintenance',
  'maintenance.ended': 'Switched maintenance off',
  'audit.exported': 'Exported the audit log',
} as const satisfies Readonly<Record<string, string>>
export type AuditAction = keyof typeof auditActions

/** The actions that only showed something. */
export const readActions: readonly AuditAction[] = [
  'student.read',
  'student.details_read',
  'student.flags_read',
  'student.points_read',
  'student.attempt_read',
  'student.birth_checked',
  'student.notes_read',
  'student.duplicates_read',
  'student.merge_previewed',
  'notifications.read',
  'payment.read',
  'prize.contacts_read',
  'message.read',
]

/** Returns the label of an action, or its name if the action is unknown. */
export function actionLabel(action: string): string {
  const labels: Readonly<Record<string, string>> = auditActions
  return labels[action] ?? action.replace('.', ': ').replaceAll('_', ' ')
}

export const subjectKinds = [
  'student',
  'admin',
  'video',
  'series',
  'question',
  'report',
  'attempt',
  'payment',
  'message',
  'notification',
  'import',
  'draw',
  'invitation',
  'export',
  'bulk',
  'setting',
] as const
export type SubjectKind = (typeof subjectKinds)[number]

export const AuditLine = z
  .object({
    _id: z.string(),
    at: field.instant,
    /** Null for automatic actions. */
    admin: z.string().nullable(),
    action: z.string(),
    /** The label of the action. */
    label: z.string(),
    /**
     * Null if the action has no subject. `kind` is null if nothing with that id exists; `name` is null if the subject has been
     * deleted.
     */
    subject: z
      .object({ _id: z.string(), kind: z.enum(subjectKinds).nullable(), name: z.string().nullable() })
      .nullable(),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  })
  .meta({ id: 'AuditLine' })
export type AuditLine = z.infer<typeof AuditLine>

const day = z.string().max(10).refine(isRealDate, field.INVALID_DATE)

/** Selects lines. `subject` is a username, a title or an id. `from` and `to` are days in Lagos, both included. */
export const AuditSelection = z.strictObject({
  admin: z.string().min(1).max(100).optional(),
  action: z
    .string()
    .max(100)
    .regex(/^[a-z]+\.[a-z_-]+$/, 'Unknown action')
    .optional(),
  subject: z.string().max(200).optional(),
  from: day.optional(),
  to: day.optional(),
  search: z.string().max(100).optional(),
})
export type AuditSelection = z.output<typeof AuditSelection>

export const auditLog = endpoint({
  group,
  method: 'GET',
  path: '/admin/audit-lines',
  who: ['owner', 'auditor'],
  summary: 'Who did what to whom, newest first',
  query: AuditSelection.extend({
    /** `deeds` leaves out lines that only record a view, unless `action` asks for them. */
    show: z.enum(['deeds', 'all']).default('all'),
    limit: z.coerce.number().int().min(1).max(100).default(25),
    cursor: z
      .string()
      .regex(/^\d{1,15}$/, 'We could not load this part of the list. Please reload the page.')
      .optional(),
  }),
  reply: z.object({
    lines: z.array(AuditLine),
    nextCursor: z.string().nullable(),
    /** Usernames of all current and former admins. */
    admins: z.array(z.string()),
  }),
  fails: ['not_found'],
})

export const exportAuditLog = endpoint({
  group,
  method: 'GET',
  path: '/admin/audit-lines/export',
  who: ['owner'],
  needsReauthentication: true,
  summary: 'All lines of a selection as a CSV file, newest first; the export itself is logged',
  query: AuditSelection,
  reply: z.string().meta({ description: 'The bytes of a CSV file' }),
  fails: ['not_found'],
})
