// Endpoints with which admins read what students report about questions, and answer all reports of a question at once.
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import { QuestionStatistics } from './admin.ts'
import { ReportAnswerForm } from './reports-admin-forms.ts'
import { reportReasons } from './reports-forms.ts'
import { ReportAnswer } from './reports.ts'

const group = 'Trivia'

/** The reports of one question until an admin answers them; reports that arrive later form a new group. */
export const ReportGroup = z
  .object({
    _id: z.string(),
    triviaId: z.string(),
    videoId: z.string(),
    /** Null if the video has been deleted. */
    videoTitle: z.string().nullable(),
    ageCategory: field.ageCategory,
    /** The text of the question as the student who reported it last saw it. */
    question: z.string(),
    reportCount: z.number().int(),
    lastReportedAt: field.instant,
    /** The number of reports for each reason that was given. */
    reasons: z.array(z.object({ reason: z.enum(reportReasons), count: z.number().int() })),
    /** With the username of the admin who answered. Null while the group is open. */
    answer: ReportAnswer.extend({ answeredBy: z.string().nullable() }).nullable(),
  })
  .meta({ id: 'ReportGroup' })
export type ReportGroup = z.infer<typeof ReportGroup>

/**
 * One report with what the student saw, even if the question was edited or deleted since. It does not say who the student
 * is, because that is not needed to check a question.
 */
export const ReceivedReport = z
  .object({
    _id: z.string(),
    reason: z.enum(reportReasons),
    text: z.string().nullable(),
    reportedAt: field.instant,
    question: z.string(),
    options: z.array(z.string()),
    correctAnswer: z.string(),
    /** The student's answer; null if there was none in time. */
    answer: z.string().nullable(),
  })
  .meta({ id: 'ReceivedReport' })
export type ReceivedReport = z.infer<typeof ReceivedReport>

export const reportGroupStates = ['open', 'answered'] as const
export type ReportGroupState = (typeof reportGroupStates)[number]
export const reportGroupOrders = ['most-reported', 'newest'] as const
export type ReportGroupOrder = (typeof reportGroupOrders)[number]

export const listReportGroups = endpoint({
  group,
  method: 'GET',
  path: '/admin/question-reports',
  who: ['owner', 'content', 'auditor'],
  summary: 'The reported questions: those with most reports first, or those that were reported last',
  query: z.strictObject({
    show: z.enum(reportGroupStates).default('open'),
    order: z.enum(reportGroupOrders).default('most-reported'),
    limit: z.coerce.number().int().min(1).max(100).default(25),
    cursor: z.optional(field.id),
  }),
  reply: z.object({ groups: z.array(ReportGroup), nextCursor: z.string().nullable() }),
})

const groupParams = z.object({ reportGroupId: field.id })

export const readReportGroup = endpoint({
  group,
  method: 'GET',
  path: '/admin/question-reports/:reportGroupId',
  who: ['owner', 'content', 'auditor'],
  summary: 'A reported question: its statistics and its newest reports',
  params: groupParams,
  reply: z.object({
    group: ReportGroup,
    /** The question as it is now, and how it is answered; null if it has been deleted. */
    statistics: QuestionStatistics.nullable(),
    reports: z.array(ReceivedReport),
  }),
  fails: ['not_found'],
})

export const answerReports = endpoint({
  group,
  method: 'POST',
  path: '/admin/question-reports/:reportGroupId/answer',
  who: ['owner', 'content'],
  summary:
    'Answers all reports of a question once, by one notification to each student; the same answer may be repeated',
  params: groupParams,
  body: ReportAnswerForm,
  reply: z.object({ message: z.string() }),
  fails: ['not_found', 'report_answered'],
})
