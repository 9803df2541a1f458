// Text for the pages where admins manage questions. Sentences that the server also sends are in the contract.
import { MAX_QUESTIONS } from '@baobab/contract/quiz/rules.ts'
import { formatCount } from '../../ui/format.ts'
import type { QuestionStatistics } from '@baobab/contract/quiz/admin.ts'

export const text = {
  practised: (students: string, share: string) =>
    `Practised by ${students}: ${share} of each day’s first answers were correct.`,
  pictures: 'Pictures of the options (optional)',
  picturesHelp:
    'One square picture for each option, shown with its text. Choose four pictures of one kind and style, so that none of them gives the answer away. Quizzes that have started do not change.',
  pictureFor: (option: string) => `Picture for ${option}`,
  choosePicture: 'Choose',
  ofOption: (option: string) => `a picture for ${option}`,
  savePictures: 'Save the four pictures',
  uploadingPictures: 'Uploading...',
  picturesUnsaved: 'The pictures that you chose are not saved yet. Choose all four, then save them here.',
  picturesWillGo:
    'An option has a new text, so its picture may not fit. If you save, the pictures are removed. Choose new ones.',
  removePictures: 'Remove the pictures',
  removingPictures: 'Removing...',
  removePicturesTitle: 'Are you sure you want to remove these pictures?',
  removePicturesEffect:
    'All four pictures are removed from the question. Students who have already started the quiz still see them.',
  picturesRemovalFailed: 'Failed to remove the pictures.',
  remove: 'Remove',
  explanation: 'Explanation (optional)',
  explanationHint:
    'Why the answer is correct, in one or two short sentences. Students read it after they have answered.',
  moment: 'Moment in the video (optional)',
  momentHint: 'Where the answer can be seen, in minutes and seconds, like 0:45.',
  because: (explanation: string) => `Explanation: ${explanation}`,
  seenAt: (moment: string) => `Seen in the video at ${moment}`,

  // The tab of the content page
  triviaGames: 'Trivia Games',
  uploadSpreadsheet: 'Upload a spreadsheet',
  spreadsheets: 'Imported spreadsheets',
  addTrivia: 'Add New Trivia',
  writeQuiz: 'Write the whole quiz',
  exportQuestions: 'Export',
  exportQuestionsTitle: 'Export the questions',
  exportedQuestions: 'Questions of both age categories',
  addFirstQuestion: 'Add the first question to one of the videos below.',
  quizzesFor: (category: string) => `Quizzes for ${category}`,
  withoutTrivia: (category: string) => `No trivia for ${category} yet`,
  secondsEach: (seconds: number) => `Only ${seconds} seconds for each question`,
  showTrivia: 'Show Trivia',
  takeQuiz: 'Take Quiz',
  linkTo: (label: string, title: string) => `${label}: ${title}`,
  ageCategory: 'Age category',

  // A video's questions
  triviaOfVideo: 'Trivia of a video',
  trivia: 'Trivia',
  questionsFor: (questions: string, category: string) => `${questions} for ${category}`,
  views: 'Trivia of this video',
  questions: 'Questions',
  statistics: 'Statistics',
  openVideo: 'Open the video',
  orderNote: 'Lists show the questions in this order. Each student gets them in a random order.',
  orderKeys: ' With the focus in a question, press Alt and an arrow key to move it.',
  questionName: (number: number) => `question ${number}`,
  edit: 'Edit',
  preview: 'Preview',
  delete: 'Delete',
  deleting: 'Deleting...',
  ofQuestion: (number: number) => ` question ${number}`,
  correctAnswer: 'Correct answer',
  numbered: (number: number, question: string) => `${number}. ${question}`,
  deleteEffect: (question: string) =>
    `“${question}” is removed from the quiz. Students who have started the quiz keep the question, and points already earned stay.`,

  // Many questions
  allQuestions: 'all questions',
  selectQuestion: (number: number) => `Select question ${number}`,
  moveQuestions: 'Move',
  moveTitle: (questions: string) => `Move ${questions} to another quiz?`,
  moveToSame: 'The questions are in this quiz already. Choose another video or age category.',
  moveEffect:
    'They are added at the end of that quiz. Students who have started a quiz keep its questions, and points already earned stay.',
  moveLosesMoments: 'Their moments in the video are removed, because they belong to this video.',
  deleteManyTitle: (questions: string) => `Delete ${questions}?`,
  deleteManyEffect:
    'You can undo this for a day. Students who have started the quiz keep the questions, and points already earned stay.',

  deleteLowers: (questions: string) => `Each student will then be asked ${questions}.`,

  // How many questions are asked
  poolTitle: 'Questions per student',
  poolAll: (questions: string, points: string) => `Each student gets all of them: ${questions}, worth up to ${points}.`,
  poolShare: (questions: string, points: string) =>
    `Each student gets ${questions} of these, worth up to ${points}. Different students get different ones.`,
  poolFixed:
    'Students have already started this quiz, so this number is fixed and everyone can earn the same points. New questions only add to the choice.',
  poolFull: 'To delete a question, first add another one.',
  askedCount: 'Questions to ask',
  askedCountHint: 'This is fixed once a student has started the quiz.',
  askAll: 'All of them',
  saveAskedCount: 'Save number',
  saving: 'Saving...',

  // The form
  addLead: 'Add one question at a time. It goes live at once.',
  addButton: 'Add Trivia',
  editTrivia: 'Edit Trivia',
  saveChanges: 'Save Changes',
  submitting: 'Submitting...',
  select: 'Select',
  videoTitle: 'Video title',
  question: 'Question',
  optionsLegend: 'Options and correct answer',
  optionsHint: 'Type four different options and mark the correct one.',
  option: (number: number) => `Option ${number}`,
  correct: 'Correct',
  correctOption: (number: number) => ` answer: option ${number}`,
  inThisQuiz: 'In this quiz',
  questionsOfMost: (questions: string, category: string) => `${questions} of at most ${MAX_QUESTIONS} for ${category}`,
  questionDeleted: 'The question may have been deleted.',
  seeQuestions: 'See the questions',
  editedQuiz: (title: string, category: string) => `${title}, for ${category}`,
  editNote: 'Students who have started this quiz keep the question as it was. Their points stay as they are.',
  leaveTitle: 'Leave without saving?',
  leave: 'Leave',
  leaveEffect: 'What you typed or chose here is not saved yet and would be lost.',

  // The dry run
  dryRunIntro: 'A dry run: you take this quiz as a student would. No attempt is saved and no points are awarded.',
  startQuiz: 'Start Quiz',
  dryRunTitle: (title: string) => `Dry run: ${title}`,
  leaveDryRun: 'Leave the dry run',
  dryRunOver: 'This was a dry run: no points were awarded, and nothing was stored.',
  dryRun: 'Dry run',
  seeReview: 'See Review',
  takeAgain: 'Take it again',
  backToQuestions: 'Back to the questions',

  // Statistics
  nobodyFinished: 'Nobody has finished this quiz yet.',
  nobodyFinishedHelp: 'Statistics appear after the first finished attempt.',
  howStudentsAnswer: 'How students answer',
  showAs: 'Show as',
  chart: 'Chart',
  table: 'Table',
  whichOptions: 'Which options they choose',
  source: (attempts: string, limit: string) =>
    `From ${attempts}. At most the newest ${limit} are counted, without attempts that were reset.`,
  newestAttempts: (attempts: string) => `${attempts}, the newest ones`,
  attemptsFrom: (attempts: string, since: string, until: string) => `${attempts}, ${since} to ${until}`,
  correctPart: 'correct',
  wrongPart: 'wrong',
  unansweredPart: 'not answered',
  part: (percent: string, label: string) => `${percent} ${label}`,
  notAsked: 'not asked yet',
  tableCaption: 'How students answer each question',
  answered: 'Answered',
  answeredOf: (answered: string, asked: string) => `${answered} of ${asked}`,
  correctColumn: 'Correct',
  wrongColumn: 'Wrong',
  medianTime: 'Median time',
  meanTime: 'Mean time',
  topWrong: 'Top wrong answer',
  notAvailable: 'N/A',
  under1Percent: 'under 1%',
  over99Percent: 'over 99%',
  seconds: (seconds: string) => `${seconds} s`,
  minutes: (minutes: number, seconds: number) => `${minutes} min ${seconds} s`,
  answersWithTimes: (answers: string, median: string, mean: string) =>
    `${answers} · median time ${median}, mean ${mean}`,
  outdatedAnswers: (answers: string) =>
    `${answers} chose an option that has been edited since. They count as they were scored then.`,

  // Student reports
  reports: 'Question Reports',
  reportsLead: 'What students say about questions after a quiz. One answer goes to everyone who reported the question.',
  showReports: 'Show',
  openReports: 'Open',
  answeredReports: 'Answered',
  sortReports: 'Sort by',
  mostReported: 'Most reports',
  newestReported: 'Newest',
  reportedQuestions: 'Reported questions',
  noReports: {
    open: { title: 'No open reports', help: 'A question appears here when a student reports it in a review.' },
    answered: { title: 'No answered reports', help: 'Open a reported question to answer it.' },
  },
  reasonCount: (reason: string, count: number) => `${reason}: ${count}`,
  quizOf: (title: string, category: string) => `${title}, for ${category}`,
  deletedVideo: 'Deleted video',
  reportedQuestion: 'Reported question',
  questionNow: 'The question now',
  questionWasDeleted: 'This question has been deleted. The reports show it as the students saw it.',
  editQuestion: 'Edit question',
  answerToStudents: 'Answer',
  notAnsweredYet: 'Not answered yet.',
  answeredBy: (admin: string | null, time: string) => (admin ? `By ${admin} on ${time}` : `On ${time}`),
  whatYouFound: 'Outcome',
  yourAnswer: 'Your answer',
  answerHint: 'Everyone who reported this question will read this in a notification. It cannot be changed later.',
  sendAnswer: 'Send answer',
  sendingAnswer: 'Sending...',
  receivedReports: 'Reports',
  newestShown: (shown: string, all: string) => `The newest ${shown} of ${all}.`,
  theirAnswer: 'The student chose: {answer}',
  noAnswerInTime: 'The student did not answer this question.',
  sawQuestion: 'The student saw another version:',
  sawCorrect: 'Correct answer then: {answer}',
  correctAnswerAndPoints: 'Correct the answer and the points',

  // Corrected answers
  regrades: 'Corrected Answers',
  regradesLead: 'Questions with a wrong answer or that became void, and the points that were corrected.',
  noRegrades: {
    title: 'No corrections yet',
    help: 'If a question is marked with the wrong answer, choose “Correct the answer and the points” when you edit it.',
  },
  regrade: 'Answer correction',
  regradeStates: { proposed: 'Needs approval', withdrawn: 'Withdrawn', running: 'Correcting points', finished: 'Done' },
  replacesAnswer: 'The correct answer changes from {before} to {after}.',
  bothCount: 'The correct answer becomes {after}. {before} counts too, so nobody loses points.',
  proposedBy: (admin: string, time: string) => `Proposed by ${admin} on ${time}.`,
  decidedBy: (state: string, admin: string, time: string) =>
    `${state === 'withdrawn' ? 'Withdrawn' : 'Approved'} by ${admin} on ${time}.`,
  whatChanges: 'What changes',
  previewComputing: 'Calculating what this changes...',
  neverComputed: 'This was decided before its effect was calculated.',
  changingPoints: ({ up, down }: { up: number; down: number }) =>
    `Points are being corrected. So far ${formatCount(up, 'student')} gained 10 points, ${formatCount(down, 'student')} lost 10 points.`,
  changedPoints: ({ up, down }: { up: number; down: number }) =>
    `Done. ${formatCount(up, 'student')} gained 10 points, ${formatCount(down, 'student')} lost 10 points. Each of them got a notification.`,
  gainPoints: (count: number) => (count === 1 ? '1 student gains 10 points.' : `${count} students gain 10 points.`),
  losePoints: (count: number) => (count === 1 ? '1 student loses 10 points.' : `${count} students lose 10 points.`),
  keepPoints: (count: number) => (count === 1 ? '1 student keeps the points.' : `${count} students keep their points.`),
  sawOtherWording: (count: number) =>
    count === 1
      ? '1 student saw other options, without this answer. Nothing changes for this student.'
      : `${count} students saw other options, without this answer. Nothing changes for them.`,
  topChanges: (enter: number, leave: number) => `Entering the Top 1000: ${enter}. Leaving it: ${leave}.`,
  previewOf: (time: string) => `As of ${time}. Answers that arrive later are corrected too.`,
  movesCaption: 'Who moves on the leaderboard',
  student: 'Student',
  deletedAccount: 'Deleted account',
  rankBefore: 'Rank now',
  rankAfter: 'Rank after',
  pointsChange: 'Points',
  belowTop: 'Below 1,000',
  decide: 'Decide',
  agreeToRegrade: 'Approve correction',
  agreeing: 'Correcting...',
  agreeTitle: 'Correct this answer and the points?',
  agreeEffect: 'Points change at once, and every student affected is notified. Another correction can reverse this.',
  computeAgain: 'Recalculate',
  computing: 'Recalculating...',
  withdrawRegrade: 'Withdraw',
  withdrawing: 'Withdrawing...',
  proposeRegrade: 'Correct an answer',
  proposeLead: 'You will see what would change first. Nothing changes until an admin approves it.',
  correctUntilNow: 'Current correct answer: {answer}',
  rightAnswer: 'Which answer is right?',
  keepOldAnswer: 'Both answers count. Nobody loses points.',
  newExplanationHint: 'Students read it with the correct answer. Change it if it explains the old answer.',
  currentExplanation: (explanation: string) => `Current explanation: ${explanation}`,
  newExplanation: (explanation: string) => `New explanation: ${explanation}`,
  noExplanation: 'The explanation will be removed.',
  seeChanges: 'See what changes',
  outcomes: { corrected: 'Corrected', right: 'Question is right', removed: 'Removed' },
} as const

// Formats question statistics. Pure functions

type Counts = Pick<QuestionStatistics, 'asked' | 'answered' | 'correct'>
export type Part = { kind: 'correct' | 'wrong' | 'none'; count: number; share: number }

/** Returns a part's share of the whole, from 0 to 1; 0 if the whole is 0. */
export function toShare(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}

/** Formats 0.724 as '72%'. Only a share of exactly 0 or 1 is shown as 0% or 100%. */
export function formatPercent(share: number): string {
  if (share > 0 && share < 0.01) return text.under1Percent
  if (share < 1 && share > 0.99) return text.over99Percent
  return `${Math.round(share * 100)}%`
}

/** Formats 12.34 as '12.3 s', 83 as '1 min 23 s' and null as 'N/A'. */
export function formatSeconds(seconds: number | null): string {
  if (seconds === null) return text.notAvailable
  if (seconds < 59.95) return text.seconds(seconds.toFixed(1))
  const whole = Math.round(seconds)
  return text.minutes(Math.floor(whole / 60), whole % 60)
}

const kinds = ['correct', 'wrong', 'none'] as const

/** Groups the attempts that included a question by their outcome. The parts add up to the whole. */
export function splitAttempts({ asked, answered, correct }: Counts): Part[] {
  const counts = { correct, wrong: answered - correct, none: asked - answered }
  return kinds.map((kind) => ({ kind, count: counts[kind], share: toShare(counts[kind], asked) }))
}

export const partLabels: Record<Part['kind'], string> = {
  correct: text.correctPart,
  wrong: text.wrongPart,
  none: text.unansweredPart,
}

/** Formats the parts: '72% correct, 20% wrong, 8% not answered'. */
export function describeParts(counts: Counts): string {
  if (counts.asked === 0) return text.notAsked
  return splitAttempts(counts)
    .map(({ kind, share }) => text.part(formatPercent(share), partLabels[kind]))
    .join(', ')
}
