// Text for the admin dashboard.
import type { AttentionKind, MetricCategory, MetricName } from '@baobab/contract/metrics/endpoints.ts'
import type { PeriodChoice } from './period.ts'

export const text = {
  documentTitle: 'Admin home',
  title: 'Home',
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
  metricsOfPeriod: 'Charts',
  showCharts: 'Show charts',
  hideCharts: 'Hide charts',
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
  popularQuizzes: 'Popular games',
  allQuizzes: 'All quizzes',
  lastThirtyDays: 'In the last 30 days',
  watchedTimes: (times: string) => `watched ${times}`,

  needsYou: 'Needs attention',
  isBroken: (part: string) => `Broken: ${part}. See what to do.`,
  nothingWaits: 'Nothing is waiting',
  aboutStudent: (what: string, username: string) => `${what}, about ${username}`,
  inAges: (what: string, category: string) => `${what}, ages ${category}`,
  videosReady: 'Videos ready',
  processing: (count: string) => `${count} processing`,
  noneProcessing: 'None processing',
  storage: 'Storage',
  storageInObjectStore: 'of videos in the object store',
  storageFree: (free: string) => `of videos, ${free} free`,
  monthCloses: 'Month closes',
  drawOn: (day: string) => `draw on ${day}`,
} as const

/** Labels for the counts, singular and plural. */
export const attentionLabels: Record<AttentionKind, { one: string; many: string }> = {
  payments: { one: 'payment needs attention', many: 'payments need attention' },
  messages: { one: 'open message', many: 'open messages' },
  'draw-proposals': { one: 'draw change to approve', many: 'draw changes to approve' },
  'student-proposals': { one: 'change in an open draw to approve', many: 'changes in an open draw to approve' },
  'points-proposals': { one: 'points change to approve', many: 'points changes to approve' },
  'birth-proposals': { one: 'date of birth to approve', many: 'dates of birth to approve' },
  appeals: { one: 'appeal to answer', many: 'appeals to answer' },
  holds: { one: 'student on hold', many: 'students on hold' },
  'list-claims': { one: 'student missing from a draw list', many: 'students missing from a draw list' },
  reports: { one: 'reported question', many: 'reported questions' },
  regrades: { one: 'answer correction to approve', many: 'answer corrections to approve' },
  videos: { one: 'video failed', many: 'videos failed' },
  'notification-mails': { one: 'failed notification email', many: 'failed notification emails' },
  mails: { one: 'other failed email', many: 'other failed emails' },
  jobs: { one: 'failed job in System', many: 'failed jobs in System' },
}

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
