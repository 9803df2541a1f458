// Messages of this feature's endpoints: success, failure, loading, nothing found. The server sends some of them, the page
// shows the others. All other sentences of a page are in web/app.

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
  otherCategory: 'This quiz is for another age category.',
  ageCategoryNotSet: 'Your age category is not set. Please update your profile.',
} as const

export const streakText = {
  fromMissing: 'First day is required',
  toMissing: 'Last day is required',
  endsBeforeItBegins: 'The last day cannot be before the first day',
  pauseTooLong: 'A pause can be at most 60 days long',
  pauseTooFar: 'A pause begins at most 60 days before or after today',
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
