// Text for the pages where admins judge what fair play has flagged.
import type { EntrantChange } from '@baobab/contract/scholarship/draw/list.ts'
import type { DecisionKind, FlaggedState, FlagRole } from '@baobab/contract/fair-play/admin.ts'
import type { AppealOutcome, FlagKind, HoldReason } from '@baobab/contract/fair-play/endpoints.ts'
import { formatCount } from '../../ui/format.ts'

export const text = {
  fairPlay: 'Fair Play',
  lead: 'Students in the top 1,000 with flags, and why. A flag is a reason to check, not proof.',
  show: 'Show',
  ageCategory: 'Age category',
  states: { open: 'To review', held: 'On hold', proposed: 'To approve', decided: 'Decided' } satisfies Record<
    FlaggedState,
    string
  >,
  students: 'Students',
  none: {
    open: { title: 'Nothing to review', help: 'Finished quizzes are checked within a minute.' },
    held: { title: 'Nobody is on hold', help: 'Students on hold stay here until you decide.' },
    proposed: { title: 'Nothing to approve', help: 'Changes to students in an open draw need a second admin.' },
    decided: { title: 'No decisions yet', help: 'Cleared and disqualified students are listed here.' },
  } satisfies Record<FlaggedState, { title: string; help: string }>,
  rankAndScore: (rank: number | null, score: number) =>
    rank === null
      ? `Not on the leaderboard, ${formatCount(score, 'point')}`
      : `Rank ${rank.toLocaleString('en-NG')}, ${formatCount(score, 'point')}`,
  appealDue: (date: string) => `Appeal: answer by ${date}`,
  onHold: 'On hold',
  disqualifiedChip: 'Disqualified',

  notAProof:
    'A flag is a reason to check, not proof. Look at the evidence, and give the student the benefit of the doubt.',
  details: 'Student details',
  ages: (category: string) => `Ages ${category}`,
  cluster: 'Linked accounts',
  clusterHelp: 'These accounts have flags about each other.',
  deletedAccount: 'a deleted account',
  flags: 'Flags',
  noFlags: 'No flags.',
  isNew: 'New',
  withOther: (username: string) => `Other account: ${username}`,
  presented:
    'This student logged in with the code of the other account’s browser. A code can be copied, so this is no evidence against the other account.',
  notPresented:
    'An earlier version found this. It did not record which account logged in with the code of the other’s browser, so one of them may be innocent.',
  noAttempt: (username: string) => `This attempt by ${username} is no longer stored.`,
  attemptOf: (username: string) => `Quiz of ${username}`,
  started: (at: string) => `Started ${at}`,
  ended: (at: string) => `Ended ${at}`,
  reviewed: (at: string) => `Opened the answers ${at}`,
  score: (score: number, max: number) => `${score} of ${formatCount(max, 'point')}`,
  question: 'Question',
  answer: 'Answer',
  seconds: 'Seconds since the start',
  reading: 'Minimum reading time (s)',
  noAnswer: 'No answer',
  right: 'Right',
  wrong: 'Wrong',

  proposal: 'Needs a second admin',
  proposalHelp:
    'This student is in an open draw. Once another admin approves, the student is told and the change is published with the draw. Approval closes two hours before the draw.',
  proposedChanges: {
    held: 'Put on hold',
    released: 'Clear',
    disqualified: 'Disqualify',
    restored: 'Restore',
  } satisfies Record<EntrantChange, string>,
  approve: 'Approve',
  approving: 'Approving...',
  withdraw: 'Withdraw',
  withdrawing: 'Withdrawing...',

  decisions: 'Decisions',
  noDecisions: 'No decisions yet.',
  decidedBy: (by: string, at: string) => `${by}, ${at}`,
  appeals: 'Appeals',
  madeOn: (at: string) => `Sent ${at}`,
  answerBy: (at: string) => `Answer by ${at}`,
  answeredBy: (by: string | null, at: string) => (by === null ? `Answered ${at}` : `Answered by ${by}, ${at}`),
  anotherAdmin: 'Another admin has to answer, because you placed this hold.',
  yourDecision: 'Your decision',
  yourAnswer: 'Your answer',
  answerHint: 'The student reads this.',
  sendAnswer: 'Send answer',
  sendingAnswer: 'Sending...',

  actions: 'What you can do',
  hold: 'Put on hold',
  holding: 'Putting on hold...',
  holdTitle: (username: string) => `Put ${username} on hold?`,
  holdEffect:
    'Points and rank do not change, and the leaderboard shows that they are being checked. A student who is still on hold one hour before a draw cannot win it.',
  reason: 'Reason',
  reasonHint: 'The student reads this sentence.',
  clear: 'Clear',
  clearing: 'Clearing...',
  clearTitle: (username: string) => `Clear ${username}?`,
  clearEffect: 'The current flags are closed. A student on hold is told that everything is fine.',
  disqualify: 'Disqualify',
  disqualifying: 'Disqualifying...',
  disqualifyTitle: (username: string) => `Disqualify ${username}?`,
  disqualifyEffect: 'The student leaves every leaderboard and every draw, and is told the reason.',
  note: 'Note for admins',
  noteHint: 'The student does not read this.',
} as const

export const flagLabels: Record<FlagKind, string> = {
  fast: 'Faster than reading',
  'same-wrong': 'Same wrong answers',
  'shared-device': 'Same device',
  'shared-network': 'Same connection',
  'same-address': 'Same mailbox',
  'former-account': 'After a deleted account',
}

/** What each flag means. */
export const flagSentences: Record<FlagKind, string> = {
  fast: 'The first answers came faster than the questions can be read, and most of them are right.',
  'same-wrong': 'Two students gave the same wrong answers in the same order.',
  'shared-device': 'One account saw the answers, and another one on the same device then quickly got everything right.',
  'shared-network':
    'One account saw the answers, and another one on the same internet connection then quickly got everything right.',
  'same-address': 'Two accounts have emails that lead to the same mailbox.',
  'former-account':
    'A deleted account had already taken this quiz, with the same mailbox or on the same device or connection.',
}

export const roleLabels: Record<FlagRole, string> = {
  source: 'Saw the answers first',
  user: 'Answered afterwards',
}

/** Says what a flag about a device proves, and against whom. */
export function describeDevice(kind: FlagKind, { presented }: Readonly<Record<string, number>>): string | undefined {
  if (presented === 1) return text.presented
  return kind === 'shared-device' ? text.notPresented : undefined
}

/** Labels for the numbers behind a flag, which both students of a pair share. Numbers without a label are not shown. */
export const factLabels: Readonly<Record<string, (value: number, role: FlagRole | null) => string>> = {
  answers: (value) => formatCount(value, 'answer'),
  correct: (value) => `${value} right`,
  seconds: (value) => `${value} s since the start`,
  readingSeconds: (value) => `at least ${value} s to read`,
  wrongAnswers: (value) => `${formatCount(value, 'wrong answer')} in common`,
  bits: (value) => `a 1 in ${(2 ** value).toLocaleString('en-NG', { maximumSignificantDigits: 2 })} chance`,
  finishers: (value) => `${formatCount(value, 'student')} finished the quiz`,
  secondsAfterLook: (value, role) => {
    const [saw, started] = role === 'source' ? ['this student', 'the other'] : ['the other', 'this student']
    return value < 0
      ? `${saw} saw the answers ${-value} s after ${started} had started`
      : `${started} started ${value} s after ${saw} had seen the answers`
  },
  quizzes: (value) => `in ${formatCount(value, 'quiz', 'quizzes')}`,
  accounts: (value) => formatCount(value, 'account'),
}

export const reasonLabels: Record<HoldReason, string> = {
  'too-fast': 'Too fast',
  'shared-account': 'Another account saw the answers',
  'same-answers': 'Same answers',
  'second-account': 'Second account',
  other: 'Something else',
}

export const decisionLabels: Record<DecisionKind, string> = {
  held: 'Put on hold',
  cleared: 'Cleared',
  disqualified: 'Disqualified',
}

export const outcomeLabels: Record<AppealOutcome, string> = {
  lifted: 'The student is right: end the hold',
  upheld: 'The hold stays',
}
