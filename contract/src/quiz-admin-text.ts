// Messages of this feature's endpoints: success, failure, loading, nothing found. The server sends some of them, the page
// shows the others. All other sentences of a page are in web/app.

export const quizAdminText = {
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
  answerNotAnOption: 'The correct answer must be one of the four options.',
  attemptReset: 'The attempt has been reset. The student may try again.',
  optionsDiffer: 'The four options must be different.',
} as const
