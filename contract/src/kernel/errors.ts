// Every error code of the API with its HTTP status and message.
import { z } from 'zod'
import { accountsAdminText } from '../accounts/admin-text.ts'
import { guardianText } from '../accounts/guardian-text.ts'
import { accountsReplyText } from '../accounts/replies-text.ts'
import { accountsText } from '../accounts/text.ts'
import { awardsText } from '../awards/text.ts'
import { bulkText } from '../bulk/text.ts'
import { commonText } from './common-text.ts'
import { duplicatesText } from '../duplicates/text.ts'
import { fairPlayText } from '../fair-play/text.ts'
import { maintenanceAdminText } from '../maintenance/admin-text.ts'
import { maintenanceText } from '../maintenance/text.ts'
import { identityProvidersText } from '../accounts/identity-providers-text.ts'
import { paymentsText } from '../payments/text.ts'
import { quizRegradeText } from '../quiz/regrade-text.ts'
import { quizReportsText } from '../quiz/reports-text.ts'
import { quizText } from '../quiz/text.ts'
import { savedViewsText } from '../saved-views/text.ts'
import { prizeText } from '../scholarship/prize-text.ts'
import { scholarshipText } from '../scholarship/text.ts'
import { seriesText } from '../videos/series-text.ts'
import { videosAdminText } from '../videos/admin-text.ts'
import { videosReplyText } from '../videos/replies-text.ts'
import { videosText } from '../videos/text.ts'
import { studentsText } from '../students/text.ts'
import { twoAdminsText } from '../accounts/two-admins-text.ts'
import { studentNotesText } from '../students/notes-text.ts'
import { quizAdminText } from '../quiz/admin-text.ts'
import { notificationsText } from '../notifications/text.ts'
import { pushText } from '../notifications/push-text.ts'
import { contactAdminText } from '../contact/admin-text.ts'
import { contactText } from '../contact/text.ts'
import { profileText } from '../profile/text.ts'
import { questionImportText } from '../quiz/question-import-text.ts'

/** Statuses and messages by code. A reply may have a more specific message, but always the status given here. */
export const errorCodes = {
  invalid: { status: 400, message: commonText.checkInput },
  bad_request: { status: 400, message: 'The request could not be read.' },
  verification_failed: { status: 400, message: accountsText.verificationFailed },
  token_invalid: { status: 400, message: accountsText.tokenInvalid },
  sign_in_expired: { status: 400, message: identityProvidersText.expired },
  parent_registers: { status: 400, message: identityProvidersText.parentRegisters },
  unauthorised: { status: 401, message: commonText.unauthorised },
  mfa_required: { status: 401, message: accountsAdminText.secondFactorNeeded },
  login_failed: { status: 401, message: accountsText.studentLoginFailed },
  sign_in_failed: { status: 401, message: 'Signing in did not work. Please try again, or use another way.' },
  signature_invalid: { status: 401, message: 'The signature is not valid.' },
  payment_needed: { status: 402, message: paymentsText.makeAPayment },
  payment_unverified: { status: 402, message: paymentsText.paymentFailed },
  forbidden: { status: 403, message: commonText.forbidden },
  reauth_required: { status: 403, message: accountsAdminText.reauthenticationNeeded },
  email_unverified: { status: 403, message: accountsText.verifyEmailFirst },
  account_merged: { status: 403, message: duplicatesText.accountMerged },
  consent_needed: { status: 403, message: accountsReplyText.consentNeeded },
  sign_in_denied: { status: 403, message: 'You did not agree, so you are not signed in.' },
  invitation_needed: { status: 403, message: accountsAdminText.adminByInvitation },
  setup_code_needed: { status: 403, message: accountsAdminText.setupCodeNeeded },
  age_category_not_set: { status: 403, message: quizText.ageCategoryNotSet },
  other_category: { status: 403, message: quizText.otherCategory },
  link_invalid: { status: 403, message: 'This link has expired. Please reload the page.' },
  attempt_open: { status: 403, message: quizText.reviewAfterLock },
  not_found: { status: 404, message: commonText.notFound },
  video_not_found: { status: 404, message: videosText.videoNotFound },
  series_not_found: { status: 404, message: seriesText.seriesNotFound },
  view_not_found: { status: 404, message: savedViewsText.viewNotFound },
  question_not_found: { status: 404, message: quizText.questionNotFound },
  timeout: { status: 408, message: 'The request took too long. Please try again.' },
  username_taken: { status: 409, message: accountsText.usernameTaken },
  identity_in_use: { status: 409, message: 'This account belongs to another Baobab account.' },
  already_connected: { status: 409, message: 'Another account is already connected. Disconnect it first.' },
  consent_too_early: { status: 409, message: guardianText.consentTooEarly },
  guardian_pending: { status: 409, message: identityProvidersText.guardianPending },
  email_bounced: {
    status: 409,
    message: 'Our emails to your address do not arrive. Please write to us on the Contact page.',
  },
  last_sign_in_method: { status: 409, message: identityProvidersText.lastMethod },
  admin_exists: { status: 409, message: accountsAdminText.adminExists },
  second_factor_on: { status: 409, message: accountsAdminText.secondFactorIsOn },
  second_factor_not_begun: { status: 409, message: accountsAdminText.secondFactorNotBegun },
  already_verified: { status: 409, message: studentsText.alreadyVerified },
  title_taken: { status: 409, message: videosAdminText.titleTaken },
  same_file: { status: 409, message: videosAdminText.sameFile },
  series_title_taken: { status: 409, message: seriesText.seriesTitleTaken },
  view_name_taken: { status: 409, message: savedViewsText.viewNameTaken },
  too_many_views: { status: 409, message: savedViewsText.tooManyViews },
  too_many_bookmarks: { status: 409, message: videosText.tooManyBookmarks },
  series_unfinished: { status: 409, message: awardsText.seriesUnfinished },
  question_exists: { status: 409, message: quizAdminText.questionExists },
  too_many_questions: { status: 409, message: quizAdminText.tooManyQuestions },
  too_few_questions: { status: 409, message: 'Add another question before you delete one.' },
  asked_count_fixed: { status: 409, message: quizAdminText.askedCountFixed },
  notice_published: { status: 409, message: notificationsText.notificationPublished },
  too_many_devices: { status: 409, message: pushText.tooManyDevices },
  upload_conflict: { status: 409, message: videosReplyText.uploadConflict },
  already_answered: { status: 409, message: quizText.alreadyAnswered },
  already_reported: { status: 409, message: quizReportsText.alreadyReported },
  needs_regrade: { status: 409, message: quizRegradeText.needsRegrade },
  same_answer: { status: 409, message: quizRegradeText.sameAnswer },
  regrade_outdated: { status: 409, message: quizRegradeText.outdated },
  regrade_decided: { status: 409, message: quizRegradeText.decided },
  preview_missing: { status: 409, message: quizRegradeText.previewMissing },
  report_answered: { status: 409, message: quizReportsText.reportsAnsweredBefore },
  answer_not_failed: { status: 409, message: contactAdminText.answerNotFailed },
  message_answered: { status: 409, message: contactText.messageAnsweredBefore },
  already_paid: { status: 409, message: paymentsText.alreadyPaid },
  payment_pending: { status: 409, message: paymentsText.paymentPending },
  refund_refused: { status: 409, message: paymentsText.refundRefused },
  time_is_up: { status: 409, message: quizText.timeIsUp },
  quiz_completed: { status: 409, message: quizText.quizCompleted },
  no_questions: { status: 409, message: quizText.noTriviaForYourAge },
  beacon_missing: { status: 409, message: scholarshipText.beaconMissing },
  already_drawn: { status: 409, message: scholarshipText.alreadyDrawn },
  not_the_winner: { status: 409, message: scholarshipText.notTheWinner },
  already_proposed: { status: 409, message: scholarshipText.alreadyProposed },
  month_closing: { status: 409, message: scholarshipText.monthClosing },
  changes_closed: { status: 409, message: scholarshipText.changesClosed },
  student_in_draw: { status: 409, message: scholarshipText.studentInDraw },
  nothing_proposed: { status: 409, message: scholarshipText.nothingProposed },
  reason_too_early: { status: 409, message: scholarshipText.reasonTooEarly },
  not_erased: { status: 409, message: scholarshipText.notErased },
  list_not_replaceable: { status: 409, message: scholarshipText.notReplaceable },
  nobody_missing: { status: 409, message: scholarshipText.nobodyMissing },
  already_claimed: { status: 409, message: scholarshipText.alreadyClaimed },
  already_listed: { status: 409, message: scholarshipText.alreadyListed },
  claim_too_late: { status: 409, message: scholarshipText.claimTooLate },
  claim_answered: { status: 409, message: scholarshipText.claimAnswered },
  regrade_running: { status: 409, message: quizRegradeText.running },
  witnesses_not_allowed: { status: 409, message: scholarshipText.witnessesNotAllowed },
  commitment_used: { status: 409, message: scholarshipText.commitmentUsed },
  own_proposal: { status: 403, message: twoAdminsText.anotherHasTo() },
  not_among_deciders: { status: 403, message: twoAdminsText.notAmongDeciders() },
  winner_is_held: { status: 409, message: scholarshipText.winnerIsHeld },
  winner_not_confirmed: { status: 409, message: scholarshipText.notConfirmed },
  prize_unclaimed: { status: 409, message: prizeText.unclaimed },
  prize_confirmed: { status: 409, message: prizeText.confirmedSoFixed },
  guardian_not_agreed: { status: 409, message: prizeText.guardianNotAgreed },
  claim_changed: { status: 409, message: prizeText.claimChanged },
  name_not_usable: { status: 409, message: prizeText.nameNotUsable },
  prize_paid: { status: 409, message: scholarshipText.prizePaid },
  draw_not_due: { status: 409, message: scholarshipText.notDue },
  cannot_merge: { status: 409, message: duplicatesText.cannotMerge },
  too_many_notes: { status: 409, message: studentNotesText.tooManyNotes },
  not_held: { status: 409, message: fairPlayText.notHeld },
  already_appealed: { status: 409, message: fairPlayText.alreadyAppealed },
  student_is_held: { status: 409, message: fairPlayText.studentIsHeld },
  already_held: { status: 409, message: fairPlayText.alreadyHeld },
  already_disqualified: { status: 409, message: fairPlayText.alreadyDisqualified },
  nothing_to_clear: { status: 409, message: fairPlayText.nothingToClear },
  no_new_flag: { status: 409, message: fairPlayText.noNewFlag },
  appeal_answered: { status: 409, message: fairPlayText.appealAnsweredBefore },
  cannot_undo: { status: 409, message: bulkText.cannotUndo },
  own_decision: { status: 409, message: fairPlayText.ownDecision },
  maintenance_exists: { status: 409, message: maintenanceAdminText.isOnAlready },
  too_large: { status: 413, message: commonText.tooLarge },
  wrong_content_type: { status: 415, message: 'This content type is not accepted.' },
  range_invalid: { status: 416, message: 'That part of the file does not exist.' },
  not_playable: { status: 422, message: videosText.notPlayable },
  not_a_picture: { status: 422, message: profileText.notAPicture },
  too_young_for_photo: { status: 403, message: profileText.chooseAvatar },
  not_a_sheet: { status: 422, message: questionImportText.importFailed },
  not_captions: { status: 422, message: videosText.notCaptions },
  wrong_secret: { status: 422, message: scholarshipText.wrongSecret },
  wrong_beacon: { status: 422, message: scholarshipText.wrongBeacon },
  too_many_requests: { status: 429, message: commonText.tooManyRequests },
  internal: { status: 500, message: commonText.somethingWentWrong },
  busy: { status: 503, message: 'We are very busy right now. Please try again in a moment.' },
  maintenance: { status: 503, message: maintenanceText.later },
  payment_unseen: { status: 503, message: paymentsText.paymentUnseen },
  sign_in_unavailable: {
    status: 503,
    message: 'This way of signing in is not available right now. Please try again later.',
  },
  provider_away: { status: 503, message: paymentsText.providerAway },
  storage_full: { status: 507, message: 'Storage is full. Please try again later.' },
} as const satisfies Record<string, { status: number; message: string }>

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
    /** Sent with `email_unverified` and `consent_needed`: the reference of the registration whose password was right. */
    registration: z.string().optional(),
    /** Sent with `consent_needed`: the masked email of the guardian who has to agree; empty if none is named. */
    guardianEmail: z.string().optional(),
    requestId: z.string(),
  })
  .meta({ id: 'ErrorReply' })
export type ErrorReply = z.infer<typeof ErrorReply>
