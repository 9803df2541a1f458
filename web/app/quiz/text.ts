// Text for the student's quiz pages. Sentences that the server also sends are in the contract.
import { quizText } from '@baobab/contract/quiz/text.ts'
import { formatCount } from '../ui/format.ts'
import { everyQuizDone } from '../ui/shared-sentences.ts'
import { quizStillRunning } from '../videos/text.ts'
import { countPending, type QuizStep } from './rules.ts'
import type { ReportReason } from '@baobab/contract/quiz/forms.ts'

/** The name of a day's practice. */
export const dailyPractice = (count: number) => (count === 1 ? 'Today’s question' : `Today’s ${count} questions`)

export const text = {
  // The list of quizzes
  listHeading: 'Available Videos with Trivia',
  listLead: 'Watch the video first, then answer its questions before the time is up.',
  noQuizzesHelp: 'New videos and quizzes are added often.',
  watchVideos: 'Watch videos',
  watchVideo: 'Watch Video',
  watchVideoTitled: (title: string) => `Watch Video ${title}`,
  everyQuizDone,
  fromYourVideo: 'The quiz for your video',
  questionCountUnknown: 'N/A',
  takeQuiz: 'Take Quiz',
  takeQuizOf: (title: string) => `Take Quiz of ${title}`,
  seeResult: 'See Result',
  seeResultOf: (title: string) => `See Result of ${title}`,
  seeReview: 'See Review',
  seeReviewOf: (title: string) => `See Review of ${title}`,
  seeWhy: 'See why',
  seeLeaderboard: 'See Leaderboard',
  points: (score: number, maxScore: number) => `${score} of ${maxScore} points`,

  // Before the quiz
  chooseQuiz: 'Choose a quiz from the list.',
  seeAllQuizzes: 'See all quizzes',
  seeOtherQuizzes: 'See other quizzes',
  openSettings: 'Open Settings',
  questionsUnknown: 'Questions: N/A',
  paymentNeeded: 'You need to pay once to open this video and its quiz.',
  completedBefore: 'You started this quiz with an account that was deleted. Everyone has one try at each quiz.',
  startQuiz: 'Start Quiz',
  notWatched: 'You have not watched this video to the end yet. You get one try.',
  watchFirst: 'Watch first',
  startAnyway: 'Start anyway',
  rulesHeading: 'Before you start',
  ruleTime: (seconds: number) => `You have ${formatMinutes(seconds)}. The clock starts when you tap Start.`,
  ruleReadingTime: (seconds: number | undefined) =>
    `You have ${seconds === undefined ? 'more time' : formatMinutes(seconds)}, because “Read to me” is on. The clock starts when you tap Start.`,
  rulePoints: (points: number) => `Each right answer is ${points} points. You lose nothing for a wrong answer.`,
  ruleOneTry: 'You have one try. You cannot change an answer.',
  ruleOffline: 'No network? Your answers are safe. The clock keeps running.',

  // A question
  leaveQuiz: 'Leave quiz. The clock keeps running.',
  leaveQuestion: 'Leave the quiz?',
  clockKeepsRunning: 'The clock keeps running.',
  leave: 'Leave',
  stay: 'Stay',
  questionNumber: (number: number, count: number) => `Question ${number} of ${count}`,
  noNetwork: 'No network',
  answersToSend: (count: number) => `${formatCount(count, 'answer')} waiting for network`,
  timeLeftButton: 'Time left',
  keys: 'Keys: 1 to 4 or A to D choose an answer, Enter submits, T reads out the time left.',
  keysWithoutClock: 'Keys: 1 to 4 or A to D choose an answer, Enter submits.',
  chosenCorrect: ', correct',
  chosenIncorrect: ', incorrect',
  rightOption: ', the correct answer',
  beforeSubmit: (points: number) => `A right answer earns ${points} points. You cannot change it after you submit.`,
  submit: 'Submit',
  submitting: 'Submitting...',
  nextQuestion: 'Next Question',
  finishQuiz: 'Finish Quiz',
  pointsEarned: (points: number) => `${points} points.`,
  afterIncorrectAnswer: 'Keep going.',
  sendingSlowly: 'Your answer is still being sent. You can continue.',
  sendingOffline: 'No connection. Your answer is saved on this phone and will be sent.',

  // During maintenance
  paused: 'Your quiz is paused',
  pausedLeft: (clock: string) => `${clock} left`,
  pausedHelp: 'Keep this page open: your quiz will continue.',
  notNow: 'Please come back later',
  goesOn: 'Your quiz continues...',

  // After the last question
  finished: 'Quiz finished',
  waitingForAnswers: 'Your last answers are still being saved. Please keep this page open.',
  lateAnswersRisk: 'Answers that reach us after the quiz has ended do not count.',
  tryAgain: 'Try again',
  tryAgainNow: 'Try again now',
  tryingAgain: 'Trying again...',
  countingPoints: 'Counting your points...',
  lateAnswers: (count: number) =>
    count === 1
      ? '1 answer reached us after the quiz had ended and does not count.'
      : `${count} answers reached us after the quiz had ended and do not count.`,
  tiers: {
    hard: 'That was a hard one. Let’s see why.',
    start: 'A good start. Keep going.',
    good: 'Great! You know this story.',
    perfect: 'Perfect!',
  },
  joinedBoard: (now: string) => `You are on the leaderboard now: ${now}`,
  moved: ({ before, now }: { before: string; now: string }) => `You moved from ${before} to ${now}`,
  movedPast: ({ before, now, passed }: { before: string; now: string; passed: string }) =>
    `You moved from ${before} to ${now}, past ${passed}`,
  passed: (username: string) => `You moved past ${username}`,
  nextVideo: 'Next Video',
  share: 'Share',
  sharing: 'Making the picture...',
  shareFailed: 'We could not make the picture on this phone. Your points are safe.',
  shareProduct: 'Baobab',
  sharePoints: 'points',
  shareLine: 'Watch. Answer. Rise.',

  // The review
  reviewPage: 'Quiz Review',
  quizLocked: 'This quiz is locked',
  correctCount: (correct: number, count: number) => `${correct} of ${count} correct`,
  questionTitle: (number: number, question: string) => `${number}. ${question}`,
  correctAnswer: 'Correct answer: {answer}',
  answerCorrected: 'We made a mistake and corrected this question on {date}. Before, we said: {answer}.',
  twoAnswersCount: 'Two answers count here: {answer} and {other}.',
  seeInVideo: (time: string) => `See it in the video (${time})`,
  notAnswered: 'You did not answer this question.',
  choseCorrect: (answer: string) => `You chose: ${answer} (correct)`,
  chose: (answer: string) => `You chose: ${answer}`,
  notCounted: 'Not counted',
  choseIncorrect: (answer: string) => `You chose: ${answer} (incorrect)`,
  takeAnotherQuiz: 'Take another quiz',
  newLevel: (number: number, name: string) => `New level! ${number}: ${name}`,
  personalBest: 'Your best quiz so far!',
  seeWhatIsNext: 'See what comes next',
  notTaken: 'You have not taken this quiz yet.',
  notTakenHelp: 'You can read the review after you take the quiz.',
  stillRunningHelp: quizStillRunning,

  // Reporting a question
  reportQuestion: 'Report this question',
  numberOfQuestion: (number: number) => ` (question ${number})`,
  whatIsWrong: 'What is wrong?',
  writeMore: 'Tell us more (optional)',
  writeWhatIsWrong: 'Tell us what is wrong',
  sendReport: 'Send report',
  sendingReport: 'Sending...',
  cancelReport: 'Cancel',
  reported: (reason: string) => `You reported this question: ${reason}`,
  reportWaits: 'We will check it and tell you what we find.',

  // Practice
  practice: 'Practice',
  practise: 'Practise',
  practiceTitle: (title: string) => `Practice: ${title}`,
  replayTitle: (title: string) => `New questions: ${title}`,
  dailyPractice,
  leftToLearn: (count: number) => (count === 0 ? 'That was the last one' : `${count} left to learn`),
  practiceHint: 'Practice: no points, no clock.',
  leavePractice: 'Leave the practice',
  learnedAll: 'You got them all!',
  practiceOver: 'Practice done',
  learnedSome: (learned: number, count: number) => `You got ${learned} of ${count}.`,
  hardOnesComeBack: 'The hard ones come back on another day.',
  streakGoesOn: 'Your streak goes on.',
  streakStarts: 'Your streak starts today.',
  practiceEmpty: 'There is nothing to practise yet.',
  practiceEmptyHelp: 'Finish a quiz first. Its questions will come back here.',
  practiceDoneToday: 'Done for today',
  practiceDoneTodayHelp: 'Come back tomorrow for more.',
  practiseAgain: 'Practise again',
  seeDashboard: 'Go to the dashboard',

  // My quizzes
  myQuizzes: 'My quizzes',
  myQuizzesLead: 'Every quiz you have started, with its score, newest first.',
  noQuizYet: 'No quiz yet',
  noQuizYetHelp: 'Watch a video and answer its questions. Your first score will appear here.',
  age: (category: string) => `Age ${category}`,
  running: 'Still running',
  videoGone: 'This video is no longer available. You keep your points.',
}

type Ended = { isTimeUp: boolean; isFinished: boolean; finish: { isSuccess: boolean } }

/** Says why a quiz is over. After the last question, the time may run out while the student looks at the result. */
export function describeEnd({ isTimeUp, isFinished, finish }: Ended): string {
  if (isTimeUp && !isFinished) return quizText.timeIsUp
  return finish.isSuccess ? text.finished : quizText.quizCompleted
}

/** Returns the label for a quiz's squares: '2 of 5 answered, 1 waiting for network'. */
export function describeProgress(steps: readonly QuizStep[]): string {
  const answered = steps.filter(({ status }) => status.kind !== 'open').length
  const pending = countPending(steps)
  const sentence = `${answered} of ${steps.length} answered`
  return pending > 0 ? `${sentence}, ${pending} waiting for network` : sentence
}

/** Formats 84 as '1 minute 24 seconds left', for screen readers. */
export function timeLeftSentence(seconds: number): string {
  return `${formatMinutes(seconds)} left`
}

function formatMinutes(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  const parts = [
    minutes > 0 && formatCount(minutes, 'minute'),
    (rest > 0 || minutes === 0) && formatCount(rest, 'second'),
  ]
  return parts.filter(Boolean).join(' ')
}

/** Returns the sentence about an answer that the server refused with an error code. */
export function describeRefusal(code: string | undefined): string {
  return code === 'already_answered' ? quizText.alreadyAnswered : quizText.answerFailed
}

/** What can be wrong with a question, as students choose it and admins read it. */
export const reasonLabels: Record<ReportReason, string> = {
  'wrong-answer': 'The correct answer is wrong',
  unclear: 'It is hard to understand',
  spelling: 'It has a spelling mistake',
  other: 'Something else',
}

export const runningQuizText = {
  runningQuiz: 'Running quiz',
  timeLeftShort: (clock: string) => `${clock} left`,
  continueQuiz: 'Continue',
  continueQuizOf: (title: string) => `Continue the quiz of ${title}`,
}

export const streakText = {
  streak: (days: number) => (days === 0 ? 'Start your streak' : `Your streak: ${formatCount(days, 'day')}`),
  streakStart: 'Take a quiz or practise today. That is day 1.',
  streakContinue: 'A quiz or practice each day keeps it going. Missing one day a week is OK.',
  lastSevenDays: 'The last seven days',
  beadOf: (weekday: string, state: string) => `${weekday}: ${state}`,
  beads: { done: 'done', rest: 'free day', pause: 'paused', open: 'open' },
}
