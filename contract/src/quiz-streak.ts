// The streak of days with a quiz: what a day counts as, and the pauses that a guardian or an admin may set.
import { z } from 'zod'
import { ConsentLink } from './accounts.ts'
import { isRealDate } from './age.ts'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { countDays } from './lagos-days.ts'
import { STREAK_PAUSE_DAYS } from './limits.ts'
import { streakText } from './quiz-text.ts'

/** Who may set a pause. */
export const pauseSetters = ['admin', 'guardian'] as const

/** 'rest' is the free day of a week, 'pause' a day of a pause, and 'open' a day without a quiz, or today before it. */
export const streakDayStates = ['done', 'rest', 'pause', 'open'] as const
export type StreakDayState = (typeof streakDayStates)[number]

export const StreakDay = z.object({ day: z.string(), state: z.enum(streakDayStates) }).meta({ id: 'StreakDay' })
export type StreakDay = z.infer<typeof StreakDay>

export const StreakPause = z
  .object({ _id: z.string(), from: z.string(), to: z.string(), setBy: z.enum(pauseSetters) })
  .meta({ id: 'StreakPause' })
export type StreakPause = z.infer<typeof StreakPause>

const day = (missing: string) =>
  z.string(missing).min(1, missing).max(10, field.INVALID_DATE).refine(isRealDate, field.INVALID_DATE)

const pauseFields = { from: day(streakText.fromMissing), to: day(streakText.toMissing) }
type Days = { from: string; to: string }
const endsAfterItBegins = {
  holds: (days: Days) => countDays(days) >= 1,
  issue: { path: ['to'], message: streakText.endsBeforeItBegins },
}
const isShort = {
  holds: (days: Days) => countDays(days) <= STREAK_PAUSE_DAYS,
  issue: { path: ['to'], message: streakText.pauseTooLong },
}

/** The first and last day of a pause, in Lagos, both included. */
export const PauseForm = z
  .strictObject(pauseFields)
  .refine(endsAfterItBegins.holds, endsAfterItBegins.issue)
  .refine(isShort.holds, isShort.issue)
export type PauseForm = z.infer<typeof PauseForm>

export const pauseAsGuardian = endpoint({
  group: 'Accounts',
  method: 'POST',
  path: '/student/guardian-consent/pause',
  who: 'anyone',
  summary: "A parent or guardian pauses a child's streak by the mailed link, for illness or exams",
  body: z
    .strictObject({ ...ConsentLink.shape, ...pauseFields })
    .refine(endsAfterItBegins.holds, endsAfterItBegins.issue)
    .refine(isShort.holds, isShort.issue),
  reply: z.object({ message: z.string() }),
  fails: ['token_invalid', 'not_found'],
})
