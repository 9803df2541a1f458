// Two accounts of one student: how admins find them, see what a merge would do, and merge them.
import { z } from 'zod'
import { mergeRefusalSentences } from './text.ts'
import { MergeForm } from './forms.ts'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'

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
    email: z.string(),
    birth: z.string(),
    school: z.string().nullable(),
    joined: field.instant,
    isPaid: z.boolean(),
    alike: z.array(z.enum(likenesses)),
  })
  .meta({ id: 'LikelyDuplicate' })
export type LikelyDuplicate = z.infer<typeof LikelyDuplicate>

/** An account that was merged into the one that is shown. */
export const MergedAccount = z
  .object({ username: z.string(), email: z.string(), mergedAt: field.instant, reason: z.string() })
  .meta({ id: 'MergedAccount' })
export type MergedAccount = z.infer<typeof MergedAccount>

export const listDuplicates = endpoint({
  group,
  method: 'GET',
  path: '/admin/students/:username/duplicates',
  who: ['owner', 'support', 'auditor'],
  summary:
    'Accounts that may belong to the same student, the likeliest first, and those that were merged into this one',
  params,
  reply: z.object({ duplicates: z.array(LikelyDuplicate), merged: z.array(MergedAccount) }),
  fails: ['not_found'],
})

const mergeRefusals = Object.keys(mergeRefusalSentences) as (keyof typeof mergeRefusalSentences)[]
export type MergeRefusal = keyof typeof mergeRefusalSentences

const side = z.enum(['kept', 'merged'])
export type MergeSide = z.infer<typeof side>

/** A quiz that one or both accounts have started. `counts` is the account whose attempt is the earlier one. */
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
  email: z.string(),
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
    /** Quizzes of both accounts first. */
    quizzes: z.array(MergedQuiz),
    /** How much moves, by what it is. */
    moves: z.object({
      payments: count,
      certificates: count,
      bookmarks: count,
      watchedVideos: count,
      notifications: count,
      staffNotes: count,
    }),
    /** Certificates of a series for which the account that stays has one too: the earlier one stays. */
    certificatesTwice: count,
    /** Both have a payment that counts, so the later one is to be refunded. */
    isPaidTwice: z.boolean(),
    /** Flags of fair play about which nobody has decided yet: they go along. */
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
