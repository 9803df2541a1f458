// A guardian's children: adding them, seeing what they do and pay, and withdrawing consent.
import { z } from 'zod'
import { Badge } from '../awards/endpoints.ts'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import { Payment } from '../payments/endpoints.ts'
import { DataCopy } from '../privacy/endpoints.ts'
import { drawStates, month, outsideReasons } from '../scholarship/endpoints.ts'
import { ChildPassword, ChildRegistration, GuardianPassword } from './children-forms.ts'

/** How many of the latest quiz results a child's page shows. */
export const CHILD_RESULTS_MAX = 20

const group = 'Guardians'
const count = z.number().int()
const childParams = z.object({ username: field.usernameParam })
const Message = z.object({ message: z.string() })

/** A child as a guardian sees it. */
export const GuardianChild = z
  .object({
    username: z.string(),
    avatar: field.avatar,
    /** In whole years. */
    age: count,
    ageCategory: z.nullable(field.ageCategory),
    isPaid: z.boolean(),
    /** The points and the rank in the child's age category; the rank is null before the first right answer. */
    points: count,
    rank: count.nullable(),
    /** Videos that were played or read, not only marked as watched. */
    videosWatched: count,
    quizzesAnswered: count,
    /** The mean score of these quizzes, from 0 to 100; null before the first. */
    meanPercent: count.nullable(),
    badgeCount: count,
    /** When the child last used the account; null before the first login. */
    lastActiveAt: z.nullable(field.instant),
    /** Whether the child can log in with an email or phone number of its own, and so chooses new passwords itself. */
    hasOwnAddress: z.boolean(),
    /** Whether the child would be in this month's draw. */
    draw: z.object({
      month,
      closesAt: field.instant,
      /** Empty if the child would be in the draw. */
      reasons: z.array(z.enum(outsideReasons)),
      /** Whether an admin is checking the child's points. */
      isHeld: z.boolean(),
    }),
  })
  .meta({ id: 'GuardianChild' })
export type GuardianChild = z.infer<typeof GuardianChild>

/** A finished quiz of a child. */
const ChildResult = z.object({
  videoTitle: z.string(),
  ageCategory: field.ageCategory,
  score: count,
  maxScore: count,
  at: field.instant,
})

/** A child with its results, badges, payments and draws. */
export const GuardianChildDetail = GuardianChild.extend({
  /** The latest results, newest first. */
  results: z.array(ChildResult),
  /** The badges that the child has earned. */
  badges: z.array(Badge),
  payments: z.array(Payment),
  /** The child's places in past draws, newest first. */
  draws: z.array(
    z.object({
      month,
      state: z.enum(drawStates),
      /** The child's number; null if the child was on the leaderboard but could not win. */
      index: count.nullable(),
      entrantCount: count,
      hasWon: z.boolean(),
    }),
  ),
}).meta({ id: 'GuardianChildDetail' })
export type GuardianChildDetail = z.infer<typeof GuardianChildDetail>

export const addChild = endpoint({
  group,
  method: 'POST',
  path: '/guardian/children',
  who: 'guardian',
  summary:
    'Opens an account for a child with the guardian’s consent; the same username and password again return the same child',
  body: ChildRegistration,
  reply: z.object({ message: z.string(), child: GuardianChild }),
  status: 201,
  fails: ['username_taken', 'too_many_children'],
})

export const listChildren = endpoint({
  group,
  method: 'GET',
  path: '/guardian/children',
  who: 'guardian',
  summary: "The guardian's children, with what they have done so far",
  reply: z.object({ children: z.array(GuardianChild) }),
})

export const readChild = endpoint({
  group,
  method: 'GET',
  path: '/guardian/children/:username/progress',
  who: 'guardian',
  summary: `One child with the latest ${CHILD_RESULTS_MAX} quiz results, badges, payments and draws`,
  params: childParams,
  reply: GuardianChildDetail,
  fails: ['not_found'],
})

export const setChildPassword = endpoint({
  group,
  method: 'PUT',
  path: '/guardian/children/:username/password',
  who: 'guardian',
  summary: 'Sets a new password for a child without an email or phone number, which ends its sessions',
  params: childParams,
  body: ChildPassword,
  reply: Message,
  fails: ['not_found', 'child_has_own_address'],
})

export const makeChildPayLink = endpoint({
  group,
  method: 'POST',
  path: '/guardian/children/:username/pay-link',
  who: 'guardian',
  summary: 'Creates the link of the page where anyone can pay for this child',
  params: childParams,
  reply: z.object({ url: z.string(), expiresAt: field.instant }),
  fails: ['not_found', 'already_paid', 'consent_needed'],
})

export const listFamilyPayments = endpoint({
  group,
  method: 'GET',
  path: '/guardian/payments',
  who: 'guardian',
  summary: 'The payments for all children, newest first',
  reply: z.object({ payments: z.array(Payment.extend({ username: z.string() })) }),
})

export const withdrawFromChild = endpoint({
  group,
  method: 'POST',
  path: '/guardian/children/:username/withdraw',
  who: 'guardian',
  summary: "Withdraws consent, which deletes the child's account and personal data immediately",
  params: childParams,
  body: GuardianPassword,
  reply: Message,
  fails: ['not_found', 'prize_unpaid', 'busy'],
})

export const exportChildData = endpoint({
  group,
  method: 'GET',
  path: '/guardian/children/:username/data',
  who: 'guardian',
  summary: 'Everything that is stored about a child, as one JSON file',
  params: childParams,
  reply: DataCopy,
  fails: ['not_found'],
})
