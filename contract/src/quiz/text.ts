// Messages of this feature's endpoints: success, failure, loading, nothing found. The server sends some of them, and the page shows
// the rest. All other sentences of a page are in web/app.
import { MAX_QUESTIONS, QUIZ_SECONDS, MOST_UNHURRIED, secondsPerQuestion } from './rules.ts'
import type { ErrorCodes } from '../kernel/text.ts'

export const quizText = {
  quizLoading: 'Loading quiz...',
  quizFailed: 'Failed to load quiz.',
  quizzesFailed: 'Failed to load quizzes.',
  noTriviaForYourAge: 'No trivia available for this video for your age group.',
  noTrivias: 'No trivias found for this age category.',
  noOptions: 'No options available for this question.',
  noVideoDetails: 'No video details provided.',
  correctAnswer: 'Correct answer!',
  incorrectAnswer: 'Incorrect answer.',
  selectAnswer: 'Please select an answer for this question.',
  answerFailed: 'Error submitting answer for this question.',
  alreadyAnswered: 'You have already answered this question.',
  timeIsUp: 'Time is up.',
  quizCompleted: 'Quiz already completed.',
  reviewAfterLock: 'The review opens when your quiz is finished.',
  questionNotFound: 'This question is not part of your quiz.',
  otherCategory: 'This quiz is for another age group.',
  ageCategoryNotSet: 'Your age category is not set. Please update your profile.',
} as const

export const streakText = {
  fromMissing: 'First day is required',
  toMissing: 'Last day is required',
  endsBeforeItBegins: 'The last day cannot be before the first day',
  pauseTooLong: 'A pause can be at most 60 days long',
  pauseTooFar: 'A pause can start at most 60 days before or after today',
  paused: 'The streak is paused on these days.',
  pauseDeleted: 'The pause has been deleted.',
} as const

/** The score, shown above a result and a review. */
export function scoreSentence({ score, maxScore }: { score: number; maxScore: number }): string {
  return `You scored ${score} out of ${maxScore}`
}

/** The heading of a review. */
export function reviewTitle({ title, ageCategory }: { title: string; ageCategory: string }): string {
  return `Quiz Review for ${title} (${ageCategory})`
}

export const quizAdminText = {
  picturesSet: 'The options have pictures now.',
  picturesDeleted: 'The pictures have been removed.',
  picturesMissing: 'Choose a picture for each of the four options.',
  momentInvalid: 'Write the moment as minutes and seconds, like 0:45.',
  momentTooLate: 'The video ends before this moment.',
  triviaAdded: 'Trivia added successfully!',
  /** Followed by the server's message. */
  triviaAddFailed: 'Error adding trivia:',
  triviaLoading: 'Loading trivia...',
  triviaFailed: 'Failed to load trivia.',
  triviaUpdated: 'Trivia updated successfully!',
  triviaUpdateFailed: 'Error updating trivia:',
  triviaDeleted: 'Trivia deleted successfully.',
  triviaDeleteFailed: 'Failed to delete trivia.',
  triviaDeleteQuestion: 'Are you sure you want to delete this question?',
  triviaOrdered: 'Order changed successfully!',
  triviaOrderFailed: 'Failed to change the order.',
  statisticsLoading: 'Loading statistics...',
  statisticsFailed: 'Failed to load statistics.',
  questionExists: 'This video already has this question.',
  questionVoided: 'This question was voided. Let it count again, or change its words.',
  tooManyQuestions: 'A video can have at most 50 questions in each age category.',
  askedCountSet: 'Saved. Students who start this quiz now get this many questions.',
  askedCountFailed: 'Failed to save the number of questions.',
  askedCountInvalid: `Choose a number from 1 to ${MAX_QUESTIONS}.`,
  askedCountTooHigh: (questions: number) =>
    questions === 1 ? 'This quiz has only 1 question.' : `This quiz has only ${questions} questions.`,
  askedCountFixed:
    'Students have started this quiz, so the number of questions cannot change: everyone must be able to earn the same points.',
  /** Why questions cannot be deleted. */
  tooFewQuestions: ({ title, ageCategory, askedCount }: { title: string; ageCategory: string; askedCount: number }) =>
    `Students have started the “${title}” quiz (${ageCategory}). It asks ${askedCount === 1 ? '1 question' : `${askedCount} questions`}. Add another question before you delete one.`,
  /** A warning, not a refusal. */
  tooFast: (asked: number) =>
    `Each student is asked ${asked} questions in ${QUIZ_SECONDS} seconds, so there are only ${secondsPerQuestion(asked)} seconds for each. A quiz should ask at most ${MOST_UNHURRIED}.`,
  answerNotAnOption: 'The correct answer must be one of the four options.',
  attemptReset: 'The attempt has been reset. The student may try again.',
  optionsDiffer: 'The four options must be different.',
} as const

export const quizRegradeText = {
  proposed: 'Saved. Check what it changes, then approve it.',
  agreed: 'Approved. The points are being corrected now.',
  withdrawn: 'Withdrawn. Nothing was changed.',
  previewRequested: 'Recalculating. This may take a moment.',
  regradesLoading: 'Loading corrections...',
  regradesFailed: 'Failed to load corrections.',
  needsRegrade: 'Students have started this quiz. Correct the answer together with their points.',
  answerMissing: 'Correct answer is required',
  sameAnswer: 'This is already the correct answer.',
  sameVoid: 'This question already counts this way.',
  alreadyProposed: 'This question already has a correction in progress.',
  ownProposal: 'Another admin has to approve this correction.',
  outdated: 'This question has been edited since. Withdraw this correction and propose it again.',
  previewMissing: 'Please wait until you can see what this correction changes.',
  running: 'Points are being corrected right now. Please try again in a minute.',
  decided: 'This correction has already been decided.',
} as const

type Regraded = { title: string; question: string; score: number }

/** The notification to a student whose answer counts after a regrade. `score` is the new total. */
export function gainedNotification({ title, question, score }: Regraded) {
  return {
    title: 'You got 10 more points',
    description: `We made a mistake in a question of “${title}”: “${question}” Your answer was right. You now have ${score} points.`,
  }
}

/** The notification to a student whose answer no longer counts. */
export function lostNotification({ title, question, answer, score }: Regraded & { answer: string }) {
  return {
    title: 'A question was corrected',
    description: `We made a mistake in a question of “${title}”: “${question}” The right answer is “${answer}”. 10 points were taken back. We are sorry. You now have ${score} points.`,
  }
}

export const quizReportsText = {
  questionReported: 'Thank you. We will check this question and tell you what we find.',
  reportFailed: 'Your report could not be sent. Please try again.',
  alreadyReported: 'You have already reported this question.',
  reasonMissing: 'Please choose what is wrong.',
  textMissing: 'Please write what is wrong.',
  reportsLoading: 'Loading reports...',
  reportsFailed: 'Failed to load reports.',
  reportsAnswered: 'Your answer is on its way to everyone who reported this question.',
  reportsAnsweredBefore: 'These reports have already been answered.',
  outcomeMissing: 'Please choose what you found.',
} as const

/** What a student reads about the outcome of a report, in the review and in the notification. */
export const outcomeSentences = {
  corrected: 'Thank you. We have corrected this question.',
  right: 'We have checked this question, and it is right.',
  removed: 'Thank you. We have removed this question.',
} as const

/** The notification to a student whose report was answered. `question` is the text that the student saw. */
export function reportNotification(report: { question: string; outcome: keyof typeof outcomeSentences; text: string }) {
  const { question, outcome, text } = report
  return {
    title: 'We have checked the question you reported',
    description: `You reported the question “${question}”\n${outcomeSentences[outcome]}\n${text}`,
  }
}

export const questionImportText = {
  importFailed: 'Error uploading file',
  spreadsheetMissing: 'Please select a file',
  /** Shown briefly; the page and the reply have a longer sentence. */
  importToast: 'Trivia uploaded successfully!',
  questionsImported: 'Trivia questions uploaded successfully!',
  importUndone: 'The import has been undone.',
  previewOutdated: 'Something has changed since this preview, so nothing was added. Please check the new preview.',
} as const

export const quizErrors = {
  age_category_not_set: { status: 403, message: quizText.ageCategoryNotSet },
  other_category: { status: 403, message: quizText.otherCategory },
  attempt_open: { status: 403, message: quizText.reviewAfterLock },
  question_not_found: { status: 404, message: quizText.questionNotFound },
  question_exists: { status: 409, message: quizAdminText.questionExists },
  question_voided: { status: 409, message: quizAdminText.questionVoided },
  too_many_questions: { status: 409, message: quizAdminText.tooManyQuestions },
  too_few_questions: { status: 409, message: 'Add another question before you delete one.' },
  asked_count_fixed: { status: 409, message: quizAdminText.askedCountFixed },
  already_answered: { status: 409, message: quizText.alreadyAnswered },
  already_reported: { status: 409, message: quizReportsText.alreadyReported },
  needs_regrade: { status: 409, message: quizRegradeText.needsRegrade },
  same_answer: { status: 409, message: quizRegradeText.sameAnswer },
  void_too_early: {
    status: 409,
    message: 'Questions can only be made void a day or more after the update. Please try again tomorrow.',
  },
  regrade_outdated: { status: 409, message: quizRegradeText.outdated },
  regrade_decided: { status: 409, message: quizRegradeText.decided },
  preview_missing: { status: 409, message: quizRegradeText.previewMissing },
  report_answered: { status: 409, message: quizReportsText.reportsAnsweredBefore },
  time_is_up: { status: 409, message: quizText.timeIsUp },
  quiz_completed: { status: 409, message: quizText.quizCompleted },
  no_questions: { status: 409, message: quizText.noTriviaForYourAge },
  regrade_running: { status: 409, message: quizRegradeText.running },
  preview_outdated: { status: 409, message: questionImportText.previewOutdated },
  not_a_sheet: { status: 422, message: questionImportText.importFailed },
} as const satisfies ErrorCodes
