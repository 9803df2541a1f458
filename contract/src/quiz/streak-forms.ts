// The pauses of a streak that a guardian or an admin sets.
import * as z from 'zod/mini'
import { ConsentLink } from '../accounts/forms.ts'
import { isRealDate } from '../accounts/age.ts'
import * as field from '../kernel/fields.ts'
import { countDays } from '../kernel/lagos-days.ts'
import { STREAK_PAUSE_DAYS } from './limits.ts'
import { streakText } from './text.ts'

const day = (missing: string) =>
  z
    .string(missing)
    .check(z.minLength(1, missing), z.maxLength(10, field.INVALID_DATE), z.refine(isRealDate, field.INVALID_DATE))

type Days = { from: string; to: string }
const pauseFields = { from: day(streakText.fromMissing), to: day(streakText.toMissing) }
const endsAfterItBegins = z.refine<Days>((days) => countDays(days) >= 1, {
  path: ['to'],
  error: streakText.endsBeforeItBegins,
})
const isShort = z.refine<Days>((days) => countDays(days) <= STREAK_PAUSE_DAYS, {
  path: ['to'],
  error: streakText.pauseTooLong,
})

/** The first and last day of a pause, in Lagos, both included. */
export const PauseForm = z.strictObject(pauseFields).check(endsAfterItBegins, isShort)
export type PauseForm = z.infer<typeof PauseForm>

/** A pause that a guardian sets by the mailed link. */
export const GuardianPause = z.strictObject({ ...ConsentLink.shape, ...pauseFields }).check(endsAfterItBegins, isShort)
