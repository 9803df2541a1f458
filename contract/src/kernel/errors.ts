// Every error code of the API with its HTTP status and message: the codes of each feature, and those that belong to none.
import { z } from 'zod'
import { accountsErrors } from '../accounts/text.ts'
import { awardsErrors } from '../awards/endpoints.ts'
import { bulkErrors } from '../bulk/endpoints.ts'
import { contactErrors } from '../contact/text.ts'
import { duplicatesErrors } from '../duplicates/endpoints.ts'
import { fairPlayErrors } from '../fair-play/text.ts'
import { friendsErrors } from '../friends/text.ts'
import { childrenErrors } from '../guardians/children-text.ts'
import { guardiansErrors } from '../guardians/text.ts'
import { leaderboardErrors } from '../leaderboard/text.ts'
import { maintenanceErrors } from '../maintenance/endpoints.ts'
import { notificationsErrors } from '../notifications/text.ts'
import { paymentsErrors } from '../payments/text.ts'
import { profileErrors } from '../profile/text.ts'
import { quizErrors } from '../quiz/text.ts'
import { savedViewsErrors } from '../saved-views/endpoints.ts'
import { scholarshipErrors } from '../scholarship/text.ts'
import { correctionsErrors } from '../students/corrections.ts'
import { emailChangeErrors } from '../students/email-change.ts'
import { studentsErrors } from '../students/endpoints.ts'
import { guardianAdminErrors } from '../students/guardian.ts'
import { videosErrors } from '../videos/text.ts'
import { commonText, type ErrorCodes } from './text.ts'

export const errorCodes = {
  invalid: { status: 400, message: commonText.checkInput },
  bad_request: { status: 400, message: 'The request could not be read.' },
  unauthorised: { status: 401, message: commonText.unauthorised },
  forbidden: { status: 403, message: commonText.forbidden },
  not_found: { status: 404, message: commonText.notFound },
  timeout: { status: 408, message: 'The request took too long. Please try again.' },
  too_large: { status: 413, message: commonText.tooLarge },
  wrong_content_type: { status: 415, message: 'This content type is not accepted.' },
  range_invalid: { status: 416, message: 'That part of the file does not exist.' },
  too_many_requests: { status: 429, message: commonText.tooManyRequests },
  internal: { status: 500, message: commonText.somethingWentWrong },
  busy: { status: 503, message: 'We are very busy right now. Please try again in a moment.' },
  storage_full: { status: 507, message: 'Storage is full. Please try again later.' },
  ...accountsErrors,
  ...awardsErrors,
  ...bulkErrors,
  ...contactErrors,
  ...duplicatesErrors,
  ...fairPlayErrors,
  ...friendsErrors,
  ...childrenErrors,
  ...leaderboardErrors,
  ...maintenanceErrors,
  ...notificationsErrors,
  ...paymentsErrors,
  ...profileErrors,
  ...quizErrors,
  ...savedViewsErrors,
  ...scholarshipErrors,
  ...correctionsErrors,
  ...emailChangeErrors,
  ...guardianAdminErrors,
  ...guardiansErrors,
  ...studentsErrors,
  ...videosErrors,
} as const satisfies ErrorCodes

export type ErrorCode = keyof typeof errorCodes

/** A validation error; `path` is the name of the field, with dots between levels. */
export const FieldError = z.object({ path: z.string(), message: z.string() })
export type FieldError = z.infer<typeof FieldError>

/** The body of every error response. */
export const ErrorReply = z
  .object({
    status: z.literal('error'),
    code: z.string(),
    message: z.string(),
    errors: z.array(FieldError).optional(),
    /** Sent with `email_unverified` and `consent_needed`: the reference of the registration whose password was correct. */
    registration: z.string().optional(),
    /** Sent with `consent_needed`: the masked email of the guardian who has to agree; empty if none is named. */
    guardianEmail: z.string().optional(),
    requestId: z.string(),
  })
  .meta({ id: 'ErrorReply' })
export type ErrorReply = z.infer<typeof ErrorReply>
