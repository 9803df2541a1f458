// Text about accounts that may belong to the same student, and about merging them.
import type { Likeness } from '@baobab/contract/duplicates/endpoints.ts'

export const likenessLabels: Readonly<Record<Likeness, string>> = {
  phone: 'same phone',
  guardian: 'same guardian',
  payer: 'same payer',
  mailbox: 'same mailbox',
  'name-and-birth': 'similar name, same birth date',
}

export const text = {
  might: 'Might be the same student',
  nobody: 'No other account looks like this one.',
  notAProof: 'Brothers and sisters often share a phone. Ask before you merge.',
  compare: 'Compare',
  withAccount: (username: string) => ` with ${username}`,
  born: (day: string) => `born ${day}`,
  joinedOn: (day: string) => `joined ${day}`,
  paid: 'Paid',
  otherUsername: 'Username of another account',
  compareWith: 'Compare accounts',
  merged: 'Merged into this account',
  mergedOn: (username: string, time: string, reason: string) => `${username}, ${time}: ${reason}`,

  title: 'Merge two accounts',
  lead: 'Combine two accounts of one student. This cannot be undone. Your visit is recorded in the audit log.',
  backTo: (username: string) => `Back to ${username}`,
  noAccounts: 'Choose two accounts',
  noAccountsHelp: 'Open a student and enter the username of the other account.',
  stays: 'Stays',
  ends: 'Ends',
  swap: 'Keep the other account instead',
  cannotMerge: 'These accounts cannot be merged now',
  email: 'Email',
  noEmail: 'No email',
  birth: 'Date of birth',
  birthsDiffer: 'The birth dates differ. The account that stays keeps its own.',
  school: 'School',
  noSchool: 'None given',
  joined: 'Joined',
  payment: 'Payment',
  notPaid: 'Not paid',
  disqualified: 'Disqualified',

  points: 'Points',
  noPoints: 'Neither account has points.',
  category: 'Age category',
  before: (username: string) => `${username} now`,
  after: 'After the merge',
  quizzes: 'Quizzes',
  quizzesHelp: 'If both accounts did the same quiz, only the first try counts, whatever its points.',
  noQuizzes: 'Neither account has started a quiz.',
  quiz: 'Quiz',
  attempt: (points: string, time: string) => `${points}, ${time}`,
  notDone: 'not done',
  counts: 'Counts',

  effects: 'What else happens',
  movesTo: (what: string, username: string) => `${what} move to ${username}.`,
  nothingMoves: 'There are no payments, certificates, bookmarks, videos, notifications or notes to move.',
  certificatesTwice: (count: string) =>
    `${count} for a series in which both accounts have one: the earlier one stays, and the public page of the other is gone.`,
  paidTwice: 'Both accounts have paid. The later payment is marked to be refunded, and finance is told.',
  openFlags: (count: string) => `${count} from fair play without a decision: the case moves to the account that stays.`,
  becomesDisqualified: (ends: string, stays: string) =>
    `${ends} is disqualified, so ${stays} will be too. Restore ${ends} first if that is wrong.`,
  staysDisqualified: (stays: string) => `${stays} stays disqualified and keeps all points.`,
  login: (ends: string, stays: string) =>
    `${ends} is logged out everywhere and can no longer log in. Its login, connected sign-ins and username no longer exist; ${stays} keeps its own.`,
  told: 'We email the addresses of both accounts, and the student gets a notification.',
  past: 'Lists of past draws stay as they are.',

  reason: 'Reason',
  reasonHint: 'How do you know that both belong to one student? The reason is saved with your name.',
  merge: (ends: string, stays: string) => `Merge ${ends} into ${stays}`,
  merging: 'Merging...',
} as const
