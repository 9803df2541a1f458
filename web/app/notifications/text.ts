import type { NotificationType } from '@baobab/contract/notifications/endpoints.ts'
import type { IconName } from '../ui/icon.tsx'

// Text for a student's notifications page. Sentences shared with the server are in the contract's notificationsText.
export const text = {
  notifications: 'Notifications',
  markAllRead: 'Mark all as read',
  marking: 'Marking...',
  showOlder: 'Show older notifications',
  loading: 'Loading...',
  emptyHelp: 'You get a notification here when there is news for you. Why not watch a video?',
  watchVideo: 'Watch a video',
  watchThisVideo: 'Watch the video',
  new: 'New',
  goToPayments: 'Go to my payments',
  openFriends: 'Open Friends',
  id: 'ID',
  update: 'Update',
  date: 'Date',
} as const

export const typeLabels: Record<NotificationType, { label: string; icon: IconName }> = {
  announcement: { label: 'Announcement', icon: 'bell' },
  quiz: { label: 'Quiz', icon: 'question' },
  scholarship: { label: 'Scholarship', icon: 'graduation-cap' },
  payment: { label: 'Payment', icon: 'credit-card' },
  account: { label: 'Account', icon: 'gear-six' },
}

export const unsubscribeText = {
  title: 'Emails from Baobab',
  greeting: { title: 'You decide.', text: 'You choose which emails you get.' },
  question: 'Do you want to stop our emails about news and quizzes?',
  essential:
    'You still get emails about your account, payments and prizes. News is also in the app, under Notifications.',
  stop: 'Stop These Emails',
  resume: 'Get Them Again',
  changing: 'Saving...',
  home: 'Go to Baobab',
  invalidLink: 'This link is not complete.',
  invalidLinkHelp: 'Open the link in the email again, or log in and turn these emails off in the settings.',
  logIn: 'Log In',
} as const
