// The endpoints admins use to see who near the top of the boards is flagged and why, and to decide about it. Nothing is decided
// automatically.
import * as mini from 'zod/mini'
import { appealOutcomes, holdReasons, Appeal, flagKinds } from './endpoints.ts'
import { fairPlayText, APPEAL_ANSWER_MAX } from './text.ts'
import * as field from '../kernel/fields.ts'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { entrantChanges } from '../scholarship/draw/list.ts'

// Admins' decisions about flagged students, and their answers to appeals.

const reason = mini.enum(holdReasons, fairPlayText.reasonMissing)

export const HoldForm = mini.strictObject({ reason })

export const DisqualifyForm = mini.strictObject({
  reason,
  /** For admins; the student sees the sentence for the reason instead. */
  text: field.requiredText({ name: 'Note', min: 5, max: 500 }),
})

export const AppealAnswerForm = mini.strictObject({
  outcome: mini.enum(appealOutcomes, fairPlayText.outcomeMissing),
  text: field.requiredText({ name: 'Answer', max: APPEAL_ANSWER_MAX, lines: true }),
})
export type AppealAnswerForm = mini.output<typeof AppealAnswerForm>

const group = 'Fair play'
const count = z.number().int()
const reply = z.object({ message: z.string() })

export const decisionKinds = ['held', 'cleared', 'disqualified'] as const
export type DecisionKind = (typeof decisionKinds)[number]

/** A decision. `reason` is null for a cleared case. */
export const Decision = z
  .object({
    kind: z.enum(decisionKinds),
    reason: z.enum(holdReasons).nullable(),
    at: field.instant,
    /** The username of the admin. */
    by: z.string(),
  })
  .meta({ id: 'FairPlayDecision' })
export type Decision = z.infer<typeof Decision>

/** A change to whether a student can win an open draw. Another admin has to agree to it. */
export const EntrantProposal = z
  .object({
    _id: z.string(),
    change: z.enum(entrantChanges),
    reason: z.enum(holdReasons).nullable(),
    /** What the admin wrote. */
    text: z.string().nullable(),
    proposedBy: z.string(),
    at: field.instant,
    /** Whether the caller may agree. */
    canAgree: z.boolean(),
  })
  .meta({ id: 'EntrantProposal' })
export type EntrantProposal = z.infer<typeof EntrantProposal>

export const flaggedStates = ['open', 'held', 'proposed', 'decided'] as const
export type FlaggedState = (typeof flaggedStates)[number]

/** A student in the list. `rank` and `score` are those of the shown category. */
export const FlaggedStudent = z
  .object({
    _id: z.string(),
    username: z.string(),
    /** Null for a student who is not on the leaderboard. */
    rank: count.nullable(),
    score: count,
    /** Every kind of flag that the student has. */
    kinds: z.array(z.enum(flagKinds)),
    lastFlagAt: z.nullable(field.instant),
    isHeld: z.boolean(),
    isDisqualified: z.boolean(),
    lastDecision: Decision.nullable(),
    /** The deadline for answering the appeal; null if no appeal is waiting. */
    appealDueAt: z.nullable(field.instant),
  })
  .meta({ id: 'FlaggedStudent' })
export type FlaggedStudent = z.infer<typeof FlaggedStudent>

export const listFlagged = endpoint({
  group,
  method: 'GET',
  path: '/admin/flagged-students',
  who: ['owner', 'support', 'auditor'],
  summary:
    'Students near the top of a leaderboard: with undecided flags, on hold, waiting for another admin to agree, or decided last',
  query: z.strictObject({ ageCategory: field.ageCategory, show: z.enum(flaggedStates).default('open') }),
  reply: z.object({ students: z.array(FlaggedStudent) }),
})

/** One attempt in the evidence. It does not show devices or networks, only whether they are the same. */
export const ExaminedAttempt = z
  .object({
    _id: z.string(),
    /** Null if the account was deleted. */
    username: z.string().nullable(),
    videoTitle: z.string(),
    startedAt: field.instant,
    lockedAt: z.nullable(field.instant),
    /** The minutes in which the student read the correct answers. */
    reviewedAt: z.array(field.instant),
    score: count,
    maxScore: count,
    /** In the order in which they were answered; unanswered ones last. */
    questions: z.array(
      z.object({
        question: z.string(),
        correctAnswer: z.string(),
        answer: z.string().nullable(),
        correct: z.boolean(),
        /** Seconds from the start to the answer. */
        seconds: z.number().nullable(),
        /** The minimum number of seconds it takes to read the question and its options. */
        readingSeconds: z.number(),
      }),
    ),
  })
  .meta({ id: 'ExaminedAttempt' })
export type ExaminedAttempt = z.infer<typeof ExaminedAttempt>

/** Whether the attempt's answers were the source or were copied; null if both students did the same. */
export const flagRoles = ['source', 'user'] as const
export type FlagRole = (typeof flagRoles)[number]

export const Flag = z
  .object({
    _id: z.string(),
    kind: z.enum(flagKinds),
    at: field.instant,
    /** Whether the flag is newer than the last decision. */
    isNew: z.boolean(),
    role: z.enum(flagRoles).nullable(),
    /** The numbers behind the flag, labelled by `factLabels`. */
    facts: z.record(z.string(), z.number()),
    attempt: ExaminedAttempt.nullable(),
    other: z
      .object({
        /** Null if the account was deleted. */ username: z.string().nullable(),
        attempt: ExaminedAttempt.nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'FairPlayFlag' })
export type Flag = z.infer<typeof Flag>

const studentParams = z.object({ username: field.usernameParam })

export const readFlagged = endpoint({
  group,
  method: 'GET',
  path: '/admin/flagged-students/:username',
  who: ['owner', 'support', 'auditor'],
  summary: 'The evidence about one student: the flags, with the attempts side by side, and all decisions and appeals',
  params: studentParams,
  reply: z.object({
    student: z.object({
      _id: z.string(),
      username: z.string(),
      heldAt: z.nullable(field.instant),
      disqualifiedAt: z.nullable(field.instant),
      entries: z.array(z.object({ ageCategory: field.ageCategory, score: count, rank: count.nullable() })),
    }),
    /** Newest first. */
    flags: z.array(Flag),
    /** Everybody linked to this student by flags, directly or through others. Null is a deleted account. */
    cluster: z.array(z.string().nullable()),
    decisions: z.array(Decision),
    /** A change that another admin has to agree to, because the student is in an open draw. */
    proposal: z.nullable(EntrantProposal),
    appeals: z.array(
      Appeal.extend({
        _id: z.string(),
        /** The username of the admin who answered. */
        answeredBy: z.string().nullable(),
        /** Whether the caller may answer. The admin who placed the hold may not, if there is another admin. */
        canAnswer: z.boolean(),
      }),
    ),
  }),
  fails: ['not_found'],
})

/** Refusals of a change to a student who is in an open draw. */
export const changeFails = ['month_closing', 'changes_closed', 'already_proposed', 'not_among_deciders'] as const

const studentAction = <const Path extends string>(path: Path, summary: string) =>
  ({ group, method: 'POST', path, who: ['owner', 'support'], summary, params: studentParams, reply }) as const

export const holdStudent = endpoint({
  ...studentAction(
    '/admin/flagged-students/:username/hold',
    'Holds a student: points and rank stay, but nobody who is on hold an hour before a draw can win it',
  ),
  body: HoldForm,
  needsReauthentication: true,
  fails: ['not_found', 'already_held', 'already_disqualified', 'no_new_flag', ...changeFails],
})

export const clearStudent = endpoint({
  ...studentAction('/admin/flagged-students/:username/clear', 'Ends a hold, and closes the flags so far'),
  needsReauthentication: true,
  fails: ['not_found', 'nothing_to_clear', ...changeFails],
})

export const disqualifyFlagged = endpoint({
  ...studentAction(
    '/admin/flagged-students/:username/disqualify',
    'Removes a student from every leaderboard and every draw, because of fair play',
  ),
  body: DisqualifyForm,
  needsReauthentication: true,
  fails: ['not_found', 'already_disqualified', 'own_decision', ...changeFails],
})

export const answerAppeal = endpoint({
  group,
  method: 'POST',
  path: '/admin/appeals/:appealId/answer',
  who: ['owner', 'support'],
  summary: 'Answers an appeal once: lifts the hold, or keeps it; the same answer may be repeated',
  params: z.object({ appealId: field.id }),
  body: AppealAnswerForm,
  reply,
  needsReauthentication: true,
  fails: ['not_found', 'appeal_answered', 'own_decision', ...changeFails],
})

const proposalParams = z.object({ proposalId: field.id })

export const agreeToEntrantProposal = endpoint({
  group,
  method: 'POST',
  path: '/admin/entrant-proposals/:proposalId/agree',
  who: ['owner', 'support'],
  summary: 'Agrees to what another admin has proposed about a student in an open draw, and publishes it',
  params: proposalParams,
  reply,
  needsReauthentication: true,
  fails: [
    'not_found',
    'nothing_proposed',
    'own_proposal',
    'own_decision',
    'changes_closed',
    'not_among_deciders',
    'already_disqualified',
    'already_held',
    'student_is_held',
    'nothing_to_clear',
    'no_new_flag',
  ],
})

export const withdrawEntrantProposal = endpoint({
  group,
  method: 'POST',
  path: '/admin/entrant-proposals/:proposalId/withdraw',
  who: ['owner', 'support'],
  summary: 'Ends a proposal about a student without doing it',
  params: proposalParams,
  reply,
  needsReauthentication: true,
  fails: ['not_found'],
})

/** The number shown in the admin menu. */
export const countOpenAppeals = endpoint({
  group: 'Fair play',
  method: 'GET',
  path: '/admin/appeals/open',
  who: ['owner', 'support', 'auditor'],
  summary: 'The number of appeals that wait for an answer',
  reply: z.object({ open: z.number().int() }),
})
