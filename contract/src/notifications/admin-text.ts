// Messages of the endpoints with which admins send notifications. Those that students' pages need too, and those about a
// notification that was sent, are in text.ts.
import { TAKE_BACK_SECONDS } from './limits.ts'

export const notificationsAdminText = {
  notificationWaits: `It will be sent in ${TAKE_BACK_SECONDS} seconds. Until then you can take it back.`,
  yesOrNo: 'Please say yes or no.',
  emptySegment: 'Please choose at least one condition.',
  onlyOneAudience: 'Please choose a category or a group, not both.',
  testSent: (email: string) => `A test email is on its way to ${email}.`,
  tooManyTests: 'You have sent yourself many test emails. Please wait an hour.',
  mailsLoading: 'Loading emails...',
  mailsFailed: 'Failed to load emails.',
  mailsQueued: (count: number) =>
    count === 1 ? 'The email is being sent again.' : `${count.toLocaleString('en-NG')} emails are being sent again.`,
  noMailsWanted: 'These students turned such emails off, or their email addresses do not work.',
  noFailedMails: 'This email is not among the failed ones any more.',
} as const
