// Sentences about prizes, on the winner's page and the admins' page.
import type { PrizeState } from '@baobab/contract/scholarship/prize.ts'

export const prizeStateLabels: Record<PrizeState, string> = {
  unclaimed: 'Not claimed',
  claimed: 'Claimed',
  confirmed: 'Confirmed',
  paid: 'Paid',
}

export const text = {
  title: 'Your prize',
  lead: 'Congratulations! Here you tell us how to hand over your prize.',
  waits: 'Your entry was drawn. The prize waits until we have decided about your account.',
  none: 'No prize yet',
  noneHelp: 'If your entry is drawn, you claim your prize here.',
  toDraws: 'See the draws',
  wonIn: (month: string) => `Scholarship of ${month}`,
  claimBy: (time: string) => `Claim it by ${time}. After that, somebody else may win it.`,
  safety: 'Fill this in together with your parent or guardian. We call them. We never ask for money or a password.',
  guardianName: "Parent's or guardian's name",
  guardianPhone: "Parent's or guardian's phone number",
  guardianEmail: "Parent's or guardian's email",
  guardianEmailHint: 'Leave it empty if there is none.',
  publicName: 'Name on the page of the draw',
  publicNameHint: 'Leave it empty, and only your username is shown. Our team checks the name before anybody sees it.',
  guardianAgrees: 'My parent or guardian has read this and agrees.',
  enterDetails: 'Fill in the form',
  changeDetails: 'Change what you sent',
  claim: 'Claim your prize',
  change: 'Save the changes',
  sending: 'Sending...',
  confirmed: 'We have spoken to your parent or guardian. The prize is on its way.',
  fixed: 'Your prize is confirmed, so only our team can change what you sent. If something is wrong, {link}.',
  writeToUs: 'write to us',
  sent: 'We have what you sent us. We will call your parent or guardian.',
  agreementMissing: (time: string) =>
    `Your parent or guardian must agree by ${time}. Ask them to open the link in our email, or to tell us when we call. After that, somebody else may win the prize.`,
  agreementAgain:
    'Something was changed, so your parent or guardian must agree again before the prize is paid. Ask them to open the link in our email, or to tell us when we call.',
  agreed: 'Your parent or guardian has agreed.',
  nameWaits: ({ name }: { name: string }) =>
    `Our team still checks the name “${name}”. Until then, the page of the draw shows your username.`,
  nameNeedsGuardian: ({ name }: { name: string }) =>
    `The name “${name}” is shown once your parent or guardian has agreed. Until then, the page of the draw shows your username.`,
  nameShown: ({ name }: { name: string }) => `The page of the draw shows the name “${name}”.`,
  proof: 'To make sure that it is you, enter your password, or a code that we email to you.',
  paidOn: (day: string) => `Your prize was paid on ${day}.`,
} as const
