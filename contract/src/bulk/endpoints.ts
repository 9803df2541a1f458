// One action on many rows of an admin list: the available actions, starting one, its progress, stopping and undoing it.
import type { ErrorCodes } from '../kernel/text.ts'
import { z } from 'zod'
import {
  markMessage,
  MessageMark,
  MessageSelection,
  MessageWork,
  organizeMessage,
  seenUpTo,
} from '../contact/endpoints.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { clearStudent, holdStudent, HoldForm } from '../fair-play/admin.ts'
import * as field from '../kernel/fields.ts'
import { EXTRA_TIME_FACTORS } from '../quiz/rules.ts'
import {
  cancelNotification,
  NotificationSelection,
  sendMailsAgain,
  sendNotification,
  SelectedStudentsMessage,
} from '../notifications/admin.ts'
import { PaymentSelection, recheckPayment } from '../payments/admin.ts'
import { deleteQuestion, editQuestion } from '../quiz/admin.ts'
import type { Who } from '../accounts/rules.ts'
import { setExtraTime, StudentSelection, studentsText } from '../students/endpoints.ts'
import { deleteVideo, orderVideos, setVisibility, VideoVisibility } from '../videos/admin.ts'

/** The maximum number of rows in a bulk action: selected one by one, and matched by filters. */
export const BULK_IDS_MAX = 1_000
export const BULK_ROWS_MAX = 100_000
/** Bulk actions on at most this many rows finish within the request; larger ones run as a job. */
export const BULK_AT_ONCE = 100
/** Up to this many rows, a session is enough; changing more requires a password entered within the last 15 minutes. */
export const BULK_BY_SESSION = 20
/** How long a bulk action can be undone and is stored, in milliseconds. */
export const BULK_UNDO_MS = 24 * 3_600_000
export const BULK_RUN_MS = 7 * 24 * 3_600_000

export const bulkText = {
  started: 'Your rows are being changed. You can leave this page.',
  done: 'Done.',
  chooseRows: 'Please choose at least one row.',
  tooManyRows: (max: number) =>
    `This can be done to at most ${max.toLocaleString('en-NG')} rows at once. Please choose fewer rows.`,
  nothingMatches: 'No row matches these filters any more.',
  unknownAction: 'Unknown action',
  undoStarted: 'The rows are being changed back.',
  cannotUndo: 'This can no longer be undone.',
  stopped: 'Stopped. The rows that were already changed stay changed.',
  rowGone: 'It no longer exists.',
  changedSince: 'It was changed again later, so it was left as it is.',
  followerMovedSince: 'The video that followed it was moved later, so it was left where it is.',
  moveBeforeItself: 'Please choose a place before a video that is not being moved.',
  rowFailed: 'Something went wrong with this row.',
} as const

export const bulkErrors = {
  cannot_undo: { status: 409, message: bulkText.cannotUndo },
} as const satisfies ErrorCodes

const group = 'Bulk actions'

/** The rows of an action: either the selected ids, or every row that the filters of the list match. */
const targets = <Filters extends z.ZodType>(filters: Filters) =>
  z
    .strictObject({ ids: z.array(field.id).min(1).max(BULK_IDS_MAX).optional(), filters: filters.optional() })
    .refine((rows) => (rows.ids === undefined) !== (rows.filters === undefined), bulkText.chooseRows)

const students = targets(StudentSelection)
const payments = targets(PaymentSelection)
/** The questions of a video for an age category. */
const quiz = z.strictObject({ videoId: field.id, ageCategory: field.ageCategory })
const questions = targets(quiz)
/** The videos page shows all videos at once, so they are always selected by id. */
const videos = targets(z.never())
const messages = targets(MessageSelection)
const notifications = targets(NotificationSelection)

/**
 * The available bulk actions. The part of a name before the dot is its list. To add an action, add a line here, its callers in
 * `bulkAudience`, and its executor in server/src/bulk/; `action.ts` there explains the rest.
 */
export const BulkOrder = z.discriminatedUnion(
  'action',
  [
    z.strictObject({ action: z.literal('students.notify'), options: SelectedStudentsMessage, targets: students }),
    z.strictObject({ action: z.literal('students.hold'), options: HoldForm, targets: students }),
    z.strictObject({ action: z.literal('students.release'), options: z.strictObject({}), targets: students }),
    z.strictObject({
      action: z.literal('students.extra-time'),
      options: z.strictObject({ factor: z.literal(EXTRA_TIME_FACTORS, studentsText.chooseExtraTime) }),
      targets: students,
    }),
    z.strictObject({ action: z.literal('payments.check'), options: z.strictObject({}), targets: payments }),
    z.strictObject({ action: z.literal('questions.move'), options: quiz, targets: questions }),
    z.strictObject({ action: z.literal('questions.delete'), options: z.strictObject({}), targets: questions }),
    z.strictObject({ action: z.literal('videos.visibility'), options: VideoVisibility, targets: videos }),
    z
      .strictObject({
        action: z.literal('videos.move'),
        /** Moves the videos, in the order of the ids, before this video or to the end of the list. */
        options: z.strictObject({ before: z.nullable(field.id) }),
        targets: videos,
      })
      .refine(({ options: { before }, targets }) => before === null || !targets.ids?.includes(before), {
        error: bulkText.moveBeforeItself,
        path: ['options', 'before'],
      }),
    z.strictObject({ action: z.literal('videos.delete'), options: z.strictObject({}), targets: videos }),
    z.strictObject({
      action: z.literal('messages.mark'),
      options: MessageMark.omit({ seenReplyAt: true }).extend({ seenUpTo }),
      targets: messages,
    }),
    z.strictObject({
      action: z.literal('messages.organize'),
      options: MessageWork.omit({ followUpOn: true, seenReplyAt: true }).extend({ seenUpTo }),
      targets: messages,
    }),
    z.strictObject({ action: z.literal('notifications.cancel'), options: z.strictObject({}), targets: notifications }),
    z.strictObject({
      action: z.literal('notifications.mail-again'),
      options: z.strictObject({}),
      targets: notifications,
    }),
  ],
  bulkText.unknownAction,
)
export type BulkOrder = z.output<typeof BulkOrder>
export type BulkActionName = BulkOrder['action']

/** Who may start each action: everybody who may do the same to one row. */
export const bulkAudience = {
  'students.notify': sendNotification.who,
  'students.hold': holdStudent.who,
  'students.release': clearStudent.who,
  'students.extra-time': setExtraTime.who,
  'payments.check': recheckPayment.who,
  'questions.move': editQuestion.who,
  'questions.delete': deleteQuestion.who,
  'videos.visibility': setVisibility.who,
  'videos.move': orderVideos.who,
  'videos.delete': deleteVideo.who,
  'messages.mark': markMessage.who,
  'messages.organize': organizeMessage.who,
  'notifications.cancel': cancelNotification.who,
  'notifications.mail-again': sendMailsAgain.who,
} as const satisfies Record<BulkActionName, Who>

export const bulkStates = ['running', 'done', 'stopped'] as const

/** One action on many rows, from start to outcome. Deleted after a week. */
export const BulkRun = z
  .object({
    _id: z.string(),
    action: z.string(),
    /** For the visibility of videos: what was chosen. */
    choice: z.nullable(z.string()),
    /** `stopped`: by an admin, or because the admin who started it lost the right to. */
    state: z.enum(bulkStates),
    total: z.number().int(),
    done: z.number().int(),
    /** Rows where the action makes no sense, such as a second hold. */
    skipped: z.number().int(),
    failed: z.number().int(),
    startedAt: field.instant,
    finishedAt: z.nullable(field.instant),
    /** Whether this run undid an earlier one. */
    isUndo: z.boolean(),
    /** Whether the changed rows can be restored. */
    canUndo: z.boolean(),
  })
  .meta({ id: 'BulkRun' })
export type BulkRun = z.infer<typeof BulkRun>

/** Why rows were not changed: the number of rows, and the names of the first ones. */
export const BulkReason = z
  .object({
    outcome: z.enum(['skipped', 'failed']),
    reason: z.string(),
    count: z.number().int(),
    names: z.array(z.string()),
  })
  .meta({ id: 'BulkReason' })
export type BulkReason = z.infer<typeof BulkReason>

const who = ['owner', 'content', 'support', 'finance'] as const
const runParams = z.object({ runId: field.id })
const started = z.object({ message: z.string(), run: BulkRun })

export const startBulkRun = endpoint({
  group,
  method: 'POST',
  path: '/admin/bulk-runs',
  who,
  summary:
    'Applies an action to many rows of a list, for the roles that may apply it to one row. Up to 100 rows are done before the reply; more are done in the background, and the run shows the progress. Notifications wait 30 seconds, during which the run can be stopped',
  body: BulkOrder,
  bodyLimit: 64 * 1024,
  status: 202,
  reply: started,
})

export const listBulkRuns = endpoint({
  group,
  method: 'GET',
  path: '/admin/bulk-runs',
  who,
  summary: "The caller's runs of the last day, the newest first",
  reply: z.object({ runs: z.array(BulkRun) }),
})

export const readBulkRun = endpoint({
  group,
  method: 'GET',
  path: '/admin/bulk-runs/:runId',
  who,
  summary: "One of the caller's runs, with the reasons why rows were not changed",
  params: runParams,
  reply: z.object({ run: BulkRun, reasons: z.array(BulkReason) }),
  fails: ['not_found'],
})

export const stopBulkRun = endpoint({
  group,
  method: 'POST',
  path: '/admin/bulk-runs/:runId/stop',
  who,
  summary: "Stops one of the caller's runs. Rows that were changed stay changed; safe to repeat",
  params: runParams,
  reply: started,
  fails: ['not_found'],
})

export const undoBulkRun = endpoint({
  group,
  method: 'POST',
  path: '/admin/bulk-runs/:runId/undo',
  who,
  summary: "Puts back the rows that one of the caller's runs has changed, as a run of its own; once, within a day",
  params: runParams,
  status: 202,
  reply: started,
  fails: ['not_found', 'cannot_undo'],
})
