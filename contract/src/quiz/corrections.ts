// The endpoints admins use to read what students report about questions, and to answer all reports about a question at once.
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import { QuestionStatistics } from './admin.ts'
import { ReportAnswerForm, reportReasons, RegradeForm } from './forms.ts'
import { ReportAnswer } from './endpoints.ts'
import { voids } from './voids.ts'

const group = 'Trivia'

/** The reports about one question until an admin answers them; later reports form a new group. */
export const ReportGroup = z
  .object({
    _id: z.string(),
    triviaId: z.string(),
    videoId: z.string(),
    /** Null if the video has been deleted. */
    videoTitle: z.string().nullable(),
    ageCategory: field.ageCategory,
    /** The text of the question as the last student who reported it saw it. */
    question: z.string(),
    reportCount: z.number().int(),
    lastReportedAt: field.instant,
    /** The number of reports for each given reason. */
    reasons: z.array(z.object({ reason: z.enum(reportReasons), count: z.number().int() })),
    /** Includes the username of the admin who answered. Null while the group is open. */
    answer: ReportAnswer.extend({ answeredBy: z.string().nullable() }).nullable(),
  })
  .meta({ id: 'ReportGroup' })
export type ReportGroup = z.infer<typeof ReportGroup>

/**
 * One report with what the student saw, even if the question has been edited or deleted since. It does not identify the student,
 * because checking a question does not require that.
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
  summary: 'The reported questions: those with the most reports first, or the latest reported first',
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
    /** The current question and how students answer it; null if it has been deleted. */
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

/** The number shown in the admin menu. */
export const countOpenReports = endpoint({
  group: 'Trivia',
  method: 'GET',
  path: '/admin/question-reports/open',
  who: ['owner', 'content', 'auditor'],
  summary: 'The number of reported questions that wait for an answer',
  reply: z.object({ open: z.number().int() }),
})

// The endpoints admins use to correct a question's answer key for everybody who was asked it, along with their points.

const count = z.number().int()

/** A student's rank before and after a regrade; null if it is not among the first thousand. */
export const RankMove = z
  .object({
    /** Null if the account has been deleted. */
    username: z.string().nullable(),
    rankBefore: count.nullable(),
    rankAfter: count.nullable(),
    delta: count,
  })
  .meta({ id: 'RankMove' })

/** What a regrade would change, as of the time it was computed. */
export const RegradePreview = z
  .object({
    /** The number of students who gain points, and of those who lose some. */
    up: count,
    down: count,
    /** The number of students who were asked the question and keep the same points. */
    same: count,
    /** Students whose options did not include the new answer, so that nothing changes for them. */
    otherWording: count,
    /** How many students enter and leave the first thousand of the leaderboard. */
    enterCount: count,
    leaveCount: count,
    /** Students who enter, who leave and who move most: up to fifty of each. */
    moves: z.array(RankMove),
    computedAt: field.instant,
  })
  .meta({ id: 'RegradePreview' })

export const regradeStates = ['proposed', 'withdrawn', 'running', 'finished'] as const

/** A correction of a question's answer key, or of whether the question counts. */
export const Regrade = z
  .object({
    _id: z.string(),
    triviaId: z.string(),
    videoId: z.string(),
    /** Null if the video has been deleted. */
    videoTitle: z.string().nullable(),
    ageCategory: field.ageCategory,
    question: z.string(),
    /** Who gets the points if the question becomes void; null if it counts by its answer. */
    voided: z.enum(voids).nullable(),
    /** Who got the points before this correction; null if the question counted by its answer. */
    wasVoided: z.enum(voids).nullable(),
    oldAnswer: z.string(),
    /** Empty if the question becomes void. */
    newAnswer: z.string(),
    /** Whether the old answer also counts, so that nobody loses points. */
    keepsOld: z.boolean(),
    /** The new explanation; empty to remove it, null to keep it. */
    explanation: z.string().nullable(),
    /** The explanation that students see now; null if there is none. */
    currentExplanation: z.string().nullable(),
    state: z.enum(regradeStates),
    proposedBy: z.string(),
    proposedAt: field.instant,
    /** The admin who agreed to it or withdrew it. */
    decidedBy: z.string().nullable(),
    decidedAt: z.nullable(field.instant),
    finishedAt: z.nullable(field.instant),
  })
  .meta({ id: 'Regrade' })
export type Regrade = z.infer<typeof Regrade>

export const proposeRegrade = endpoint({
  group,
  method: 'POST',
  path: '/admin/question-regrades',
  who: ['owner', 'content'],
  summary: 'Proposes another correct answer for a question, or that it is void, also for students who have answered it',
  body: RegradeForm,
  status: 201,
  reply: z.object({ message: z.string(), regradeId: z.string() }),
  fails: ['not_found', 'same_answer', 'already_proposed', 'void_too_early'],
})

export const listRegrades = endpoint({
  group,
  method: 'GET',
  path: '/admin/question-regrades',
  who: ['owner', 'content', 'auditor'],
  summary: 'The newest corrections of keys, up to one hundred',
  reply: z.object({ regrades: z.array(Regrade) }),
})

/** A void question, which is no longer in its quiz. */
export const VoidQuestion = z
  .object({
    voided: z.enum(voids),
    options: z.array(z.string()),
    correctAnswer: z.string(),
    explanation: z.string().nullable(),
  })
  .meta({ id: 'VoidQuestion' })
export type VoidQuestion = z.infer<typeof VoidQuestion>

const regradeParams = z.object({ regradeId: field.id })

export const readRegrade = endpoint({
  group,
  method: 'GET',
  path: '/admin/question-regrades/:regradeId',
  who: ['owner', 'content', 'auditor'],
  summary: 'A correction of a key: what it would change, and what it has changed',
  params: regradeParams,
  reply: z.object({
    regrade: Regrade,
    /** Null until it is computed. */
    preview: RegradePreview.nullable(),
    /** The numbers of students whose points have gone up and down so far. */
    changed: z.object({ up: count, down: count }),
    /** Whether the caller may agree: if there are two admins, not the one who proposed it. */
    canAgree: z.boolean(),
    /** How many questions the quiz asks and would have left, if a proposed void leaves too few; otherwise null. */
    shortage: z.object({ asked: count, left: count }).nullable(),
    /** The question as it was, if it is void now: it can be proposed that it counts again. */
    voidQuestion: VoidQuestion.nullable(),
  }),
  fails: ['not_found'],
})

const decision = {
  group,
  method: 'POST',
  who: ['owner', 'content'],
  params: regradeParams,
  reply: z.object({ message: z.string() }),
} as const

export const agreeToRegrade = endpoint({
  ...decision,
  path: '/admin/question-regrades/:regradeId/agree',
  summary: 'Corrects the key or makes the question void, and a job corrects the points of everyone who answered',
  needsReauthentication: true,
  fails: [
    'not_found',
    'own_proposal',
    'not_among_deciders',
    'regrade_outdated',
    'preview_missing',
    'regrade_decided',
    'too_few_questions',
    'too_many_questions',
    'question_exists',
    'question_voided',
    'video_not_found',
  ],
})

export const withdrawRegrade = endpoint({
  ...decision,
  path: '/admin/question-regrades/:regradeId/withdraw',
  summary: 'Ends a proposal; nothing changes',
  fails: ['not_found', 'regrade_decided'],
})

export const previewRegrade = endpoint({
  ...decision,
  path: '/admin/question-regrades/:regradeId/preview',
  summary: 'Computes again what a proposal would change',
  fails: ['not_found', 'regrade_decided'],
})
