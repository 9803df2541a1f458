// The endpoints admins use to answer a complaint about points: one quiz of a student with every answer, and every change of a
// student's points.
import { z } from 'zod'
import { holdReasons } from '../fair-play/endpoints.ts'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import { Regrade } from '../quiz/corrections.ts'
import { voids } from '../quiz/voids.ts'
import { AttemptSummary, optionPictures, QuestionReport } from '../quiz/endpoints.ts'

export const pointsText = {
  attemptLoading: 'Loading the quiz...',
  attemptFailed: 'Failed to load the quiz.',
  pointsLoading: 'Loading the points...',
  pointsFailed: 'Failed to load the points.',
} as const

const group = 'Students'
const who = ['owner', 'support', 'auditor'] as const

/**
 * How an answer arrived. `late`: long after the previous one or the start. `together`: at the same moment as the previous one,
 * which happens when a phone stored answers while it was offline.
 */
export const arrivals = ['usual', 'late', 'together'] as const

/** A correction of a question's key, or of whether it counts, with the points that it changed in one attempt. */
const AttemptRegrade = Regrade.pick({
  _id: true,
  voided: true,
  wasVoided: true,
  oldAnswer: true,
  newAnswer: true,
  keepsOld: true,
  state: true,
  proposedBy: true,
  proposedAt: true,
  decidedBy: true,
  decidedAt: true,
}).extend({ points: z.number().int() })

/** A question as the student saw it, from the attempt's snapshot, so that later edits and deletions do not change it. */
export const AnsweredQuestion = z
  .object({
    _id: z.string(),
    question: z.string(),
    options: z.array(z.string()),
    pictures: optionPictures,
    /** Who gets its points if it is void now; null if it counts by its key. */
    voided: z.enum(voids).nullable(),
    correctAnswer: z.string(),
    /** A former correct answer that still counts. */
    alsoCorrect: z.string().nullable(),
    /** The correct answer when the student answered, or at the start if there is no answer. */
    correctAnswerThen: z.string(),
    /** Null if none arrived in time. */
    answer: z
      .object({
        text: z.string(),
        /** When the database stored the answer. */
        at: field.instant,
        /** Seconds since the answer that arrived before it, or since the start for the first one. */
        seconds: z.number(),
        isFirst: z.boolean(),
        arrival: z.enum(arrivals),
        /**
         * When it was tapped: `at` by the server's clock, computed from how long it waited on the phone, and as the phone's clock
         * showed it. Null if the browser did not send it.
         */
        tapped: z.object({ at: field.instant, waitedSeconds: z.number(), phoneAt: field.instant }).nullable(),
        isRight: z.boolean(),
        /** Whether it was right by the key at that time. */
        wasRight: z.boolean(),
      })
      .nullable(),
    /** Including changes by corrections. */
    points: z.number().int(),
    /** Oldest first. */
    regrades: z.array(AttemptRegrade),
    report: QuestionReport.nullable(),
  })
  .meta({ id: 'AnsweredQuestion' })
export type AnsweredQuestion = z.infer<typeof AnsweredQuestion>

export const StudentAttempt = z
  .object({
    username: z.string(),
    attempt: AttemptSummary.extend({ resetAt: z.nullable(field.instant), resetReason: z.string().nullable() }),
    /** Seconds that were given back after maintenance. */
    givenBackSeconds: z.number().int(),
    /** In the order in which the student saw them. */
    questions: z.array(AnsweredQuestion),
    /** When the product paused quizzes during the attempt. `until` is null while it lasts. */
    pauses: z.array(z.object({ from: field.instant, until: z.nullable(field.instant) })),
    /** When the student's points were on hold since the attempt began. `until` is null while it lasts. */
    holds: z.array(
      z.object({ from: field.instant, until: z.nullable(field.instant), reason: z.enum(holdReasons).nullable() }),
    ),
    /** When the student read the correct answers. */
    reviewedAt: z.array(field.instant),
  })
  .meta({ id: 'StudentAttempt' })
export type StudentAttempt = z.infer<typeof StudentAttempt>

export const readStudentAttempt = endpoint({
  group,
  method: 'GET',
  path: '/admin/attempts/:attemptId',
  who,
  summary: 'One quiz of a student with every answer, its time and its points. Each request is written to the audit log',
  params: z.object({ attemptId: field.id }),
  reply: StudentAttempt,
  fails: ['not_found'],
})

/** A line of the ledger of points. */
export const PointChange = z
  .object({
    _id: z.string(),
    at: field.instant,
    ageCategory: field.ageCategory,
    /** Text, so that a page can show a reason that only a newer server knows. */
    reason: z.string(),
    delta: z.number().int(),
    scoreAfter: z.number().int(),
    attemptId: z.string().nullable(),
    videoTitle: z.string().nullable(),
    /** The number of the question in the order in which the student saw it. */
    questionNumber: z.number().int().nullable(),
    /** The key correction that caused the change, or what made the question void. */
    regrade: z.object({ from: z.string(), to: z.string(), voided: z.enum(voids).nullable() }).nullable(),
    /** What an admin wrote. */
    note: z.string().nullable(),
  })
  .meta({ id: 'PointChange' })
export type PointChange = z.infer<typeof PointChange>

/** Whether an entry is on the leaderboard, or why not. `outgrown`: the student has left the age category. */
export const listings = ['listed', 'disqualified', 'outgrown', 'unlisted'] as const

/** How the score of one age category follows from the ledger: the sum of the points of all parts. */
export const CategoryPoints = z
  .object({
    ageCategory: field.ageCategory,
    score: z.number().int(),
    /** Today's rank on the live board; null if not listed. */
    rank: z.number().int().nullable(),
    listing: z.enum(listings),
    /** Each part: all lines with one reason that gave points, or all that took points away. */
    parts: z.array(z.object({ reason: z.string(), count: z.number().int(), points: z.number().int() })),
  })
  .meta({ id: 'CategoryPoints' })
export type CategoryPoints = z.infer<typeof CategoryPoints>

export const listPointChanges = endpoint({
  group,
  method: 'GET',
  path: '/admin/students/:username/points',
  who,
  summary:
    "Every change of a student's points, newest first, and how each score follows. Each request is written to the audit log",
  params: z.object({ username: field.usernameParam }),
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(100).default(50),
    cursor: z
      .string()
      .regex(/^\d{1,15}$/, 'This cursor is not valid.')
      .optional(),
  }),
  reply: z.object({
    username: z.string(),
    /** When an admin began to check the points; null if none is checking. */
    heldAt: z.nullable(field.instant),
    categories: z.array(CategoryPoints),
    changes: z.array(PointChange),
    nextCursor: z.string().nullable(),
  }),
  fails: ['not_found'],
})
