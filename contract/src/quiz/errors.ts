import type { ErrorCodes } from '../kernel/error-codes.ts'
import { questionImportText } from './question-import-text.ts'
import { quizAdminText } from './admin-text.ts'
import { quizRegradeText } from './regrade-text.ts'
import { quizReportsText } from './reports-text.ts'
import { quizText } from './text.ts'

export const quizErrors = {
  age_category_not_set: { status: 403, message: quizText.ageCategoryNotSet },
  other_category: { status: 403, message: quizText.otherCategory },
  attempt_open: { status: 403, message: quizText.reviewAfterLock },
  question_not_found: { status: 404, message: quizText.questionNotFound },
  question_exists: { status: 409, message: quizAdminText.questionExists },
  too_many_questions: { status: 409, message: quizAdminText.tooManyQuestions },
  too_few_questions: { status: 409, message: 'Add another question before you delete one.' },
  asked_count_fixed: { status: 409, message: quizAdminText.askedCountFixed },
  already_answered: { status: 409, message: quizText.alreadyAnswered },
  already_reported: { status: 409, message: quizReportsText.alreadyReported },
  needs_regrade: { status: 409, message: quizRegradeText.needsRegrade },
  same_answer: { status: 409, message: quizRegradeText.sameAnswer },
  regrade_outdated: { status: 409, message: quizRegradeText.outdated },
  regrade_decided: { status: 409, message: quizRegradeText.decided },
  preview_missing: { status: 409, message: quizRegradeText.previewMissing },
  report_answered: { status: 409, message: quizReportsText.reportsAnsweredBefore },
  time_is_up: { status: 409, message: quizText.timeIsUp },
  quiz_completed: { status: 409, message: quizText.quizCompleted },
  no_questions: { status: 409, message: quizText.noTriviaForYourAge },
  regrade_running: { status: 409, message: quizRegradeText.running },
  not_a_sheet: { status: 422, message: questionImportText.importFailed },
} as const satisfies ErrorCodes
