// The streak of days with a quiz: what a day counts as, and the pauses that a guardian or an admin may set.
import { z } from 'zod'
import { isRealDate } from './age.ts'
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

/** The first and last day of a pause, in Lagos, both included. */
export const PauseForm = z
  .strictObject({ from: day(streakText.fromMissing), to: day(streakText.toMissing) })
  .refine(({ from, to }) => countDays({ from, to }) >= 1, { path: ['to'], message: streakText.endsBeforeItBegins })
  .refine(({ from, to }) => countDays({ from, to }) <= STREAK_PAUSE_DAYS, {
    path: ['to'],
    message: streakText.pauseTooLong,
  })
export type PauseForm = z.infer<typeof PauseForm>
