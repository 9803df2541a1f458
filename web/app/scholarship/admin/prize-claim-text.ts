// Sentences about the claim of a winner, on the admin's scholarship page.
import type { AgreementState, NameState } from '@baobab/contract/scholarship/prize.ts'

export const text = {
  guardian: 'Parent or guardian',
  phone: 'Phone number',
  email: 'Email',
  emailHint: 'Leave it empty if there is none.',
  publicName: 'Public name',
  publicNameHint: 'Leave it empty, and only the username is shown.',
  sentByWinner: (time: string) => `Sent by the winner on ${time}`,
  changedBy: ({ name, time, reason }: { name: string; time: string; reason: string }) =>
    `Changed by ${name} on ${time}: ${reason}`,
  earlier: (count: number) => `What it was before (${count})`,
  agreement: {
    'not-needed': 'The winner was 18 or older when the month closed, so no guardian has to agree.',
    missing:
      'The winner is under 18, and no guardian has agreed to this yet. Without that, the winner is neither confirmed nor paid.',
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
    'Call the number, ask whether the person is the parent or guardian, and read out what is here. Record it only if they agree to the prize and to the public name. The winner and the guardian get a message.',
  recording: 'Recording...',
  confirmName: 'Confirm the name',
  confirmNameTitle: (name: string) => `Show “${name}” to everyone?`,
  confirmNameHelp: 'It is shown on the page of the draw in place of the username.',
  confirming: 'Confirming...',
  change: 'Change the claim',
  changeTitle: (month: string) => `Change the claim for ${month}?`,
  changeHelp:
    'The winner, the guardian, the previous guardian and all admins of prizes get an email. Another guardian, number or name needs another agreement.',
  reason: 'Reason',
  reasonHint: 'The winner and the guardian read it.',
  saving: 'Saving...',
} as const
