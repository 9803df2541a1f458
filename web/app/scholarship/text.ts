// Text for the public pages about the draws. Sentences about loading and failure are in the contract's scholarshipText.
import { roleTexts } from '@baobab/contract/accounts/text.ts'
import type { DrawNotice } from '@baobab/contract/scholarship/draw/files.ts'
import type { EntrantChange } from '@baobab/contract/scholarship/draw/list.ts'
import type { DrawDetail, DrawStateName, OutsideReason } from '@baobab/contract/scholarship/endpoints.ts'
import { toDrawNumber } from '@baobab/contract/scholarship/rules.ts'
import { explainIndex } from '@baobab/contract/scholarship/text.ts'
import { listLock } from '../ui/shared-sentences.ts'
import { formatDay, formatCount } from '../ui/format.ts'

type Decided = Pick<DrawNotice & { kind: 'voided' }, 'admins' | 'missing'>

const joinNumbers = (indexes: readonly number[]) => indexes.map(toDrawNumber).join(', ')

/** A round and its chain. */
type Source = { round: number; chain: string; isTrial: boolean }

export const text = {
  title: 'Scholarship draws',
  meta: 'Every monthly scholarship draw of Baobab, with its list, its public number and its winner. Anyone can check a draw.',
  lead: 'Every month one student wins a scholarship. Anyone can check that the draw is fair.',
  thisMonth: (month: string) => `The ${month} draw`,
  closes: 'The month ends',
  draws: 'We pick the winner',
  lagosTime: 'Lagos time.',
  howItWorks: 'How a draw works',
  steps: [
    'When the month ends, everyone in the top 1,000 of their age group gets a number on one list. We say which numbers cannot win.',
    listLock,
    'Two days later, a number that nobody can choose picks the winner.',
    'You can check it yourself, even on a phone.',
  ],
  pastDraws: 'All draws',
  noDraws: 'No draw yet',
  noDrawsHelp: 'The first list is made when this month ends.',
  seeDraw: (month: string) => `See the ${month} draw`,
  seeReplaced: (month: string, version: number) => `See list ${version} for ${month}, since replaced`,
  entries: (count: number) => `${formatCount(count, 'student')} on the list`,

  myDraw: 'You and the draw',
  inDraw: (month: string) => `You are in the ${month} draw. Stay in the top 1,000!`,
  notInDraw: (month: string) => `You are not in the ${month} draw yet.`,
  toPayment: 'Go to payment',
  toSettings: 'Go to settings',
  toContact: 'Write to us',
  toQuizzes: 'Take Quiz',
  youWon: 'You won',
  claimPrize: 'Claim your prize',
  onHold:
    'We are still checking how you earned your points. If we are not done an hour before the draw, your number cannot win.',
  toHold: 'Read why, and tell us your side',
  myNumber: (index: number, count: number) => `Your number is ${toDrawNumber(index)} of ${count.toLocaleString('en')}.`,
  struckOut:
    'Your number was left out of this draw: a check was not finished in time, or you were taken off the leaderboard.',
  receiptHelp: 'Keep your receipt secret. It proves that you are on the list.',
  indexHelp: explainIndex,
  listCode: 'The code of the list',
  myLine: 'The code of your line in the list',
  myReceipt: 'Your receipt',
  checkReceipt: 'Check it',
  tiedAtCut:
    'More than 1,000 students are at the top. If two have the same points, the first to get them is ahead. Earn more points to get into the first 1,000.',
  cannotWin: 'Your number cannot win.',

  notOnList: 'You are not on this list.',
  shouldBeOnList: 'I should be on this list',
  shouldWin: 'My number should be able to win',
  claimBy: (time: string) => `If you think that this is wrong, tell us by ${time}, Lagos time.`,
  whyOnList: 'Why should you be on this list?',
  whyWin: 'Why should your number be able to win?',
  yourMessage: 'Your message:',
  claimSent: (at: string, claimBy: string) =>
    `We got your message on ${at}. A person will answer by ${claimBy}, Lagos time.`,
  answered: (date: string) => `Our answer on ${date}:`,
  notAnswered: 'We did not answer in time. We are sorry.',

  drawTitle: (month: string) => `${month} draw`,
  allDraws: 'All draws',
  noDraw: (month: string) => `There is no draw for ${month}`,
  noDrawHelp: 'A list appears here soon after its month has ended.',
  check: 'Check this draw',
  download: 'Download all files',
  print: 'Print',
  winner: 'The scholarship goes to',
  winnerOf: (name: string) => `Winner: ${name}`,
  winnerUsername: (username: string) => `Username: ${username}`,
  winnerNumber: (index: number) => `Number ${toDrawNumber(index)}`,
  winnerNameless: 'We do not show a name for this number.',
  waitingTitle: 'There is no winner yet',
  waitingHelp: (time: string) => `We pick the winner on ${time}, Lagos time.`,
  waitingForNumber: 'We are waiting for the number that picks the winner. It is late, but nobody can change it.',
  replacedTitle: 'This list was replaced',
  replacedHelp: 'Nobody wins from this list. It stays here so that everyone can see what was changed.',
  toLatestList: 'See the list that counts',
  replaced: (reason: string) => `The list was made again, because ${reason}. This one no longer counts.`,
  ended: 'This month has no winner',
  endedHelp: 'Nobody was on the list, or nobody who was picked could take the prize.',
  rehearsalFits: 'The rehearsal worked: every step fits together. It says nothing about a real draw.',
  sandbox: 'This is only a test draw. Its number comes from this computer, so it proves nothing.',
  listStep: 'We locked the list',
  listHelp: (count: number, time: string) => `${formatCount(count, 'student')} on the list. We locked it on ${time}.`,
  listCodeHelp: 'The code of the list. In messages it begins with L-:',
  claims: ({ accepted, refused, unanswered }: DrawDetail['claims']) => {
    const counts = [
      ...(accepted > 0 ? [`${accepted} ${accepted === 1 ? 'was' : 'were'} right`] : []),
      ...(refused > 0 ? [`${refused} ${refused === 1 ? 'was' : 'were'} not`] : []),
      ...(unanswered > 0 ? [`${unanswered} ${unanswered === 1 ? 'has' : 'have'} no answer`] : []),
    ]
    const all = accepted + refused + unanswered
    return `${formatCount(all, 'student')} said “I should be on this list”: ${counts.join(', ')}.`
  },
  numberStep: 'The public number',
  numberHelp: 'Nobody at Baobab can choose this number.',
  numberWaiting: 'This number picks the winner. Nobody can know it yet.',
  numberMissing: 'The public number is late.',
  numberLate: 'This number picks the winner. We do not have it yet.',
  round: ({ round, chain, isTrial }: Source) => `Round ${round} of ${isTrial ? 'the test source' : chain}.`,
  bringNumber: 'Enter the number',
  bringing: 'Checking the number...',
  bringNumberHelp: 'Can you open the public source? Copy the whole text for this round, and paste it here.',
  numberAddress: 'the number at the public source',
  numberField: 'The text of the public number',
  notANumber: 'This is not the text of a public number. Copy all of it, with the curly brackets.',
  winnerHelp: (index: number) => `The public number picked number ${toDrawNumber(index)}.`,
  notices: 'News after the list was locked',
  struck: (indexes: readonly number[]) =>
    `These numbers cannot win, because a check was not finished, the student was disqualified or the account was closed: ${joinNumbers(indexes)}.`,
  nobodyStruck: 'Everyone on the list can still win.',
  nobodyElseStruck: 'Nobody else was left out.',
  sealed: 'The list is short, so we say only after the draw which numbers cannot win. We have already decided which.',
  sealedCode: 'This code proves that we do not change them:',
  opened: (indexes: readonly number[]) =>
    `These numbers could not win, as we decided before the draw: ${joinNumbers(indexes) || 'none'}.`,
  struckWithList: (indexes: readonly number[]) =>
    `These numbers could not win when we locked the list: ${joinNumbers(indexes)}.`,
  disqualified: ({ index, reason, isLast }: { index: number; reason: string | undefined; isLast: boolean }) =>
    `Number ${toDrawNumber(index)} does not get the prize${reason === undefined ? '' : `: ${reason}`}. ${isLast ? 'This was the last draw, so the month has no winner.' : 'We draw again with the same list.'}`,
  /** Who decided what a notice says; undefined if an earlier release did not record it. */
  decided: ({ admins, missing = [] }: Decided) =>
    admins &&
    [
      admins === 1 ? 'One person on our team decided this.' : 'Two people on our team decided this.',
      ...missing.map(
        ({ role, since }) =>
          `Another person on our team (${roleTexts[role].label}) has not been able to take part since ${formatDay(new Date(since))}.`,
      ),
    ].join(' '),
  changed: {
    held: (index: number) => `We are checking the points of number ${toDrawNumber(index)}.`,
    released: (index: number) => `We have checked the points of number ${toDrawNumber(index)}. It can win.`,
    disqualified: (index: number) =>
      `The student with number ${toDrawNumber(index)} was disqualified. The number cannot win.`,
    restored: (index: number) =>
      `The student with number ${toDrawNumber(index)} is no longer disqualified. The number can win.`,
  } satisfies Record<EntrantChange, (index: number) => string>,
  changedWinner: (index: number) => `We changed whether number ${toDrawNumber(index)} can win.`,
  fallback: 'The public number did not arrive within seven days, so the next source in the rules gives it.',
  witnessStep: 'The witnesses',
  witnessHelp:
    'The public number did not arrive in time. So each witness made a secret number, promised not to change it, and revealed it later.',
  witnessWinnerHelp: (index: number) => `The secret numbers together picked number ${toDrawNumber(index)}.`,
  witnessesWaiting: 'The public number is late, so witnesses draw. We are waiting for their secret numbers.',
  witnesses:
    'The public number is late, so these witnesses draw. Each has made a secret number and promised not to change it.',
  itsPromise: 'The promise:',
  revealed: (name: string) => `${name} revealed the secret number.`,
  refused: (name: string) =>
    `${name} did not reveal the secret number within seven days, so other witnesses replace all of these.`,
  forWitnesses: 'Are you a witness of this draw?',
  forWitnessesHelp:
    'Make your secret number here. It stays on your device and is not sent. First send us your promise. With it, everybody can later see that you did not change your number.',
  makeSecret: 'Make a secret number',
  promise: 'Your promise',
  promiseHelp: 'Send this to us now. We publish it.',
  secretNumber: 'Your secret number',
  secretNumberHelp:
    'Keep this and tell nobody, not even us, until the promises of all witnesses are on the draw page. Then send it to us.',
  saveBoth: 'Save both',
  files: 'How to check it yourself',
  filesHelp: 'In these files, the numbers start at 0.',
  timeStamps: 'Time stamps',
  timeStampsHelp: 'Independent services have signed when these files existed. The check reads their time stamps too.',
  timeStampsLoading: 'Loading the time stamps...',
  timeStampsFailed: 'The time stamps could not be loaded.',
  noTimeStamps:
    'There are no independent time stamps for this draw. Only the messages that we sent show when its files existed.',
  stampedAt: (authority: string, at: string) => `${authority}, ${at}`,
  rules: 'Rules of this draw',
  scanToCheck: 'Scan to check this draw',

  checkTitle: (month: string) => `Check the ${month} draw`,
  checkLead: 'Your phone checks every step, so you do not have to trust us.',
  checking: 'Checking...',
  checkFailed: 'The files could not be loaded.',
  checkFailedHelp: 'You can check saved files without a network.',
  filesFit: 'These files fit together.',
  compareCode: 'Compare the code in your message.',
  listTold: 'The code in your message matches this list.',
  noticesTold: 'The code in your message matches the news after the list was locked.',
  onlyNoticesTold: 'To check the list too, paste the message about the list.',
  yourNumber: (index: number, count: number) =>
    `You are number ${toDrawNumber(index)} of ${count.toLocaleString('en')} on this list.`,
  falseHelp:
    'Reload the page and check once more. If the result is the same, keep the files and your message, show them to somebody you trust, and write to us.',
  detail: 'What the check found, with numbers that start at 0:',
  decidedBy: ({ round, chain, isTrial }: Source) =>
    isTrial ? `Round ${round} of the test source decided.` : `Round ${round} of the public source ${chain} decided.`,
  decidedByWitnesses: 'Witnesses decided.',
  silentSource: ({ round, chain }: { round: number; chain: string }) =>
    `The first public source, ${chain}, gave no number for seven days, so the next one decided. Check whether its round ${round} exists. If it does, it should have decided:`,
  notOpened:
    'The winner’s leaderboard row is not shown: the account was deleted, or the prize is waiting for a decision.',
  unstamped: (files: string) =>
    `There is no time stamp from the right time for: ${files}. Only messages prove when these existed.`,
  onlyMessages: 'There are no independent time stamps. Only messages prove when the list existed.',
  boardShown: ({ ages, shown }: { ages: string; shown: number }) =>
    `The leaderboard for ages ${ages.replace('-', ' to ')} showed ${formatCount(shown, 'student')} when the month ended.`,
  boardNotFull: 'It was not full. So the list proves only as much as this number: compare it with what you saw.',
  seed: 'Computed from the list and the number',
  witnessSeed: 'Computed from the list and the secret numbers',
  otherDay:
    'The list was published late or made again, so the round of a later day decides. The list names that round.',
  ownMessage: 'Did you get a message from us about the draw?',
  ownMessageHelp:
    'Under “For experts” in the notification, copy everything, and paste it here. One code or your receipt is enough too.',
  message: 'Your message',
  noCode: 'There is no code in this text. A code begins with L-, N- or R-.',
  compare: 'Compare and check',
  again: 'Check again',
  fromFiles: 'Check saved files',
  fromFilesHelp: 'Choose the files that you downloaded. This works without a network.',
  chooseFiles: 'Choose files',
  noList: 'The file list.txt is missing.',
  unreadable: (name: string) => `${name} is not a draw file.`,
  backToDraw: 'Back to the draw',
  attempt: (number: number) => `Draw number ${number}`,
} as const

/** What a student can do to be in the draw. */
export const reasonHelp: Record<OutsideReason, string> = {
  'no-category': 'The draw is for students aged 5 to 20.',
  'no-correct-answer': 'Answer at least one question correctly.',
  'below-the-cut': 'Climb to the top 1,000 of your age group.',
  'not-paid': 'You have to pay before the month ends.',
  disqualified: 'You were taken off the leaderboard.',
}

export const stateLabels: Record<DrawStateName, string> = {
  waiting: 'Waiting',
  drawn: 'Winner picked',
  confirmed: 'Winner confirmed',
  ended: 'No winner',
  voided: 'Replaced by a later list',
}

/** The colour for a draw's state. */
export const stateChips = {
  waiting: 'info',
  drawn: 'ok',
  confirmed: 'ok',
  ended: 'plain',
  voided: 'plain',
} as const satisfies Record<DrawStateName, string>
