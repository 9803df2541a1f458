// Messages about prizes: in replies, refusals, notifications and mails.
import { monthName } from './month.ts'

const dayAndTime = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Africa/Lagos' })

/** Returns a time as a message names it: the day and the time in Lagos. */
export const formatDeadline = (at: Date) => `${dayAndTime.format(at)} (Lagos)`

/** What is still missing before a prize can be given. */
export type MissingForPrize = 'claim' | 'agreement'

const stillMissing: Record<MissingForPrize, string> = {
  claim: 'You have not claimed it yet.',
  agreement: 'Your parent or guardian has not agreed yet.',
}
const howToFinish: Record<MissingForPrize, string> = {
  claim: 'Fill in the form together with your parent or guardian:',
  agreement: 'Ask them to open the link in our email, or to call us. Here you see what is missing:',
}

type OfMonth = { month: string }

export const prizeText = {
  confirmedSoFixed:
    'Your prize is confirmed, so it can no longer be changed here. Write to us on the Contact page, and our team will help you.',
  unclaimed: 'The winner has not claimed the prize yet.',
  guardianNotAgreed: 'A parent or guardian has to agree first, because the winner is under 18.',
  claimChanged: 'This was changed since you opened the page. Read it again first.',
  nameNotUsable: 'This name cannot be shown: somebody else has it as the username, or it breaks the rules for names.',
  nameTaken: 'Somebody else has this username. Add your last name',
  changed: 'Saved. The winner, the guardian and the admins get an email.',
  nameConfirmed: 'The name is confirmed. Everyone can see it now.',
  agreementRecorded: 'Recorded. The winner and the guardian get a message.',
  recordOwnChange: 'You changed what the guardian agreed to, so another admin has to record this.',
  guardianAgreed: 'Thank you. You have agreed, and the winner gets a message.',
  proposed: 'You approved it. Another admin has to approve it too.',
  /** To the winner: somebody sent or changed the claim. */
  claimNews: ({ month, isFirst, reason }: OfMonth & { isFirst: boolean; reason: string | null }) => ({
    title: isFirst
      ? `You claimed the prize of ${monthName(month)}`
      : `The claim of your prize of ${monthName(month)} was changed`,
    description: [
      isFirst
        ? 'We have what you sent us. If you did not send it, somebody else may be in your account.'
        : reason === null
          ? 'You changed what you told us about your parent or guardian or about your name. If it was not you, somebody else may be in your account.'
          : `Our team changed it. The reason: ${reason}`,
      'If this is wrong, change your password and write to us on the Contact page at once.',
    ].join('\n'),
  }),
  agreementNews: ({ month }: OfMonth) => ({
    title: `A guardian agreed to your prize of ${monthName(month)}`,
    description:
      'It is recorded that your parent or guardian agreed. If that is wrong, write to us on the Contact page.',
  }),
  nameNews: ({ month }: OfMonth) => ({
    title: `Your name is on the page of the ${monthName(month)} draw`,
    description: 'Our team confirmed the name that you chose. If you want your username there again, write to us.',
  }),
  reminder: (values: OfMonth & { missing: MissingForPrize; claimBy: Date; publicUrl: string }) => ({
    title: `Your prize of ${monthName(values.month)} waits until ${formatDeadline(values.claimBy)}`,
    description: [
      stillMissing[values.missing],
      'If it is still missing then, somebody else may win the prize.',
      howToFinish[values.missing],
      `${values.publicUrl}/student/claim`,
    ].join('\n'),
  }),
  timeIsOver: ({ month, missing }: OfMonth & { missing: MissingForPrize }) => ({
    title: `The time for your prize of ${monthName(month)} is over`,
    description: [
      stillMissing[missing],
      'Our team now decides whether the prize is drawn again. If you still want it, write to us on the Contact page at once.',
    ].join('\n'),
  }),
} as const
