// The streak of days with a quiz: what a day counts as, and the pauses that a guardian or an admin may set.
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { GuardianPause } from './streak-forms.ts'

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

export const pauseAsGuardian = endpoint({
  group: 'Accounts',
  method: 'POST',
  path: '/student/guardian-consent/pause',
  who: 'anyone',
  summary: "A parent or guardian pauses a child's streak by the mailed link, for illness or exams",
  body: GuardianPause,
  reply: z.object({ message: z.string() }),
  fails: ['token_invalid', 'not_found'],
})
