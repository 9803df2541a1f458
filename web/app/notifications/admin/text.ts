// Text for the admin notification pages. Sentences shared with the server are in the contract's notificationsText.
import { COUNTED_EXACTLY, TAKE_BACK_SECONDS } from '@baobab/contract/notifications/text.ts'
import { formatCount } from '../../ui/format.ts'
import type { NotificationMethod } from '@baobab/contract/notifications/endpoints.ts'
import type { NotificationSender, NotificationState, StoredSegment } from '@baobab/contract/notifications/admin.ts'

/** Describes a count exactly, or as an estimate by its first two digits: 'about 1,200,000'. */
function describeCount(count: number, describe: (count: number) => string): string {
  if (count <= COUNTED_EXACTLY) return describe(count)
  return `about ${describe(Number(count.toPrecision(2)))}`
}

export const text = {
  notifications: 'Notifications',
  calendar: 'Calendar',
  allNotifications: 'All notifications',
  filter: 'Filter notifications',
  all: 'All',
  page: (number: number) => `Page ${number}`,
  rowLabel: (title: string, username: string | null) => (username === null ? title : `${title} to ${username}`),
  allMatching: 'all notifications in this list',
  many: {
    cancel: {
      label: 'Cancel',
      confirm: 'Cancel notifications',
      title: (notifications: string) => `Cancel ${notifications}?`,
      effect: 'No student will see them. Those already sent are left out. You cannot undo this.',
    },
    mailAgain: {
      label: 'Send failed emails again',
      confirm: 'Send again',
      title: (notifications: string) => `Send the failed emails of ${notifications} again?`,
      effect: 'Only students whose email failed get one. Notifications without failed emails are left out.',
    },
  },
  emptyHelp: {
    admins: 'No notification has been sent yet.',
    product: 'Baobab tells students automatically about payments, draws and more.',
  },
  emptyFilterHelp: 'No notification matches these filters.',
  from: 'Show notifications',
  failedEmails: 'Failed emails',
  anyUpdate: 'All updates',
  anyMethod: 'All methods',
  methodFilter: 'Method',
  read: (count: number) => `Read by ${describeCount(count, (number) => number.toLocaleString('en-NG'))}`,
  failed: (count: number) => `${describeCount(count, (number) => formatCount(number, 'email'))} failed`,
  pushed: (count: number) => describeCount(count, (number) => formatCount(number, 'push message')),
  sendFailedAgain: 'Send Failed Again',
  sendFailedAgainThis: (title: string) => `Send the failed emails of ${title} again`,
  sentBy: (admin: string) => `Sent by ${admin}`,

  takeBack: 'Take back',
  takeBackThis: (title: string) => `Take back ${title}`,
  takingBack: 'Taking back...',
  wasSent: '“{title}” was sent. You have {time} to take it back. For: {recipient}.',
  seconds: (count: number) => `${count} s`,
  beingSent: '“{title}” is being sent...',
  takenBack: 'Taken back. No student has seen it.',

  failedEmailsHelp:
    'The mail server did not accept these emails. The students can still read the notifications in the app.',
  failedEmailsTotal: (count: number) => `${formatCount(count, 'email')} failed`,
  noFailedEmails: 'No failed emails',
  noFailedEmailsHelp: 'The mail server accepted every notification email.',
  student: 'Student',
  notification: 'Notification',
  failedAt: 'Failed',
  reason: 'Reason',
  sendAgain: 'Send Again',
  sendAgainTo: (username: string) => `Send the email to ${username} again`,
  sendingAgain: 'Sending...',
  title: 'Title',
  for: 'For',
  update: 'Update',
  date: 'Date',
  state: 'Status',
  actions: 'Actions',
  id: (id: string) => `ID ${id}`,
  inApp: 'In-app',
  inAppAndEmail: 'In-app, email',
  emails: (count: number) => describeCount(count, (number) => formatCount(number, 'email')),
  change: 'Change',
  changeThis: (title: string) => `Change ${title}`,
  cancel: 'Cancel',
  cancelThis: (title: string) => `Cancel ${title}`,

  cancelQuestion: (title: string) => `Cancel “${title}”?`,
  cancelEffect: (recipient: string, time: string) =>
    `It is scheduled for ${time} and will not be sent. For: ${recipient}.`,
  cancelNotification: 'Cancel Notification',
  keep: 'Keep It',
  canceling: 'Canceling...',

  pageTitle: 'Send notification',
  sendNotification: 'Send Notification',
  scheduleNotification: 'Schedule Notification',
  changeNotification: 'Change Notification',
  saveChanges: 'Save Changes',
  sending: 'Sending...',
  cannotChange: 'This notification can no longer be changed.',
  cannotChangeHelp: 'Only a scheduled notification that has not been sent can be changed.',
  form: 'Notification',
  sendTo: 'Send to',
  oneStudent: 'One student',
  everyone: 'Everyone',
  category: 'Category',
  group: 'Group',
  groupHelp: 'Students who match all of these:',
  hasNotPaid: 'Have not paid',
  hasNoQuizThisMonth: 'Have not started a quiz this month',
  school: 'School',
  schoolHint: 'Leave it empty for all schools.',
  moreSchools: 'More schools match. Type more of the name.',
  anyAge: 'All ages',
  studentsIn: (count: number) => formatCount(count, 'student'),
  chooseCondition: 'Choose at least one: not paid, no quiz, or a school.',
  counting: 'Counting students...',
  reaches: (count: number, byEmail: number, isEmailed: boolean) =>
    count === 0
      ? 'No student is in this group now.'
      : `It reaches ${formatCount(count, 'student')} now${isEmailed ? `, ${byEmail.toLocaleString('en-NG')} of them also by email` : ''}.`,
  ageCategory: 'Age category',
  ageCategoryHint: 'Students can read it while they are in this age group.',
  select: 'Select',
  description: 'Description',
  video: 'Video (optional)',
  noVideo: 'No video',
  chosenVideo: 'The chosen video',
  hiddenVideo: 'A video that students cannot see now',
  method: 'Method',
  when: 'When',
  now: 'Now',
  later: 'Later',
  dateAndTime: 'Date and time',
  lagosTime: 'Lagos time.',
  username: 'Username',
  usernameHint: 'Type a part of the username, email, phone number or school.',
  students: 'Students',
  studentsFound: (count: number) => `${formatCount(count, 'student')} found`,
  agesInBrackets: (category: string) => `(ages ${category})`,

  restored: 'We restored what you had typed.',
  discardDraft: 'Discard Draft',
  sendTest: 'Send Test to Me',
  sendTestHelp: 'It goes only to you, at your own email.',
  sendingTest: 'Sending...',
  testFailed: 'Failed to send the test email.',

  preview: 'Preview',
  previewHelp: 'This is what the student will see.',
  emailHelp:
    'It is also emailed, with the title as the subject. Students who turned off these emails read it in the app.',
  essentialEmailHelp: 'It is also emailed, with the title as the subject. Students cannot turn off emails about this.',
  new: 'New',

  sendQuestion: ({ to, ageCategory }: { to: string; ageCategory: string | undefined }) => {
    if (to === 'segment') return 'Send this to the group?'
    return ageCategory ? `Send this to all students aged ${ageCategory}?` : 'Send this to all students?'
  },
  sendEffect: ({ title, reach, isEmailed, time }: SendEffect) => {
    const students = reach ? formatCount(reach.students, 'student') : 'all of them'
    const emails = isEmailed
      ? reach
        ? `, ${reach.byEmail.toLocaleString('en-NG')} of them also by email`
        : ', also by email'
      : ''
    return time === undefined
      ? `“${title}” goes to ${students}${emails}. You can take it back within ${TAKE_BACK_SECONDS} seconds.`
      : `“${title}” goes to ${students}${emails}. It will be sent on ${time}. Until then you can change or cancel it.`
  },
} as const

type SendEffect = {
  title: string
  /** The number of recipients, once counted. */
  reach: { students: number; byEmail: number } | undefined
  isEmailed: boolean
  /** When to send it; undefined for immediately. */
  time: string | undefined
}

export const methodLabels: Record<NotificationMethod, string> = {
  'in-app': 'In the app',
  'in-app+email': 'In the app and by email',
}

export const stateLabels: Record<NotificationState, string> = {
  published: 'Sent',
  scheduled: 'Scheduled',
  canceled: 'Canceled',
}

export const senderLabels: Record<NotificationSender, string> = {
  admins: 'From admins',
  product: 'Automatic',
}

type Recipients = { username: string | null; ageCategory: string | null; segment?: StoredSegment | null }

/** Describes a notification's recipients: 'ada01', 'Ages 5-10', 'Not paid, Unity School' or 'All students'. */
export function recipientLabel({ username, ageCategory, segment = null }: Recipients) {
  if (username !== null) return username
  if (segment !== null) return segmentLabel(segment)
  return ageCategory === null ? 'All students' : `Ages ${ageCategory}`
}

function segmentLabel({ hasNotPaid, hasNoQuizThisMonth, school, ageCategory }: StoredSegment): string {
  const parts = [
    hasNotPaid && 'not paid',
    hasNoQuizThisMonth && 'no quiz this month',
    school,
    ageCategory && `ages ${ageCategory}`,
  ].filter((part) => typeof part === 'string')
  const label = parts.join(', ')
  return label.charAt(0).toUpperCase() + label.slice(1)
}
