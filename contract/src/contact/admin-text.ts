// Messages of the endpoints with which admins answer messages. Those that the public page shows too are in text.ts.

export const contactAdminText = {
  answerMailedAgain: 'The answer is being sent again.',
  answerNotFailed: 'The email with this answer has not failed.',
  noSuchAssignee: 'This admin cannot answer messages. Please choose another one.',
  savedAnswersLoading: 'Loading saved answers...',
  savedAnswersFailed: 'Failed to load saved answers.',
  answerSaved: 'The answer was saved.',
  answerDeleted: 'The saved answer was deleted.',
} as const
