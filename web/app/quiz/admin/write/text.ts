// Text for the page where a whole quiz is written.

const letters = ['A', 'B', 'C', 'D']
const list = new Intl.ListFormat('en-GB')

export const text = {
  title: 'Write a quiz',
  lead: (category: string) =>
    `Every question for ages ${category} on one page. A question is saved when you leave it and it is complete.`,
  backToQuiz: 'Trivia of this video',
  openVideo: 'Open the video',
  add: 'Add a question',
  paste: 'Paste a list',
  fromFile: 'From a file',
  fromBank: 'From another quiz',
  keys: 'Tab moves on, and Enter in the answer starts the next question.',
  alsoFor: (category: string) => `Add new questions for ages ${category} too`,

  // One question
  newQuestion: (number: number) => `Question ${number}, new`,
  question: 'Question',
  option: (index: number) => `Option ${letters[index] ?? ''}`,
  letter: (index: number) => letters[index] ?? '',
  correct: 'Correct answer',
  more: 'Explanation and moment',
  explanation: 'Explanation (optional)',
  moment: 'Moment in the video (optional), like 0:45',
  withPictures: 'The options have pictures. Change them in the question’s own form.',
  openForm: 'Open the form',
  saved: 'Saved',
  saving: 'Saving...',
  notSaved: 'Not saved yet.',
  changedInOtherTab: 'Another tab has a different version of this question. Keep one, and discard the other.',
  keptHere: 'It stays on this device until it is saved.',
  tryAgain: 'Try again',
  theQuestion: 'the question',
  optionNamed: (index: number) => `option ${letters[index] ?? ''}`,
  theAnswer: 'the correct answer',
  missing: (parts: readonly string[]) => `Still missing: ${list.format(parts)}.`,
  duplicate: 'Duplicate',
  copyTo: (category: string) => `Copy to ages ${category}`,
  copied: (category: string) => `The question is in the quiz for ages ${category} too.`,
  delete: 'Delete',
  discard: 'Discard',
  up: (number: number) => `Move question ${number} up`,
  down: (number: number) => `Move question ${number} down`,
  ofQuestion: (number: number) => ` question ${number}`,
  leaveTitle: 'Leave without saving?',
  leaveEffect: 'A question that you changed is not complete, so the change is not saved.',
  leave: 'Leave',

  // Paste a list
  pasteTitle: 'Paste a list of questions',
  pasteLabel: 'Questions',
  pasteHint:
    'Copy rows from a spreadsheet: question, four options, correct answer. Lists in the Aiken or GIFT format work too.',
  readList: 'Add the questions',
  reading: 'Reading...',
  pasteEmpty: 'Paste at least one question.',
  pasteFailed: 'We could not read the list.',
  pasted: (added: string, skipped: number) =>
    skipped === 0 ? `${added} added.` : `${added} added. ${skipped} left out: the quiz has them already.`,
  nothingNew: 'The quiz has all of these questions already.',

  // From another quiz
  bankTitle: 'Use a question of another quiz',
  bankSearch: 'Search questions, options and videos',
  bankLoading: 'Searching...',
  bankFailed: 'We could not load the questions.',
  bankEmpty: 'No other quiz has a question like this.',
  bankSource: (videoTitle: string, category: string) => `${videoTitle}, ages ${category}`,
  use: 'Use',
  useNamed: (question: string) => ` “${question}”`,
  close: 'Done',
  showMore: 'Show more',
}
