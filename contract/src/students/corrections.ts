// Corrections of a student's data by admins, with the proposal that a second admin has to agree to.
import * as mini from 'zod/mini'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import type { ErrorCodes } from '../kernel/text.ts'

/** What an admin can correct at once. */
export const correctableFields = ['school', 'number', 'address', 'gender', 'birth'] as const
export type CorrectableField = (typeof correctableFields)[number]

/** The fields in the list of corrections. These include the email addresses, which their owners have to confirm. */
export const correctedFields = [...correctableFields, 'email', 'guardianEmail'] as const
export type CorrectedField = (typeof correctedFields)[number]

/** The most corrections that the settings page of a student shows. */
export const SHOWN_CORRECTIONS = 10

export const correctionsText = {
  corrected: 'The correction has been saved.',
  unchanged: 'Nothing was different, so nothing has been changed.',
  proposed: 'Another admin has to approve the new date of birth.',
  agreed: 'The date of birth has been corrected.',
  withdrawn: 'The proposal has been withdrawn.',
  changedMeanwhile: 'This was changed while you were editing. Please check what it says now.',
  alreadyProposed: 'Another date of birth is already waiting for approval.',
} as const

export const correctionsErrors = {
  changed_meanwhile: { status: 409, message: correctionsText.changedMeanwhile },
} as const satisfies ErrorCodes

/** The values of a student's data, as the admin saw them: '' for no school. */
const seen = mini.optional(mini.string('Value is not a text').check(mini.maxLength(300, 'Value is too long')))

const reason = field.requiredText({ name: 'Reason', min: 5, max: 500 })

/** The form for corrections that cannot move the student to another leaderboard. */
export const DetailsForm = mini.strictObject({
  school: field.school,
  number: field.phone,
  address: field.address,
  gender: field.gender,
  reason,
})

export const BirthForm = mini.strictObject({ birth: field.birth, reason })

/** The fields that an admin corrects in a form. */
const correctedByForm = ['school', 'number', 'address', 'gender', 'birth'] as const

/** Each corrected field needs the value that the admin saw, so that a change made meanwhile is not overwritten. */
export const Correction = mini
  .strictObject({
    school: mini.optional(field.school),
    number: mini.optional(field.phone),
    address: mini.optional(field.address),
    gender: mini.optional(field.gender),
    birth: mini.optional(field.birth),
    seen: mini.strictObject(
      { school: seen, number: seen, address: seen, gender: seen, birth: seen },
      'Say what you saw',
    ),
    reason,
  })
  .check(
    mini.refine(
      ({ seen: saw, ...changed }) =>
        correctedByForm.every((name) => changed[name] === undefined || saw[name] !== undefined),
      { path: ['seen'], error: 'Say what you saw' },
    ),
  )
export type Correction = mini.output<typeof Correction>

const group = 'Students'
const params = z.object({ username: field.usernameParam })
const Message = z.object({ message: z.string() })
const who = ['owner', 'support'] as const

/** A correction that was made. Values are as stored; null means no school or no guardian. */
export const MadeCorrection = z
  .object({
    _id: z.string(),
    field: z.enum(correctedFields),
    oldValue: z.string().nullable(),
    newValue: z.string().nullable(),
    reason: z.string(),
    /** The username of the admin. */
    by: z.string(),
    at: field.instant,
    /** Whether it can be undone: nobody has changed the value since, and its new owner did not confirm it. */
    canUndo: z.boolean(),
  })
  .meta({ id: 'MadeCorrection' })
export type MadeCorrection = z.infer<typeof MadeCorrection>

/** A new date of birth that another admin still has to approve. */
export const BirthProposal = z
  .object({
    _id: z.string(),
    birth: z.string(),
    reason: z.string(),
    by: z.string(),
    at: field.instant,
    /** Whether the caller may agree. */
    canAgree: z.boolean(),
  })
  .meta({ id: 'BirthProposal' })
export type BirthProposal = z.infer<typeof BirthProposal>

export const correctStudent = endpoint({
  group,
  method: 'PATCH',
  path: '/admin/students/:username',
  who,
  summary:
    "Corrects a student's data with a reason, and tells the student. A date of birth that moves points to another leaderboard waits for a second admin",
  params,
  body: Correction,
  reply: Message.extend({ outcome: z.enum(['corrected', 'unchanged', 'proposed']) }),
  fails: ['not_found', 'changed_meanwhile', 'already_proposed', 'month_closing', 'not_among_deciders'],
})

/** What a correction of the date of birth would change. */
export const BirthEffect = z
  .object({
    before: z.nullable(field.ageCategory),
    after: z.nullable(field.ageCategory),
    age: z.number().int(),
    /** The points in each category, and whether they would be on its leaderboard. */
    entries: z.array(
      z.object({
        ageCategory: field.ageCategory,
        score: z.number().int(),
        isListed: z.boolean(),
        willBeListed: z.boolean(),
      }),
    ),
    /** Whether the student would be unable to log in until a guardian agrees. */
    asksGuardian: z.boolean(),
    /** Whether a quiz is running, which keeps its age category. */
    hasRunningQuiz: z.boolean(),
    /** Whether the student has won an unpaid prize for which, at this age, a guardian has to agree. */
    hasUnpaidPrize: z.boolean(),
    needsSecondAdmin: z.boolean(),
  })
  .meta({ id: 'BirthEffect' })
export type BirthEffect = z.infer<typeof BirthEffect>

export const previewBirth = endpoint({
  group,
  method: 'GET',
  path: '/admin/students/:username/birth-effect',
  who,
  summary: 'What another date of birth of a student would change. Changes nothing',
  params,
  query: z.strictObject({ birth: field.birth }),
  reply: BirthEffect,
  fails: ['not_found'],
})

const proposal = <const Path extends string>(path: Path, summary: string) =>
  ({
    group,
    method: 'POST',
    path,
    who,
    summary,
    params: params.extend({ birthProposalId: field.id }),
    reply: Message,
  }) as const

export const agreeToBirth = endpoint({
  ...proposal(
    '/admin/students/:username/birth-proposals/:birthProposalId/agree',
    'Agrees to a date of birth that another admin proposed',
  ),
  needsReauthentication: true,
  fails: ['not_found', 'changed_meanwhile', 'month_closing', 'own_proposal', 'not_among_deciders'],
})

export const withdrawBirth = endpoint({
  ...proposal('/admin/students/:username/birth-proposals/:birthProposalId', 'Withdraws a proposed date of birth'),
  method: 'DELETE',
  fails: ['not_found', 'not_among_deciders'],
})

export const listOwnCorrections = endpoint({
  group,
  method: 'GET',
  path: '/student/corrections',
  who: 'student',
  summary: "What our team changed in the student's data, newest first, and a new email that is not confirmed yet",
  reply: z.object({
    corrections: z.array(
      z.object({ field: z.enum(correctedFields), newValue: z.string().nullable(), at: field.instant }),
    ),
    /** The email change that the new address has not confirmed yet, masked. Servers of the previous release leave it out. */
    emailChange: z.optional(z.nullable(z.object({ email: z.string(), expiresAt: field.instant }))),
  }),
})
