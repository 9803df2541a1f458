// Text for the admin scholarship page.
import type { OutsideReason } from '@baobab/contract/scholarship/endpoints.ts'
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { LEADERBOARD_SIZE } from '@baobab/contract/leaderboard/endpoints.ts'
import { toDrawNumber } from '@baobab/contract/scholarship/rules.ts'
import { formatCount } from '../../ui/format.ts'
import type { AgreementState, NameState } from '@baobab/contract/scholarship/prize.ts'

type WitnessesProposal = { proposedBy: string | null; refused: string | null; witnesses: readonly { name: string }[] }

const maximum = LEADERBOARD_SIZE.toLocaleString('en-NG')

export const text = {
  title: 'Scholarship Management',
  onLeaderboards: 'On the leaderboards now',
  studentsIn: (count: number, category: AgeCategory) => `${count === 1 ? 'student' : 'students'} in ${category}`,
  studentsInFull: (category: AgeCategory) => `students in ${category}, the maximum`,
  listExplanation: `When the month closes, the list is made from these leaderboards: at most ${maximum} students from each, and only those who are eligible.`,
  topStudents: 'Top 1000 Students',
  dates: 'Dates of this month',
  closes: 'The month closes',
  drawn: 'Earliest draw time',
  drawTime: 'The draw takes place at 1:00 pm on the 3rd of the next month.',
  inDraw: (count: number) => `${formatCount(count, 'student')} would be in the draw now.`,

  draws: 'Draws',
  noDraws: 'No draw yet',
  noDrawsHelp: 'This month’s list is closed ten minutes after the month ends.',
  entries: (count: number) => formatCount(count, 'number'),
  published: 'The list is public, and every entrant was sent this fingerprint:',
  fingerprint: 'Fingerprint of the list',
  isWaiting: ({ round, time }: { round: number; time: string }) => `Round ${round} decides. It comes at ${time}.`,
  isDue: ({ round, time }: { round: number; time: string }) =>
    `Round ${round} came at ${time}. The draw runs automatically as soon as the number is known here.`,
  drawNow: 'Draw now',
  drawing: 'Drawing...',
  bringNumber: 'Enter the number manually',
  bringNumberTitle: 'Enter the number manually?',
  bringNumberHelp: (round: number) =>
    `If this server cannot reach the public source, get round ${round} from another device and paste the response here. Its signature is checked.`,
  numberLabel: 'Response from the source',
  notANumber: 'This is not a response from the source.',
  winner: ({ username, index }: { username: string; index: number }) =>
    `Winner: ${username}, number ${toDrawNumber(index)}`,
  nameless: 'no public name',
  publicPage: 'Public page',
  downloadFiles: 'Download all files',
  confirm: 'Confirm winner',
  confirming: 'Confirming...',
  disqualify: 'Disqualify',
  disqualifying: 'Disqualifying...',
  disqualifyTitle: (index: number) => `Disqualify number ${toDrawNumber(index)} and draw again?`,
  disqualifyHelp:
    'The number and the reason are published without a name. The draw is repeated with the same list at least 24 hours later. After the fifth draw the month has no winner.',
  reason: 'Reason',
  chooseReason: 'Choose a reason',
  proposal: ({ index, reason, proposedBy }: { index: number; reason: string; proposedBy: string }) =>
    `${proposedBy} proposes to disqualify number ${toDrawNumber(index)}: ${reason}.`,
  automaticProposal: ({ index, reason }: { index: number; reason: string }) =>
    `The winner’s time is over, so disqualifying number ${toDrawNumber(index)} was proposed automatically: ${reason}. If you withdraw this, the winner gets 14 more days.`,
  agreeToAutomatic: 'Approve',
  replacementProposal: ({ proposedBy, reason }: { proposedBy: string | null; reason: string }) =>
    `${proposedBy} proposes to publish this list again: ${reason}.`,
  agreeToPublish: 'Approve and publish',
  witnessesProposal: ({ proposedBy, refused, witnesses }: WitnessesProposal) =>
    [
      refused === null
        ? `${proposedBy} proposes a draw by these witnesses:`
        : `${proposedBy} proposes to replace the witnesses, because this one did not reveal the secret number: ${refused}. The new witnesses are:`,
      `${witnesses.map(({ name }) => name).join('; ')}.`,
    ].join(' '),
  witnesses: 'Witnesses',
  witnessesHelp:
    'No public source gave the number in time. If it is unlikely to come, at least three people from outside and Baobab can draw together. Such a draw is weaker, and its page says so.',
  witnessesDraw:
    'The winner is drawn as soon as all secret numbers are entered. If the public number arrives first, it decides.',
  nameWitnesses: 'Draw with witnesses',
  nameWitnessesHelp:
    'Choose people whom a losing family would trust: a head teacher, a spokesperson for the parents, an auditor. Each makes a secret number and sends you only the promise.',
  replaceWitnessesHelp:
    'This is published with the position of the witness who did not reveal the secret number. All witnesses are replaced, and each new witness needs a new secret number.',
  sendAddress: (address: string) => `They make it on their own device, here: ${address}`,
  witnessNumber: (number: number) => `Witness ${number}`,
  witnessName: 'Position',
  witnessNameHelp:
    'Only the position is published, for example: Head teacher of a school in Kano. Do not enter a person’s name.',
  addWitness: 'Add a witness',
  remove: 'Remove',
  removeWitness: (number: number) => `Remove witness ${number}`,
  promise: 'Promise',
  ownPromise: 'Baobab’s promise',
  ownPromiseHint: 'Make a secret number of our own in the same way, and keep it in a safe place.',
  publishWitnesses: 'Publish the witnesses',
  hasRevealed: 'Secret number published',
  hasNotRevealed: 'Waiting',
  enterSecret: 'Enter the secret number',
  enterSecretOf: (name: string) => `Enter the secret number of ${name}`,
  enterSecretHelp: 'It is compared with the promise and published at once. The winner is drawn after the last one.',
  secretNumber: 'Secret number',
  publishSecret: 'Publish',
  publishingSecret: 'Publishing...',
  witnessRefuses: 'Refuses',
  witnessRefusesNamed: (name: string) => `${name} refused: name other witnesses`,
  replaceableFrom: (time: string) =>
    `If one of them does not reveal the secret number, they can be replaced from ${time}.`,
  replace: 'Publish the list again',
  replacing: 'Publishing...',
  replaceTitle: 'Publish the list again?',
  replaceHelp:
    'Do this if somebody who may win is missing. First correct what keeps the student out: a disqualification or a payment.',
  replaceConsequence:
    'Every entrant gets a new number and a message. The old list stays public, marked as replaced. The draw is at least 48 hours later.',
  anotherAdmin: 'Another admin has to approve.',
  agree: 'Approve and draw again',
  agreeing: 'Publishing...',
  withdraw: 'Withdraw',
  withdrawing: 'Withdrawing...',
  claims: 'Students missing from a list',
  claimsHelp: (open: number) =>
    open === 0
      ? 'Every claim is answered.'
      : `${formatCount(open, 'student')} ${open === 1 ? 'is' : 'are'} waiting for an answer. If a student is right, correct what keeps the student out and publish the list again above. That answers everyone on the new list.`,
  noClaims: 'No claims',
  noClaimsHelp: 'Students who think that they should be on a list can say so until one hour before its draw.',
  claimStates: { open: 'Open', accepted: 'Accepted', refused: 'Rejected', unanswered: 'Not answered in time' },
  claimedAt: ({ month, time }: { month: string; time: string }) => `${month} list, sent on ${time}`,
  notInTop: 'The student was not in that month’s top 1,000, or was not on a leaderboard.',
  keptOut: ({ position, ageCategory, reason }: { position: number; ageCategory: AgeCategory; reason: string }) =>
    `Position ${position.toLocaleString('en-NG')} in ${ageCategory}. Left out because: ${reason}`,
  wouldBeOnList: ({ position, ageCategory }: { position: number; ageCategory: AgeCategory }) =>
    `Position ${position.toLocaleString('en-NG')} in ${ageCategory}. A new list would include this student.`,
  answerBy: (time: string) => `Answer by ${time}`,
  refuseClaim: 'Reject claim',
  refuseClaimTitle: (username: string) => `Reject ${username}’s claim?`,
  refuseClaimHelp: 'Write why the student is not on the list. The student will read this.',
  answer: 'Answer',
  yourAnswer: 'Answer:',
  send: 'Send',
  sending: 'Sending...',
  rehearsal: 'Rehearsal',
  rehearsalHelp:
    'Go through a whole draw with made-up students and last month’s public number. Nothing is stored, and nobody is told.',
  rehearse: 'Rehearse a draw',
  rehearseAgain: 'Rehearse again',
  rehearsing: 'Drawing...',
  rehearsalFailed: 'The rehearsal could not be run.',
  boards: 'Sample leaderboards',
  boardsHelp: (onBoards: number, onList: number) =>
    `${formatCount(onBoards, 'made-up student')} are on the leaderboards. ${onList} of them are on the list:`,
  student: 'Student',
  ageCategory: 'Age category',
  position: 'Position',
  points: 'Points',
  number: 'Number on the list',
  onHold: 'On hold, cannot win',
  checkedHere: 'Your browser has checked it',
  changeList: 'Show a tampered list',
  changeListHelp: 'One letter is different. This is what everyone sees if a list is changed after the draw.',
  undoChange: 'Show the original list',
  prizesLoading: 'Loading prizes...',
  prizesFailed: 'Failed to load the prizes.',
  claimBy: (time: string) => `Everything is needed by ${time}. After that, another draw is proposed automatically.`,
  notClaimed: 'The winner has not given contact details yet.',
  paidOn: 'Paid on',
  receipt: 'Receipt',
  recordedBy: ({ name, time }: { name: string; time: string }) => `Recorded by ${name} on ${time}`,
  recordPayout: 'Record payout',
  changePayout: 'Edit payout',
  recordPayoutTitle: (month: string) => `Record the ${month} payout?`,
  recordPayoutHelp:
    'Make the payment first. This only records it. The winner is told, and the prize cannot be drawn again.',
  receiptHint: 'The reference on the receipt, without a name.',
  recording: 'Recording...',
  rulesTitle: 'Rules of the scholarship',
  rules: [
    {
      title: 'One winner each month',
      detail: `The top ${maximum} of ages 5-10 and the top ${maximum} of ages 11-20 are put on one list, and one number is drawn.`,
    },
    {
      title: 'Points until the month closes',
      detail: 'A month is a calendar month in Lagos. Later answers count towards the next list.',
    },
    {
      title: 'Who is eligible',
      detail:
        'Students aged 5 to 20 with a verified email and at least one correct answer who are not disqualified and have paid, unless the published rules of the draw say that payment is not required. Students who are left out are not replaced.',
    },
    {
      title: 'A list that cannot be changed afterwards',
      detail: 'The list is closed, and its fingerprint is published before anyone can know the winner.',
    },
    {
      title: 'A public number decides',
      detail:
        'The random number comes from a public source named in advance. It contains no secret from us, so anyone can repeat the calculation.',
    },
  ],
} as const

/** Why a student on a leaderboard is not on the list. */
export const leftOutLabels: Record<OutsideReason, string> = {
  'no-category': 'Outside the age range',
  'no-correct-answer': 'No correct answer yet',
  'below-the-cut': 'Not in the top 1,000',
  'not-paid': 'Not paid',
  disqualified: 'Disqualified',
}

export const prizeClaimText = {
  guardian: 'Parent or guardian',
  phone: 'Phone number',
  email: 'Email',
  emailHint: 'Leave it empty if there is none.',
  publicName: 'Public name',
  publicNameHint: 'If you leave it empty, we show only the username.',
  sentByWinner: (time: string) => `Sent by the winner on ${time}`,
  changedBy: ({ name, time, reason }: { name: string; time: string; reason: string }) =>
    `Changed by ${name} on ${time}: ${reason}`,
  earlier: (count: number) => `Earlier versions (${count})`,
  agreement: {
    'not-needed': 'The winner was 18 or older when the month closed, so no guardian has to agree.',
    missing:
      'The winner is under 18, and no guardian has agreed to this yet. Until then, the winner cannot be confirmed or paid.',
    agreed: 'A guardian has agreed to this.',
  } satisfies Record<AgreementState, string>,
  name: {
    none: undefined,
    waiting: 'Nobody sees the public name before you confirm it. Check that it is the winner’s own name.',
    confirmed: 'The public name is confirmed.',
  } satisfies Record<NameState, string | undefined>,
  recordAgreement: 'Record the agreement',
  recordAgreementTitle: (name: string) => `Did ${name} agree?`,
  recordAgreementHelp:
    'Call the number, ask whether the person is the parent or guardian, and read out the details here. Record it only if they agree to the prize and to the public name. The winner and the guardian get a message.',
  recording: 'Recording...',
  confirmName: 'Confirm the name',
  confirmNameTitle: (name: string) => `Show “${name}” to everyone?`,
  confirmNameHelp: 'It is shown on the draw page instead of the username.',
  confirming: 'Confirming...',
  change: 'Change the claim',
  changeTitle: (month: string) => `Change the claim for ${month}?`,
  changeHelp:
    'The winner, the guardian, the previous guardian and all admins who handle prizes get an email. A new guardian, number or name needs a new agreement.',
  reason: 'Reason',
  reasonHint: 'The winner and the guardian read it.',
  saving: 'Saving...',
} as const
