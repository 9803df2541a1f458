// Sentences of the running quiz. Other pages show them, too, without those of the quiz pages.

export const runningQuizText = {
  runningQuiz: 'Running quiz',
  timeLeftShort: (clock: string) => `${clock} left`,
  continueQuiz: 'Continue',
  continueQuizOf: (title: string) => `Continue the quiz of ${title}`,
}
