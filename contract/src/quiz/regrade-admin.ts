// Endpoints with which admins correct the key of a question for everybody who was asked it, with the points that follow.
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import { RegradeForm } from './regrade-admin-forms.ts'

const group = 'Trivia'
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

/** What a regrade would change, as of when it was computed. */
export const RegradePreview = z
  .object({
    /** Students who gain points, and those who lose some. */
    up: count,
    down: count,
    /** Students who were asked the question and whose points stay. */
    same: count,
    /** Students who saw options without the new answer, so that nothing changes for them. */
    otherWording: count,
    /** How many enter and leave the first thousand of the leaderboard. */
    enterCount: count,
    leaveCount: count,
    /** Who enters, who leaves and who moves most: up to fifty of each. */
    moves: z.array(RankMove),
    computedAt: field.instant,
  })
  .meta({ id: 'RegradePreview' })

export const regradeStates = ['proposed', 'withdrawn', 'running', 'finished'] as const

/** A correction of a question's key. */
export const Regrade = z
  .object({
    _id: z.string(),
    triviaId: z.string(),
    /** Null if the video has been deleted. */
    videoTitle: z.string().nullable(),
    ageCategory: field.ageCategory,
    question: z.string(),
    oldAnswer: z.string(),
    newAnswer: z.string(),
    /** Whether the old answer counts too, so that nobody loses points. */
    keepsOld: z.boolean(),
    /** The new explanation; empty if there is none any more, null if it stays. */
    explanation: z.string().nullable(),
    /** The explanation that students read now, null if there is none. */
    currentExplanation: z.string().nullable(),
    state: z.enum(regradeStates),
    proposedBy: z.string(),
    proposedAt: field.instant,
    /** The admin who agreed or withdrew it. */
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
  summary: 'Proposes another correct answer for a question, also for students who have answered it',
  body: RegradeForm,
  status: 201,
  reply: z.object({ message: z.string(), regradeId: z.string() }),
  fails: ['not_found', 'same_answer', 'already_proposed'],
})

export const listRegrades = endpoint({
  group,
  method: 'GET',
  path: '/admin/question-regrades',
  who: ['owner', 'content', 'auditor'],
  summary: 'The newest corrections of keys, up to one hundred',
  reply: z.object({ regrades: z.array(Regrade) }),
})

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
    /** Null while it is computed. */
    preview: RegradePreview.nullable(),
    /** The students whose points have been changed so far. */
    changed: z.object({ up: count, down: count }),
    /** Whether the caller may agree: where there are two admins, it takes another one than who proposed it. */
    canAgree: z.boolean(),
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
  summary: 'Corrects the key, and by a job the points of all who answered',
  needsReauthentication: true,
  fails: ['not_found', 'own_proposal', 'not_among_deciders', 'regrade_outdated', 'preview_missing', 'regrade_decided'],
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
