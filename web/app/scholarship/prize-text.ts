// Sentences about prizes, on the winner's page and the admins' page.
import type { PrizeState } from '@baobab/contract/scholarship-prize.ts'

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
  publicNameHint: 'Leave it empty, and only your username is shown.',
  guardianAgrees: 'My parent or guardian has read this and agrees.',
  enterDetails: 'Fill in the form',
  changeDetails: 'Change what you sent',
  claim: 'Claim your prize',
  change: 'Save the changes',
  sending: 'Sending...',
  confirmed: 'We have spoken to your parent or guardian. The prize is on its way.',
  paidOn: (day: string) => `Your prize was paid on ${day}.`,
} as const
