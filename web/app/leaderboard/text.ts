// Text for the leaderboard pages. Sentences about loading and failure are in the contract's leaderboardText.
import { listLock } from '../ui/shared-sentences.ts'
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { formatCount } from '../ui/format.ts'

export const text = {
  friends: 'Play with your friends',
  leaderboard: 'Leaderboard',
  leaderboardMeta: 'The top 1,000 students of each age group.',
  leaderboardLead: 'Top 1000 Students. Every month one student from both age groups wins a scholarship.',
  topStudents: 'Top 1000 Students',
  scholarshipManagement: 'Scholarship Management',
  topStudentsMeta: 'The public leaderboard of Baobab: usernames, drawn pictures and points, in two age groups.',
  topStudentsLead: (category: AgeCategory) => `Ages ${category}. Only usernames, drawn pictures and scores are shown.`,
  topStudentsAdminLead: (category: AgeCategory) => `Ages ${category}, as the public leaderboard shows them now.`,
  league: 'My League',
  leagueHelp: 'A new race every week. Who earns the most points?',
  topThree: 'Top three students',
  allRanks: 'All ranks',
  rank: 'Rank',
  beingChecked: 'Being checked',
  username: 'Username',
  score: 'Score',
  studentsBetween: (count: number) => `${formatCount(count, 'student')} in between`,
  empty: 'No students yet',
  emptyHelp: 'Answer one question and be number 1!',
  takeQuiz: 'Take Quiz',
  startNow: 'Start Now',
  showAll: (count: number) => `Show all ${count.toLocaleString('en-NG')} students`,

  myRank: 'My Rank',
  myRankLead: 'Your rank in your age group.',
  ages: (category: AgeCategory) => `Ages ${category}`,
  totalAndScore: (total: number, score: number) =>
    `of ${formatCount(total, 'student')}, ${formatCount(score, 'point')}`,
  rankIsNow: (rank: string) => `Your rank is now ${rank}.`,
  placesUp: (places: number) => `${formatCount(places, 'place')} up this week`,
  placesDown: (places: number) => `${formatCount(places, 'place')} down this week`,
  seeMyDraw: 'Am I in the draw?',
  inTop: 'You are in the top 1,000. If you are still there when the month ends, you can be in the draw.',
  belowTop: 'The top 1,000 can be in the draw when the month ends. Every right answer helps you climb.',
  pointsToPass: ({ points, username }: { points: number; username: string }) =>
    `${points} more points take you past ${username}.`,
  aroundYou: 'Around you',
  position: 'Your position in the top 1,000',
  placesToLast: (places: number) => `${formatCount(places, 'place')} above rank 1,000`,
  notRankedYet: 'You are not on the leaderboard yet. Answer your first quiz question to join it.',
  notRankedHere: (category: AgeCategory) => `You are not ranked in ages ${category}, but you can look around.`,
  noCategoryHelp: 'The leaderboard is for students aged 5 to 20.',
  visitorHelp: 'Log in or sign up to see your rank.',
  tryAgain: 'Try again',
  login: 'Login',
  signUp: 'Sign Up',
  settings: 'Settings',

  drawTitle: 'How the draw works',
  drawSteps: [
    'At the end of the month we make a list of everyone in the top 1,000 of each age group who can win.',
    listLock,
    'A number that nobody can choose picks the winner. Anyone can check it.',
  ],
  drawChance:
    'Everyone on the list has the same chance. Paying opens more videos, trivia and the monthly scholarships. It does not buy points or a better rank.',
  allDraws: 'See every draw',
  fullRules: 'Read the full rules',
  payment: 'Payment',
} as const
