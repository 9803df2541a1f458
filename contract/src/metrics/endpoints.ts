// The admin dashboard: daily counts, current numbers, what needs attention, and the most popular videos and quizzes.
import { z } from 'zod'
import { ageCategories } from '../accounts/rules.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { Period } from '../kernel/days.ts'

/** The number of popular videos and of popular quizzes on the dashboard. */
export const POPULAR = 2

export const metricsText = {
  metricsLoading: 'Loading metrics...',
  metricsFailed: 'Failed to load metrics.',
  overviewLoading: 'Loading current numbers...',
  overviewFailed: 'Failed to load the current numbers.',
  popularLoading: 'Loading popular videos and games...',
  popularFailed: 'Failed to load popular videos and games.',
} as const

const group = 'Metrics'

/** What is counted for each day. */
export const metricNames = ['registrations', 'active', 'watched', 'quizzes', 'payments', 'paid-kobo'] as const
export type MetricName = (typeof metricNames)[number]

/** The student's age category on the counted day; 'none' for students too young or too old to answer. */
export const metricCategories = [...ageCategories, 'none'] as const
export type MetricCategory = (typeof metricCategories)[number]

const amount = z.number().int()
export const ByCategory = z.object({ '5-10': amount, '11-20': amount, none: amount }).meta({ id: 'ByCategory' })
export type ByCategory = z.infer<typeof ByCategory>

/**
 * `registrations`: emails verified on that day. `active`: students who marked a video as watched or started a quiz, each counted
 * once. `watched`: videos marked as watched. `quizzes`: attempts that ended, by the category of the attempt. `payments`: payments
 * confirmed on that day, and `paid-kobo` their amounts, by the category of the student.
 */
export const DayMetrics = z
  .object({
    day: z.string(),
    registrations: ByCategory,
    active: ByCategory,
    watched: ByCategory,
    quizzes: ByCategory,
    payments: ByCategory,
    'paid-kobo': ByCategory,
  })
  .meta({ id: 'DayMetrics' })
export type DayMetrics = z.infer<typeof DayMetrics>

const Popular = z.object({ _id: z.string(), title: z.string(), posterUrl: z.string().nullable() })

export const PopularVideo = Popular.extend({ watched: amount }).meta({ id: 'PopularVideo' })
export type PopularVideo = z.infer<typeof PopularVideo>

export const PopularQuiz = Popular.extend({ attempts: amount, questions: amount }).meta({ id: 'PopularQuiz' })
export type PopularQuiz = z.infer<typeof PopularQuiz>

const Sums = z.object({
  registrations: amount,
  active: amount,
  watched: amount,
  quizzes: amount,
  payments: amount,
  'paid-kobo': amount,
})

export const metrics = endpoint({
  group,
  method: 'GET',
  path: '/admin/figures',
  who: 'admin',
  summary: 'What students did on each day of a period, by age category, compared with the period before',
  query: Period,
  reply: z.object({
    days: z.array(DayMetrics),
    /** Sums over the days. A student who was active on three days counts three times. */
    totals: Sums,
    /** The totals of the preceding period of the same length; null if the product is not that old. */
    before: Sums.nullable(),
  }),
})

export const popular = endpoint({
  group,
  method: 'GET',
  path: '/admin/figures/popular',
  who: 'admin',
  summary: 'The videos watched most and the quizzes taken most in the last 30 days',
  reply: z.object({ videos: z.array(PopularVideo), quizzes: z.array(PopularQuiz) }),
})

/** What may need a person's attention, most urgent first. */
export const attentionKinds = [
  'payments',
  'messages',
  'draw-proposals',
  'student-proposals',
  'points-proposals',
  'birth-proposals',
  'appeals',
  'holds',
  'list-claims',
  'reports',
  'regrades',
  'videos',
  'notification-mails',
  'mails',
  'jobs',
] as const
export type AttentionKind = (typeof attentionKinds)[number]

/**
 * How many items of one kind need attention. `ageCategory`: set if they are counted in one category, whose list the page opens.
 * `queue`: the only queue in which these jobs failed. `username`: the student concerned.
 */
export const Attention = z
  .object({
    kind: z.enum(attentionKinds),
    count: amount,
    ageCategory: z.enum(ageCategories).optional(),
    queue: z.string().optional(),
    username: z.string().optional(),
  })
  .meta({ id: 'Attention' })
export type Attention = z.infer<typeof Attention>

export const overview = endpoint({
  group,
  method: 'GET',
  path: '/admin/figures/now',
  who: 'admin',
  summary: 'Current numbers: students, videos, storage, and what needs attention from the role of the caller',
  reply: z.object({
    /** The number of verified accounts, and how many of all accounts have paid. Large counts are refreshed once a minute. */
    students: z.object({ all: amount, paid: amount }),
    videos: z.object({ ready: amount, processing: amount }),
    /** Only what the caller's role may open, without counts of 0. */
    attention: z.array(Attention),
    /** Bytes used by videos and their streams, and free disk space; null if the files are in an object store. */
    storage: z.object({ usedBytes: amount, freeBytes: amount.nullable() }),
  }),
})
