// Text for the student's first page.
import { formatCount } from '../ui/format.ts'

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

  // The next step: a quiz, or the video to watch next
  play: (title: string) => `Play ${title}`,
  watchVideo: 'Watch Video',
  watchVideoLabel: (title: string) => `Watch Video: ${title}`,
  watched: 'Watched',
  watchedTime: (seen: string, total: string) => `${seen} of ${total}`,
  quizRunning: 'Your quiz is running, and so is its clock.',
  quizPaused: 'Your quiz is paused, and so is its clock.',
  continueQuiz: 'Continue the quiz',
  takeTheQuiz: 'Take the quiz',
  dailyPractice: 'Daily practice: three old questions',
  practiceDone: 'Daily practice: done for today. Come back tomorrow.',
  allDone: 'You have done every video',
  allDoneHelp: 'Well done. Come back soon: new videos are added often.',
  allFreeDone: 'You have done every free video',
  allFreeDoneHelp: (count: number) =>
    count === 1 ? 'One more video opens once you pay.' : `${count} more videos open once you pay.`,
  noVideosYet: 'The first videos will appear here',
  noVideosYetHelp: 'Meanwhile, take a look at the leaderboard.',

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
  seeBoard: (category: string) => `See the top 1,000 of ages ${category}`,
  notRankedYet: (category: string) => `Answer a quiz question to join the leaderboard for ages ${category}.`,
  myRank: (category: string) => `My Rank, ages ${category}`,

  pointsToPass: ({ points, username }: { points: number; username: string }) =>
    `${points} more points take you past ${username}.`,

  // The month
  daysToClose: (days: number) => `${formatCount(days, 'day')} left to climb this month`,
  closesToday: 'Last day to climb this month',
  closeHelp: (month: string) => `Points you earn until then count for the ${month} draw.`,

  // The cloth: one square for each video
  cloth: 'Your cloth',
  clothCount: (watched: number, total: number) => `${watched} of ${total}`,
  clothLabel: (watched: number, total: number) => `${watched} of ${formatCount(total, 'video')} watched`,
  clothHelp: 'Each video you mark as watched colours one square.',
  seeBadges: 'Badges and certificates',

  // The advert
  advert: 'Advert',
  advertPaid: 'Would your school or shop like to reach students here?',
  contactUs: 'Contact Us',
  advertUnpaid: 'Get more videos, more trivia and the monthly scholarships. You pay only once.',
  advertUnpaidPrice: (price: string) =>
    `Get more videos, more trivia and the monthly scholarships for ${price}. You pay only once.`,
  seePayment: 'See what you get',
}
