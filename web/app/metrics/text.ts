// Sentences of the admin's dashboard.
import type { MetricCategory, MetricName } from '@baobab/contract/metrics.ts'
import type { PeriodChoice } from './period.ts'

export const text = {
  documentTitle: 'Admin home',
  title: 'Home',
  print: 'Print',
  addTrivia: 'Add New Trivia',
  uploadVideo: 'Upload Video',
  noStudentsHelp:
    'Charts appear after the first registration. Until then, check that there are videos to watch and quizzes to answer.',
  checkContent: 'Check videos and quizzes',
  staleNumbers: (time: string) => `These numbers are from ${time}. Newer ones could not be loaded.`,

  students: 'Students',
  allStudents: 'See all students',
  newestStudents: 'The newest students',

  period: 'Period',
  metricsOfPeriod: 'What happened',
  customDates: 'Custom dates',
  firstDay: 'First day',
  lastDay: 'Last day',
  showDays: 'Show these days',
  noCounts: 'No activity on these days.',
  showTable: 'Show as a table',
  chosenDay: (metric: string) => `${metric}: day`,

  todaySoFar: 'Today so far',
  day: 'Day',
  all: 'All',
  byDayAndCategory: (metric: string) => `${metric} by day and age category`,
  perDay: (count: string) => `${count} a day`,
  nothingToCompare: 'No earlier days to compare with',
  daysBefore: (days: number) => (days === 1 ? 'on the day before' : `in the ${days} days before`),
  sameAsBefore: (before: string) => `The same as ${before}`,
  moreThanBefore: (count: string, before: string) => `${count} more than ${before}`,
  fewerThanBefore: (count: string, before: string) => `${count} fewer than ${before}`,
  inCategory: (count: string, category: string) => `${count} in ${category}`,
  chart: (metric: string, from: string, to: string, highest: string, day: string) =>
    `${metric} each day, ${from} to ${to}. Highest ${highest} on ${day}.`,

  popularVideos: 'Popular videos',
  allVideos: 'All videos',
  noVideos: 'No video can be played.',
  popularQuizzes: 'Popular games',
  allQuizzes: 'All quizzes',
  noQuizzes: 'No video has a question.',
  inThisPeriod: 'In this period',
  watchedTimes: (times: string) => `watched ${times}`,

  paymentsToReview: 'Payments to check',
  paymentsNeedAttention: 'a refund or a reply is due',
  noPaymentsToReview: 'None needs attention',
  videosReady: 'Videos ready',
  processing: (count: string) => `${count} processing`,
  failed: (count: string) => `${count} failed`,
  noneProcessing: 'None processing, none failed',
  unreadMessages: 'Unread messages',
  fromContactForm: 'From the contact form',
  noUnreadMessages: 'No one is waiting for a reply',
  undeliveredMails: 'Undelivered emails',
  mailsFailed: 'failed in the last 7 days',
  noMailsFailed: 'None in the last 7 days',
  mailsRetrying: (count: string) => `${count} being retried`,
  storage: 'Storage',
  storageInObjectStore: 'of videos in the object store',
  storageFree: (free: string) => `of videos, ${free} free`,
  monthCloses: 'Month closes',
  drawOn: (day: string) => `draw on ${day}`,
} as const

export const categoryLabels: Record<MetricCategory, string> = { '5-10': '5-10', '11-20': '11-20', none: 'no category' }

export const metricLabels: Record<MetricName, { title: string; help: string }> = {
  registrations: { title: 'Registrations', help: 'Accounts, on the day their email was verified' },
  active: { title: 'Active students', help: 'Students who watched a video or started a quiz, counted once a day' },
  watched: { title: 'Videos watched', help: 'How often a video was marked as watched' },
  quizzes: { title: 'Quizzes finished', help: 'Quizzes that ended, completed or out of time' },
  payments: { title: 'Payments', help: 'Payments, on the day they were confirmed' },
  'paid-kobo': { title: 'Paid, in naira', help: 'The amount of these payments, before refunds' },
}

export const periodChoices: readonly { value: PeriodChoice; label: string }[] = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
  { value: 'own', label: text.customDates },
]
