// Sentences of the notification pages for admins. Sentences that the server shares are in the contract's
// notificationsText.
import { formatCount } from '../../ui/format.ts'

export const text = {
  notifications: 'Notifications',
  allNotifications: 'All notifications',
  filter: 'Filter notifications',
  all: 'All',
  page: (number: number) => `Page ${number}`,
  emptyHelp: 'No notification has been sent yet.',
  emptyFilterHelp: 'No notification has this status.',
  title: 'Title',
  for: 'For',
  update: 'Update',
  date: 'Date',
  state: 'Status',
  actions: 'Actions',
  id: (id: string) => `ID ${id}`,
  inApp: 'In-app',
  inAppAnd: 'In-app, {email}',
  emails: (count: number) => (count > 0 ? formatCount(count, 'email') : 'email'),
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
  ageCategory: 'Age category',
  ageCategoryHint: 'Students can read it while they are in this age group.',
  select: 'Select',
  description: 'Description',
  method: 'Method',
  when: 'When',
  now: 'Now',
  later: 'Later',
  dateAndTime: 'Date and time',
  lagosTime: 'Lagos time.',
  username: 'Username',
  usernameHint: 'Type part of the username, or the whole email address.',
  students: 'Students',
  studentsFound: (count: number) => `${formatCount(count, 'student')} found`,
  agesInBrackets: (category: string) => `(ages ${category})`,

  preview: 'Preview',
  previewHelp: 'This is what the student will see.',
  emailHelp: 'It is also emailed to verified addresses, with the title as the subject. An email cannot be taken back.',
  new: 'New',

  sendQuestion: (ageCategory: string | undefined) =>
    ageCategory ? `Send this to all students of ages ${ageCategory}?` : 'Send this to all students?',
  sendEffect: ({ title, count, isEmailed, time }: SendEffect) => {
    const recipients = `“${title}” goes to ${count ? `at most ${count}` : 'all of them'}${isEmailed ? ', also by email' : ''}.`
    return time === undefined
      ? `${recipients} It is sent immediately and cannot be taken back.`
      : `${recipients} It will be sent on ${time}. Until then you can change or cancel it.`
  },
  studentCount: (count: number, precision: 'exact' | 'about' | 'at-least') => {
    const students = formatCount(count, 'student')
    return { exact: students, about: `about ${students}`, 'at-least': `more than ${students}` }[precision]
  },
} as const

type SendEffect = {
  title: string
  /** The number of recipients, once it is known: 'about 9,324 students'. */
  count: string | undefined
  isEmailed: boolean
  /** When it is to be sent; undefined for immediately. */
  time: string | undefined
}
