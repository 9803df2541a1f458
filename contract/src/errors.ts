// Every refusal the API can give: its code, its HTTP status and the sentence a person reads.
import { z } from 'zod'
import { text } from './text.ts'

/** Code -> status and sentence. An action may bring a sentence of its own; the status never changes. */
export const errorCodes = {
  invalid: { status: 400, message: 'Please check what you entered.' },
  bad_request: { status: 400, message: 'The request could not be read.' },
  verification_failed: { status: 400, message: text.verificationFailed },
  token_invalid: { status: 400, message: text.tokenInvalid },
  unauthorised: { status: 401, message: text.unauthorised },
  mfa_required: { status: 401, message: text.secondFactorNeeded },
  login_failed: { status: 401, message: text.studentLoginFailed },
  signature_invalid: { status: 401, message: 'The signature does not fit.' },
  payment_needed: { status: 402, message: text.makeAPayment },
  payment_unverified: { status: 402, message: text.paymentFailed },
  forbidden: { status: 403, message: text.forbidden },
  reauth_required: { status: 403, message: text.passwordAgain },
  email_unverified: { status: 403, message: text.verifyEmailFirst },
  consent_needed: { status: 403, message: text.consentNeeded },
  invitation_needed: { status: 403, message: text.adminByInvitation },
  setup_code_needed: { status: 403, message: text.setupCodeNeeded },
  age_category_not_set: { status: 403, message: text.ageCategoryNotSet },
  other_category: { status: 403, message: text.otherCategory },
  link_invalid: { status: 403, message: 'This link has run out. Please open the page again.' },
  attempt_open: { status: 403, message: text.reviewAfterLock },
  not_found: { status: 404, message: text.notFound },
  video_not_found: { status: 404, message: text.videoNotFound },
  question_not_found: { status: 404, message: text.questionNotFound },
  timeout: { status: 408, message: 'The request took too long. Please try again.' },
  username_taken: { status: 409, message: text.usernameTaken },
  admin_exists: { status: 409, message: text.adminExists },
  second_factor_on: { status: 409, message: text.secondFactorIsOn },
  second_factor_not_begun: { status: 409, message: text.secondFactorNotBegun },
  already_verified: { status: 409, message: text.alreadyVerified },
  title_taken: { status: 409, message: text.titleTaken },
  question_exists: { status: 409, message: text.questionExists },
  too_many_questions: { status: 409, message: text.tooManyQuestions },
  notice_published: { status: 409, message: text.notificationPublished },
  upload_conflict: { status: 409, message: text.uploadConflict },
  already_answered: { status: 409, message: text.alreadyAnswered },
  message_answered: { status: 409, message: text.messageAnsweredBefore },
  already_paid: { status: 409, message: text.alreadyPaid },
  payment_pending: { status: 409, message: text.paymentPending },
  refund_refused: { status: 409, message: text.refundRefused },
  time_is_up: { status: 409, message: text.timeIsUp },
  quiz_completed: { status: 409, message: text.quizCompleted },
  no_questions: { status: 409, message: text.noTriviaForYourAge },
  too_large: { status: 413, message: 'That is too large to send.' },
  wrong_content_type: { status: 415, message: 'This content type is not accepted.' },
  range_invalid: { status: 416, message: 'That part of the file does not exist.' },
  not_playable: { status: 422, message: text.notPlayable },
  not_a_picture: { status: 422, message: text.notAPicture },
  not_a_sheet: { status: 422, message: text.sheetFailed },
  not_captions: { status: 422, message: text.notCaptions },
  too_many_requests: { status: 429, message: text.tooManyRequests },
  internal: { status: 500, message: text.somethingWentWrong },
  busy: { status: 503, message: 'We are very busy right now. Please try again in a moment.' },
  payment_unseen: { status: 503, message: text.paymentUnseen },
  provider_away: { status: 503, message: text.providerAway },
  storage_full: { status: 507, message: 'Storage is full. Please try again later.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errorCodes

/** A rule that a value broke; `path` is the field's name, dots between levels. */
export const FieldError = z.object({ path: z.string(), message: z.string() })
export type FieldError = z.infer<typeof FieldError>

/** The one shape of every refusal (decisions 1). */
export const ErrorReply = z
  .object({
    status: z.literal('error'),
    code: z.string(),
    message: z.string(),
    errors: z.array(FieldError).optional(),
    requestId: z.string(),
  })
  .meta({ id: 'ErrorReply' })
export type ErrorReply = z.infer<typeof ErrorReply>
