// Text about prizes, on the winner's page and the admin page.
import type { PrizeState } from '@baobab/contract/scholarship/prize.ts'

export const prizeStateLabels: Record<PrizeState, string> = {
  unclaimed: 'Not claimed',
  claimed: 'Claimed',
  confirmed: 'Confirmed',
  paid: 'Paid',
}

export const text = {
  title: 'Your prize',
  whereNow: 'Where your prize is now',
  now: 'Now',
  done: 'done',
  stages: {
    won: 'You won',
    claimed: 'You tell us who gets it',
    agreed: 'Your parent or guardian agrees',
    confirmed: 'We call them and check everything',
    paid: 'We pay the prize',
  },
  lead: 'Congratulations! Tell us in three steps how to give you your prize.',
  waits: 'You were picked! First we have to check your account.',
  none: 'No prize yet',
  noneHelp: 'If your number is picked, you claim your prize here.',
  toDraws: 'See the draws',
  wonIn: (month: string) => `${month} scholarship`,
  claimBy: (time: string) => `Claim it by ${time}. After that, somebody else may win it.`,
  safety: 'Fill this in together with your parent or guardian. We call them. We never ask for money or a password.',
  guardianName: "Parent's or guardian's name",
  guardianPhone: "Parent's or guardian's phone number",
  guardianEmail: "Parent's or guardian's email",
  guardianEmailHint: 'Leave it empty if there is none.',
  publicName: 'Name on the draw page',
  publicNameHint: 'If you leave it empty, we show only your username. Our team checks the name first.',
  guardianAgrees: 'My parent or guardian has read this and agrees.',
  steps: ['Who gets it', 'Who we call', 'Check and send'],
  step: (number: number, title: string) => `Step ${number} of 3: ${title}`,
  howWePay: 'We call your parent or guardian and arrange how they get the prize. You never pay anything.',
  next: 'Next',
  back: 'Back',
  send: 'Send',
  noEmail: 'None',
  onlyUsername: 'Only your username',
  changeDetails: 'Change what you sent',
  claim: 'Claim your prize',
  change: 'Save the changes',
  sending: 'Sending...',
  confirmed: 'We have spoken to your parent or guardian. The prize is on its way.',
  fixed: 'Your prize is confirmed, so only our team can change what you sent. If something is wrong, {link}.',
  writeToUs: 'write to us',
  sent: 'We have received your details. We will call your parent or guardian.',
  agreementMissing: (time: string) =>
    `Your parent or guardian must agree by ${time}. Ask them to open the link in our email, or to tell us when we call. After that, somebody else may win the prize.`,
  agreementAgain:
    'Something was changed, so your parent or guardian must agree again before the prize is paid. Ask them to open the link in our email, or to tell us when we call.',
  agreed: 'Your parent or guardian has agreed.',
  nameWaits: ({ name }: { name: string }) =>
    `Our team is still checking the name “${name}”. Until then, the draw page shows your username.`,
  nameNeedsGuardian: ({ name }: { name: string }) =>
    `The name “${name}” will be shown once your parent or guardian agrees. Until then, the draw page shows your username.`,
  nameShown: ({ name }: { name: string }) => `The draw page shows the name “${name}”.`,
  proof: 'To make sure that it is you, enter your password, or a code that we email to you.',
  paidOn: (day: string) => `Your prize was paid on ${day}.`,
} as const

// What a parent or guardian reads before agreeing to a prize

export const guardianPrizeText = {
  title: 'Consent for a prize',
  greeting: { title: 'You decide.', text: 'A child gets a prize only if a parent or guardian agrees.' },
  loading: 'Loading...',
  failed: 'We could not load this request.',
  intro: '{username} won the {month} scholarship on Baobab, and says that you are their parent or guardian.',
  guardian: 'Parent or guardian',
  phone: 'The phone number that we call',
  publicName: 'The name that everyone may see',
  noName: 'Only the username',
  nameHelp: 'Our team checks the name before anybody sees it.',
  agreement:
    'By agreeing, you say that you are the parent or guardian, that this is right, and that the child may get the prize.',
  by: (time: string) => `Please answer by ${time}. After that, somebody else may win the prize.`,
  beforeIsPaid: 'Something was changed, so you have to agree again before the prize is paid.',
  agree: 'I agree',
  sending: 'Sending...',
  wrong:
    'Is something wrong, or do you not agree? Then do not press the button. {link} right away. We never ask for money or a password.',
  writeToUs: 'Write to us',
  agreed: 'You have agreed. Our team will call you.',
  home: 'See what Baobab is',
  invalid: 'This link no longer works.',
  invalidHelp:
    'Something may have been changed since we sent it: look for a later email from us. If there is none, write to us.',
} as const
