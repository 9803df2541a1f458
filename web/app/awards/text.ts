// Text for the badge and certificate pages.
import { formatCount } from '../ui/format.ts'

const numbers = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]

/** 'the story', 'both stories', 'all five stories'. */
function countStories(count: number): string {
  if (count === 1) return 'the story'
  if (count === 2) return 'both stories'
  return `all ${numbers[count] ?? count} stories`
}

export const text = {
  title: 'Badges and certificates',
  lead: 'Watch a video to the end and get at least 6 of every 10 quiz answers right. Not enough right? Practise the quiz.',
  description: 'The badges and certificates you have earned.',
  loading: 'Loading your badges...',

  certificates: 'Certificates',
  noSeries: 'There is no series yet. When there is one, you can earn its certificate here.',
  progress: (finished: number, total: number) => `${finished} of ${formatCount(total, 'video')} finished`,
  progressLabel: (title: string) => `Your progress in ${title}`,
  get: 'Get your certificate',
  getLabel: (title: string) => `Get your certificate: ${title}`,
  getting: 'Making your certificate...',
  see: 'See your certificate',
  seeLabel: (title: string) => `See your certificate: ${title}`,
  seeVideos: 'See the videos',
  seeVideosLabel: (title: string) => `See the videos of ${title}`,

  badges: 'Badges',
  noBadges: 'You can earn a badge when the next video comes.',
  level: (level: number) => `Level ${level}`,
  notYet: 'Not earned yet',
  first: 'Watch one video to the end and get at least 6 of every 10 answers right.',
  next: (missing: number, level: number) => `${formatCount(missing, 'more video')} to level ${level}`,
  highest: 'You have reached the highest level.',
  findVideos: 'Find videos',
  findVideosLabel: (value: string) => `Find videos: ${value}`,
  earned: (value: string, level: number) => `You earned a badge: ${value}, level ${level}.`,
  seeBadges: 'See your badges',
  seriesFinished: (title: string) => `You finished all of ${title}.`,
  getIt: 'Get your certificate',
  notPlayed: 'Watch the video to the end, and it counts for your badges too.',
  watchIt: 'Watch the video',

  certificate: 'Certificate',
  certificateMeta: 'What a student has finished on Baobab.',
  thisCertifies: 'This certifies that',
  /** Followed by the title of the series. */
  hasFinished: (count: number) => `has finished ${countStories(count)} of`,
  rightAnswers: (right: number, total: number) => `with ${right} of ${formatCount(total, 'answer')} right.`,
  /** Certificates of earlier releases, which did not ask whether the videos were played. */
  hasDoneQuizzes: 'has done every quiz of the series',
  about: 'Videos about',
  issued: (date: string) => `Issued on ${date}`,
  check: 'Scan to check this certificate',
  print: 'Print',
  share: 'Share',
  allBadges: 'Badges and certificates',
  loadingCertificate: 'Loading the certificate...',
  failed: 'Failed to load the certificate.',
  notFoundHelp: 'It may have been deleted together with its account. Please check the address.',
  home: 'Go to Baobab',
} as const
