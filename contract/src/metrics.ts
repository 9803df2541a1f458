// What an operator sees at a glance: counts of days, of now, and what students like most.
import { z } from 'zod'
import { ageCategories, isRealDate } from './age.ts'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { FIGURE_DAYS } from './limits.ts'
import { daysIn } from './lagos-days.ts'

const group = 'Console'

/** What is counted of each day. */
export const metricNames = ['registrations', 'active', 'watched', 'quizzes', 'payments', 'paid-kobo'] as const
export type MetricName = (typeof metricNames)[number]

/** The category that a student was of on the day counted; 'none' for who is too young or too old to answer. */
export const metricCategories = [...ageCategories, 'none'] as const
export type MetricCategory = (typeof metricCategories)[number]

const amount = z.number().int()
export const ByCategory = z.object({ '5-10': amount, '11-20': amount, none: amount }).meta({ id: 'ByCategory' })
export type ByCategory = z.infer<typeof ByCategory>

/**
 * `registrations`: emails verified on that day. `active`: students who marked a video as watched or started a quiz, each
 * once. `watched`: videos marked as watched. `quizzes`: attempts that ended, in the category they were started in.
 * `payments`: payments that we learned of on that day, and `paid-kobo` their money, in the category of the student.
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
  .meta({ id: 'DayFigures' })
export type DayMetrics = z.infer<typeof DayMetrics>

const day = z.string().refine(isRealDate, { error: field.INVALID_DATE, abort: true })

/** Days in Lagos, both among the period. */
export const Period = z
  .strictObject({ from: day, to: day })
  .refine((period) => daysIn(period) >= 1, { path: ['to'], error: 'The last day cannot be before the first' })
  .refine((period) => daysIn(period) <= FIGURE_DAYS, {
    path: ['to'],
    error: `At most ${FIGURE_DAYS} days can be shown at once`,
  })
export type Period = z.output<typeof Period>

const Popular = z.object({ _id: z.string(), title: z.string(), posterUrl: z.string().nullable() })

export const PopularVideo = Popular.extend({ watched: amount }).meta({ id: 'PopularVideo' })
export type PopularVideo = z.infer<typeof PopularVideo>

export const PopularQuiz = Popular.extend({ attempts: amount, questions: amount }).meta({ id: 'PopularGame' })
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
  summary: 'What students did on each day of a period, by age category, against the period before; what they like most',
  query: Period,
  reply: z.object({
    days: z.array(DayMetrics),
    /** Sums of the days. A student who comes on three days is active three times. */
    totals: Sums,
    /** The same of as many days before; null where the product is not as old as that. */
    before: Sums.nullable(),
    popularVideos: z.array(PopularVideo),
    popularQuizzes: z.array(PopularQuiz),
  }),
})

export const overview = endpoint({
  group,
  method: 'GET',
  path: '/admin/figures/now',
  who: 'admin',
  summary: 'What there is now: students, videos, what waits for an answer, mails that did not go out, storage',
  reply: z.object({
    /** Verified accounts, and how many of all have paid; many are counted anew once a minute. */
    students: z.object({ all: amount, paid: amount }),
    videos: z.object({ ready: amount, processing: amount, failed: amount }),
    messages: z.object({ unread: amount }),
    /** Payments that need a person: money that does not fit, paid twice, disputed. */
    payments: z.object({ attention: amount }),
    /** Of the last seven days: given up, and waiting for another try. */
    mails: z.object({ failed: amount, retrying: amount }),
    /** Bytes of films and their streams, and what is free on the disk; null where an object store holds them. */
    storage: z.object({ usedBytes: amount, freeBytes: amount.nullable() }),
  }),
})
