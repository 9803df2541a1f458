// Text for the public pages about the draws. Sentences about loading and failure are in the contract's scholarshipText.
import { roleTexts } from '@baobab/contract/accounts/text.ts'
import type { DrawNotice } from '@baobab/contract/scholarship/draw/files.ts'
import type { EntrantChange } from '@baobab/contract/scholarship/draw/list.ts'
import type { DrawDetail, DrawStateName, OutsideReason } from '@baobab/contract/scholarship/endpoints.ts'
import { formatDay, formatCount } from '../ui/format.ts'

type Decided = Pick<DrawNotice & { kind: 'voided' }, 'admins' | 'missing'>

/** A round and its chain. */
type Source = { round: number; chain: string; isTrial: boolean }

export const text = {
  title: 'Scholarship draws',
  meta: 'Every monthly scholarship draw of Baobab, with its list, its public number and its winner. Anyone can check a draw.',
  lead: 'One winner each month. Anyone will be able to check that the draw was fair.',
  thisMonth: (month: string) => `The ${month} draw`,
  closes: 'The month closes',
  draws: 'The winner is drawn',
  lagosTime: 'Times are in Lagos.',
  howItWorks: 'How a draw works',
  steps: [
    'When the month closes, everyone in the top 1,000 of a leaderboard gets a number on one list. The list says which numbers cannot win.',
    'We will publish a code for the list. If anyone changed a single letter of the list, the code would be different.',
    'Two days later, a public number that nobody can know in advance will pick the winner.',
    'Anyone will be able to repeat the calculation, on a phone too.',
  ],
  pastDraws: 'All draws',
  noDraws: 'No draw yet',
  noDrawsHelp: 'The first list closes when this month ends.',
  seeDraw: (month: string) => `See the ${month} draw`,
  seeReplaced: (month: string, version: number) => `See list ${version} for ${month}, since replaced`,
  entries: (count: number) => formatCount(count, 'number'),

  myDraw: 'You and the draw',
  inDraw: (month: string) => `So far, you are in the ${month} draw.`,
  notInDraw: (month: string) => `You are not in the ${month} draw yet.`,
  daysLeft: (days: number) =>
    days <= 1 ? 'Today is the last day.' : `The month closes in ${formatCount(days, 'day')}.`,
  toPayment: 'Go to payment',
  toSettings: 'Go to settings',
  toContact: 'Write to us',
  toQuizzes: 'Take Quiz',
  youWon: 'You won',
  claimPrize: 'Claim your prize',
  onHold:
    'We are still checking how your points were earned. If that is not decided an hour before the draw, your number cannot win.',
  toHold: 'Read why, and tell us your side',
  myNumber: (index: number) => `Your number is ${index}.`,
  struckOut:
    'Your number was left out of this draw: a check was not finished in time, or you were taken off the leaderboard.',
  receipt: 'Your receipt',
  receiptHelp:
    'Keep these. Show the receipt only to somebody who checks the draw for you. Your line is computed from it. That proves that the line is yours.',
  listCode: 'The code of the list',
  myLine: 'The code of your line in the list',
  myReceipt: 'Your receipt',
  checkReceipt: 'Check it',
  tiedAtCut:
    'More than 1,000 students are at the top. Students with equal points are ranked by who got them first. Earn more points to get into the first 1,000.',
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
  noDrawHelp: 'A list appears here soon after its month has closed.',
  check: 'Check this draw',
  download: 'Download all files',
  print: 'Print',
  winner: 'The scholarship goes to',
  winnerOf: (name: string) => `Winner: ${name}`,
  winnerUsername: (username: string) => `Username: ${username}`,
  winnerNumber: (index: number) => `Number ${index}`,
  winnerNameless: 'We do not show a name for this number.',
  waitingTitle: 'The winner has not been drawn yet',
  waitingHelp: (time: string) => `The public number that decides is due at ${time}, Lagos time.`,
  waitingForNumber: 'We are waiting for the public number. It is late, but nobody can change it.',
  replacedTitle: 'This list was replaced',
  replacedHelp: 'No winner is drawn from it. It stays here so that everyone can see what was changed.',
  toLatestList: 'See the list that counts',
  replaced: (reason: string) => `The list was made again, because ${reason}. This one no longer counts.`,
  ended: 'This month has no winner',
  endedHelp: 'Nobody was on the list, or nobody who was drawn could take the prize.',
  sandbox: 'This is a trial. Its number comes from this computer and not from the public source, so it proves nothing.',
  listStep: 'The list is closed',
  listHelp: (count: number, time: string) =>
    `${formatCount(count, 'number')}, closed at ${time}. This is its code. In messages it begins with L-:`,
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
  numberHelp: ({ round, chain, isTrial }: Source) =>
    isTrial ? `Round ${round} of the trial source:` : `Round ${round} of ${chain}, which nobody at Baobab controls:`,
  numberWaiting: ({ round, chain, isTrial }: Source) =>
    isTrial
      ? `Round ${round} of the trial source decides. It is not known yet.`
      : `Round ${round} of ${chain} decides. Nobody can know it yet.`,
  numberMissing: 'The public number is late.',
  numberLate: ({ round, chain, isTrial }: Source) =>
    `Round ${round} of ${isTrial ? 'the trial source' : chain} decides. We do not have it yet.`,
  bringNumber: 'Enter the number',
  bringing: 'Checking the number...',
  bringNumberHelp: 'Can you open the public source? Copy the whole text for this round, and paste it here.',
  numberAddress: 'the number at the public source',
  numberField: 'The text of the public number',
  notANumber: 'This is not the text of a public number. Copy all of it, with the curly brackets.',
  winnerHelp: (index: number) => `Together, the list and the public number give number ${index}.`,
  notices: 'What was announced after the list',
  struck: (numbers: string) =>
    `These numbers cannot win: a check was not finished, the student was disqualified, or the account was closed: ${numbers}.`,
  nobodyStruck: 'No number was left out.',
  sealed:
    'Because the list is short, we publish only after the draw which numbers cannot win. Until then, this code proves that we do not change them:',
  opened: (numbers: string) => `These numbers could not win, as the code before the draw says: ${numbers || 'none'}.`,
  struckWithList: (numbers: string) => `These numbers could not win when the list was closed: ${numbers}.`,
  disqualified: ({ index, reason, isLast }: { index: number; reason: string | undefined; isLast: boolean }) =>
    `Number ${index} does not get the prize${reason === undefined ? '' : `: ${reason}`}. ${isLast ? 'This was the last draw, so the month has no winner.' : 'The draw is repeated with the same list.'}`,
  /** Who decided what a notice says; undefined if an earlier release did not record it. */
  decided: ({ admins, missing = [] }: Decided) =>
    admins &&
    [
      admins === 1 ? 'One admin decided this.' : 'Two admins decided this.',
      ...missing.map(
        ({ role, since }) =>
          `Another admin (${roleTexts[role].label}) has not been able to take part since ${formatDay(new Date(since))}.`,
      ),
    ].join(' '),
  changed: {
    held: (index: number) => `We are checking the points behind number ${index}.`,
    released: (index: number) => `We have checked the points behind number ${index}. It can win.`,
    disqualified: (index: number) => `The student with number ${index} was disqualified. The number cannot win.`,
    restored: (index: number) => `The student with number ${index} is no longer disqualified. The number can win.`,
  } satisfies Record<EntrantChange, (index: number) => string>,
  changedWinner: (index: number) => `We changed whether number ${index} can win.`,
  fallback: 'The public source did not answer for seven days, so the next source in the rules decides.',
  witnessStep: 'The witnesses',
  witnessHelp:
    'The public number did not arrive in time. So each witness made a secret number, promised not to change it, and revealed it later.',
  witnessWinnerHelp: (index: number) => `Together, the list and the secret numbers give number ${index}.`,
  witnessesWaiting: 'The public number is late, so witnesses draw. We are waiting for their secret numbers.',
  witnesses:
    'The public number is late, so these witnesses draw. Each has made a secret number and promised not to change it. Their promises are:',
  revealed: (name: string) => `${name} revealed the secret number:`,
  refused: (name: string) =>
    `${name} did not reveal the secret number within seven days, so other witnesses replace all of these.`,
  forWitnesses: 'Are you a witness of this draw?',
  forWitnessesHelp:
    'Make your secret number here. It stays on your device: nothing of it is sent. First send us your promise. With it everybody can see later that you did not change your number.',
  makeSecret: 'Make a secret number',
  promise: 'Your promise',
  promiseHelp: 'Send this to us now. We publish it.',
  secretNumber: 'Your secret number',
  secretNumberHelp:
    'Keep this and tell nobody, not even us, until the promises of all witnesses are on the draw page. Then send it to us.',
  saveBoth: 'Save both',
  files: 'Files',
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
  checkLead: 'Your own device repeats every step, so you do not have to trust us.',
  checking: 'Checking...',
  checkFailed: 'The files could not be loaded.',
  checkFailedHelp: 'You can check saved files without a network.',
  filesFit: 'These files fit together.',
  compareCode: 'Compare the code in your message.',
  listTold: 'The code in your message matches this list.',
  noticesTold: 'The code in your message matches what we announced after the list.',
  onlyNoticesTold: 'To check the list too, paste the message about the list.',
  yourNumber: (number: number, count: number) =>
    `You are number ${number} of ${count.toLocaleString('en')} on this list. The numbers start at 0.`,
  falseHelp:
    'Reload the page and check once more. If the result is the same, keep the files and your message, show them to somebody you trust, and write to us.',
  detail: 'What the check found:',
  decidedBy: ({ round, chain, isTrial }: Source) =>
    isTrial ? `Round ${round} of the trial source decided.` : `Round ${round} of the public source ${chain} decided.`,
  decidedByWitnesses: 'Witnesses decided.',
  silentSource: ({ round, chain }: { round: number; chain: string }) =>
    `The first public source, ${chain}, gave no number for seven days, so the next one decided. Check whether its round ${round} exists. If it does, it should have decided:`,
  notOpened: 'The winner’s leaderboard row is not shown: the account was deleted, or the prize waits for a decision.',
  unstamped: (files: string) =>
    `There is no time stamp from the right time for: ${files}. Only messages prove when these existed.`,
  onlyMessages: 'There are no independent time stamps. Only messages prove when the list existed.',
  boardShown: ({ ages, shown }: { ages: string; shown: number }) =>
    `The leaderboard for ages ${ages} showed ${formatCount(shown, 'student')} when the month closed.`,
  boardNotFull: 'It was not full. So the list proves only as much as this number: compare it with what you saw.',
  seed: 'Computed from the list and the number',
  witnessSeed: 'Computed from the list and the secret numbers',
  otherDay:
    'The list was published late or made again, so the round of a later day decides. The list names that round.',
  ownFingerprint: 'Did you get a message from us about the draw?',
  ownFingerprintHelp: 'Copy the whole message, a code from it or your receipt, and paste it here.',
  fingerprint: 'Your message',
  noFingerprint: 'There is no code in this text. A code begins with L-, N- or R-.',
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
  'not-paid': 'Your account has to be paid before the month closes.',
  disqualified: 'Your account was taken off the leaderboard.',
}

export const stateLabels: Record<DrawStateName, string> = {
  waiting: 'Waiting',
  drawn: 'Drawn',
  confirmed: 'Confirmed',
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
