// Two accounts of one student: how admins find them, preview a merge, and merge them.
import type { ErrorCodes } from '../kernel/text.ts'
import * as mini from 'zod/mini'
import * as field from '../kernel/fields.ts'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'

// Messages about merging two accounts: success, refusals, loading, nothing found.

export const duplicatesText = {
  merged: 'The two accounts have been merged. We have emailed both addresses.',
  otherUnknown: 'No student has this username.',
  sameAccount: 'This is the same account. Enter the username of the other one.',
  cannotMerge: 'These accounts cannot be merged now.',
  accountMerged: 'This account has been merged with another account of the same student.',
  accountMergedInto: (username: string) => `This account has been merged into ${username}.`,
  logInElsewhere: (username: string, email: string) =>
    `Your two accounts are one now. Please log in as ${username}, with the email ${email} and its password. Your points are there.`,
  duplicatesLoading: 'Looking for other accounts...',
  duplicatesFailed: 'We could not look for other accounts of this student.',
  previewLoading: 'Comparing the two accounts...',
  previewFailed: 'We could not compare the two accounts.',
} as const

/** Why two accounts cannot be merged now, and what to do first. */
export const mergeRefusalSentences = {
  'age-category': 'The accounts are in different age categories. Points cannot move from one leaderboard to the other.',
  'on-hold': 'One of the accounts is on hold. First decide the case on the Fair Play page.',
  'quiz-running': 'A quiz is running in one of the accounts. Try again in a few minutes.',
  'in-draw':
    'The account to be merged is on the list of a draw that is not over. Try again when the prize is confirmed.',
  'prize-waiting': 'One of the accounts has a prize that is not paid yet. Settle that first.',
  'has-won': 'The account to be merged has won a prize, so it must stay. Merge the other account into it.',
  'claim-waiting': 'One of the accounts says that it is missing from a list. Answer that first.',
  'guardian-email':
    'The account that stays has the email of the other account’s parent or guardian. Change one of them first, or merge the other way round.',
  'month-closing': 'The list of last month is being made. Try again in half an hour.',
} as const

/** The notification to the student whose accounts were merged. */
export const mergeNotification = (values: { kept: string; merged: string }) => ({
  title: 'Your two accounts have been merged',
  description: [
    `We have merged your account ${values.merged} into ${values.kept}.`,
    'Your points, payments, certificates, bookmarks and watched videos are here now.',
    'If you did a quiz in both accounts, your first try counts.',
    'If something is missing, write to us on the contact page.',
  ].join('\n'),
})

/** Stored with attempts that no longer count. */
export const EARLIER_ATTEMPT_COUNTS = 'Two accounts were merged: the earlier attempt counts.'

export const duplicatesErrors = {
  account_merged: { status: 403, message: duplicatesText.accountMerged },
  cannot_merge: { status: 409, message: duplicatesText.cannotMerge },
} as const satisfies ErrorCodes

// How admins merge two accounts of one student.

/** The student's other account, for previewing the merge. */
export const OtherAccountForm = mini.strictObject({ into: field.requiredText({ name: 'Username', max: 200 }) })

/** Merges an account into another one and gives a reason. The audit log, which is never erased, does not store reasons. */
export const MergeForm = mini.strictObject({
  /** The username of the account that remains. */
  into: field.requiredText({ name: 'Username', max: 200 }),
  reason: field.requiredText({ name: 'Reason', min: 5, max: 500 }),
})

const group = 'Students'
const count = z.number().int()
const params = z.object({ username: field.usernameParam })

/** What two accounts have in common. */
export const likenesses = ['phone', 'guardian', 'payer', 'mailbox', 'name-and-birth'] as const
export type Likeness = (typeof likenesses)[number]

/** An account that may belong to the same student. */
export const LikelyDuplicate = z
  .object({
    username: z.string(),
    email: z.string().nullable(),
    birth: z.string(),
    school: z.string().nullable(),
    joined: field.instant,
    isPaid: z.boolean(),
    alike: z.array(z.enum(likenesses)),
  })
  .meta({ id: 'LikelyDuplicate' })
export type LikelyDuplicate = z.infer<typeof LikelyDuplicate>

/** An account that was merged into the shown one. */
export const MergedAccount = z
  .object({ username: z.string(), email: z.string().nullable(), mergedAt: field.instant, reason: z.string() })
  .meta({ id: 'MergedAccount' })
export type MergedAccount = z.infer<typeof MergedAccount>

export const listDuplicates = endpoint({
  group,
  method: 'GET',
  path: '/admin/students/:username/duplicates',
  who: ['owner', 'support', 'auditor'],
  summary:
    'Accounts that may belong to the same student, the most likely first, and those that were merged into this one',
  params,
  reply: z.object({ duplicates: z.array(LikelyDuplicate), merged: z.array(MergedAccount) }),
  fails: ['not_found'],
})

const mergeRefusals = Object.keys(mergeRefusalSentences) as (keyof typeof mergeRefusalSentences)[]
export type MergeRefusal = keyof typeof mergeRefusalSentences

const side = z.enum(['kept', 'merged'])
export type MergeSide = z.infer<typeof side>

/** A quiz that at least one of the accounts has started. `counts` is the account with the earlier attempt. */
export const MergedQuiz = z
  .object({
    videoTitle: z.string(),
    ageCategory: field.ageCategory,
    counts: side,
    kept: z.object({ startedAt: field.instant, score: count }).nullable(),
    merged: z.object({ startedAt: field.instant, score: count }).nullable(),
  })
  .meta({ id: 'MergedQuiz' })
export type MergedQuiz = z.infer<typeof MergedQuiz>

const Account = z.object({
  username: z.string(),
  email: z.string().nullable(),
  birth: z.string(),
  school: z.string().nullable(),
  joined: field.instant,
  isPaid: z.boolean(),
  isDisqualified: z.boolean(),
})

export const MergePreview = z
  .object({
    kept: Account,
    merged: Account,
    /** Why the accounts cannot be merged now; empty if they can. */
    refusals: z.array(z.enum(mergeRefusals)),
    points: z.array(z.object({ ageCategory: field.ageCategory, kept: count, merged: count, after: count })),
    /** Quizzes that both accounts have started come first. */
    quizzes: z.array(MergedQuiz),
    /** How many rows move, by kind. */
    moves: z.object({
      payments: count,
      certificates: count,
      bookmarks: count,
      watchedVideos: count,
      notifications: count,
      staffNotes: count,
    }),
    /** Series with a certificate in both accounts: the earlier certificate stays. */
    certificatesTwice: count,
    /** Both accounts have a payment that counts, so the later one has to be refunded. */
    isPaidTwice: z.boolean(),
    /** Undecided fair play flags: they move too. */
    openFlags: count,
  })
  .meta({ id: 'MergePreview' })
export type MergePreview = z.infer<typeof MergePreview>

export const previewMerge = endpoint({
  group,
  method: 'GET',
  path: '/admin/students/:username/merge',
  who: ['owner', 'support'],
  summary: 'What merging this account into another would do: which attempts count, points before and after, payments',
  params,
  query: z.strictObject({ into: z.string().min(1).max(200) }),
  reply: MergePreview,
  fails: ['not_found'],
})

export const mergeStudents = endpoint({
  group,
  method: 'POST',
  path: '/admin/students/:username/merge',
  who: ['owner', 'support'],
  needsReauthentication: true,
  summary: 'Merges this account of a student into another, and ends it. The same merge again changes nothing',
  params,
  body: MergeForm,
  reply: z.object({ message: z.string() }),
  fails: ['not_found', 'cannot_merge'],
})
