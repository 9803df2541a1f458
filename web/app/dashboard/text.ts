// Text for the student's dashboard.
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { countDays } from '@baobab/contract/kernel/days.ts'
import type { Today } from '@baobab/contract/quiz/practice.ts'
import { dailyPractice } from '../quiz/text.ts'
import { formatCount, formatDay, formatWeekday } from '../ui/format.ts'
import { quizStillRunning } from '../videos/text.ts'

export const text = {
  page: 'Dashboard',
  greeting: (username: string) => `Hello ${username}`,
  greetingLead: 'How are you today?',
  loadingVideos: 'Loading videos...',

  // Stored on the phone until something newer arrives
  storedToday: (time: string) => `This is from ${time} today.`,
  storedYesterday: (time: string) => `This is from ${time} yesterday.`,
  storedOn: (day: string, time: string) => `This is from ${day}, ${time}.`,
  slowNetwork: 'Your network is slow. We are loading the newest data.',

  // The path: one next step
  tree: (finished: number, total: number) =>
    `Your tree: ${finished} of ${formatCount(total, 'story', 'stories')} finished`,
  storyNumber: (number: number, total: number) => `Story ${number} of ${total}`,
  twoSteps: 'Two steps',
  stepWatch: 'Watch',
  stepAnswer: 'Answer',
  level: (number: number, name: string) => `Level ${number}: ${name}`,
  levelProgress: 'Progress to the next level',
  pointsToLevel: (left: number, number: number) => `${formatCount(left, 'point')} to level ${number}`,
  ofTitle: (name: string, title: string) => `${name}: ${title}`,
  watchNow: 'Watch now',
  watchAgain: 'Watch again',
  answer: (count: number) => `Answer ${formatCount(count, 'question')}`,
  backToQuiz: 'Back to the quiz',
  todaysQuestions: dailyPractice,
  todaysQuestionsDone: 'Today’s questions are done. Come back tomorrow.',
  newQuestions: (count: number) => formatCount(count, 'new question'),
  replay: (count: number) => `Answer ${formatCount(count, 'new question')}`,
  replayOf: (title: string, count: number) => `Answer ${formatCount(count, 'new question')}: ${title}`,
  allDone: 'You finished every story',
  allFreeDone: 'You finished every free story',
  moreAfterPayment: (count: number) =>
    count === 1 ? '1 more video opens after you pay.' : `${count} more videos open after you pay.`,
  noVideosYet: 'The first stories come soon',
  noVideosYetHelp: 'Until then, take a look at the leaderboard.',
  newToday: 'A new video comes today.',
  newTomorrow: 'A new video comes tomorrow.',
  newOn: (day: string) => `A new video comes on ${day}.`,
  newAfterPayment: 'It opens after you pay.',
  newUnknown: 'We are making new videos.',

  // The video to watch or resume
  play: (title: string) => `Play ${title}`,
  watchVideo: 'Watch Video',
  watchVideoLabel: (title: string) => `Watch Video: ${title}`,
  watched: 'Watched',
  watchedTime: (seen: string, total: string) => `${seen} of ${total}`,
  quizRunning: quizStillRunning,
  quizPaused: 'Your quiz is paused. The clock is stopped.',
  continueQuiz: 'Continue the quiz',
  takeTheQuiz: 'Take the quiz',

  // Numbers
  points: 'points',
  rank: 'your rank',
  quizzesDone: 'quizzes done',

  featured: 'Featured Videos',
  watchedState: 'Watched',
  showMore: 'Show More',

  // The leaderboard
  leaderboard: 'Leaderboard',
  emptyBoard: 'Nobody is on this leaderboard yet. Be the first!',
  tryAgain: 'Try again',
  seeMyDraw: 'Am I in the draw?',
  seeBoard: (category: string) => `See the top 1,000 for ages ${category}`,
  notRankedYet: (category: string) => `Answer a quiz question to join the leaderboard for ages ${category}.`,
  myRank: (category: string) => `My Rank, ages ${category}`,

  pointsToPass: ({ points, username }: { points: number; username: string }) =>
    `${points} more points take you past ${username}.`,

  // The month
  daysToClose: (days: number) => `${formatCount(days, 'day')} left to climb this month`,
  closesToday: 'Last day to climb this month',
  closeHelp: (month: string) => `Points you earn until then count for the ${month} draw.`,

  // The cloth: one square for each video
  cloth: 'Your story cloth',
  clothCount: (watched: number, total: number) => `${watched} of ${total}`,
  clothLabel: (watched: number, total: number) => `${watched} of ${formatCount(total, 'video')} watched`,
  clothHelp: 'Watch a video to colour a square.',
  clothDone: 'Every square has its colour.',
  seeBadges: 'Badges and certificates',

  // The advert
  advert: 'Advert',
  advertPaid: 'Is your class on Baobab? Ask your teacher to write to us.',
  contactUs: 'Contact Us',
  advertUnpaid: 'Get more videos, more trivia and the monthly scholarships. You pay only once.',
  advertUnpaidPrice: (price: string) =>
    `Get more videos, more trivia and the monthly scholarships for ${price}. You pay only once.`,
  seePayment: 'See what you get',
}

/** Videos that come later than this, in days, are mentioned only if nothing else is left to do. */
const WEEK = 7

type Coming = {
  next: Today['nextVideo']
  /** The day in Lagos, YYYY-MM-DD. */
  day: string | undefined
  /** Whether nothing else is left on the path. */
  isOver: boolean
}

/** Says when the next video comes, if that is this week or nothing else is left to do. */
export function describeNextVideo({ next, day, isOver }: Coming): string | undefined {
  if (!next || day === undefined) return isOver ? text.newUnknown : undefined
  const at = new Date(next.at)
  const days = countDays({ from: day, to: lagosDate(at) }) - 1
  if (days >= WEEK && !isOver) return undefined
  const sentence = days <= 0 ? text.newToday : days === 1 ? text.newTomorrow : text.newOn(formatWeekdayAndDay(at))
  return next.isLocked ? `${sentence} ${text.newAfterPayment}` : sentence
}

const formatWeekdayAndDay = (at: Date) => `${formatWeekday(at)}, ${formatDay(at)}`
