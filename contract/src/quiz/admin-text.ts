// Messages of this feature's endpoints: success, failure, loading, nothing found. The server sends some of them, the page
// shows the others. All other sentences of a page are in web/app.

import { MAX_QUESTIONS, QUIZ_SECONDS } from './limits.ts'
import { MOST_UNHURRIED, secondsPerQuestion } from './pace.ts'

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
  tooManyQuestions: 'A video can have at most 50 questions in each age category.',
  askedCountSet: 'Saved. Students who start this quiz are asked this number of questions.',
  askedCountFailed: 'Failed to save the number of questions.',
  askedCountInvalid: `Choose a number from 1 to ${MAX_QUESTIONS}.`,
  askedCountTooHigh: (questions: number) =>
    questions === 1 ? 'This quiz has only 1 question.' : `This quiz has only ${questions} questions.`,
  askedCountFixed:
    'Students have started this quiz, so the number of questions cannot change: everyone must be able to earn the same points.',
  /** Why questions cannot be deleted. */
  tooFewQuestions: ({ title, ageCategory, askedCount }: { title: string; ageCategory: string; askedCount: number }) =>
    `Students have started the quiz of “${title}” (${ageCategory}), which asks ${askedCount === 1 ? '1 question' : `${askedCount} questions`}. Add another question before you delete one.`,
  /** A warning, not a refusal. */
  tooFast: (asked: number) =>
    `Each student is asked ${asked} questions in ${QUIZ_SECONDS} seconds, so there are only ${secondsPerQuestion(asked)} seconds for each. A quiz should ask at most ${MOST_UNHURRIED}.`,
  answerNotAnOption: 'The correct answer must be one of the four options.',
  attemptReset: 'The attempt has been reset. The student may try again.',
  optionsDiffer: 'The four options must be different.',
} as const
