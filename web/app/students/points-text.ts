// Text for the page of all changes of a student's points.
import type { CategoryPoints } from '@baobab/contract/students/points.ts'

export const pointsPageText = {
  title: 'Points of a student',
  titleOf: (username: string) => `Points of ${username}`,
  lead: 'All changes to the points, newest first. Viewing this page is logged.',
  users: 'User Management',
  openAccount: 'Open account',
  scores: 'Where the score comes from',
  inCategory: (category: string) => `Ages ${category}`,
  rank: (rank: number) => `On the leaderboard today, with rank ${rank.toLocaleString('en-NG')}.`,
  listings: {
    listed: 'On the leaderboard today.',
    disqualified: 'Not on the leaderboard: the student is disqualified.',
    outgrown: 'Not on the leaderboard: the student has grown out of this age group. The points stay.',
    unlisted: 'Not on the leaderboard today.',
  } satisfies Record<CategoryPoints['listing'], string>,
  held: (since: string) => `On hold since ${since}: an admin is checking the points. Points and rank stay.`,
  changes: 'Changes',
  date: 'Date',
  what: 'What happened',
  ageCategory: 'Age category',
  change: 'Change',
  scoreAfter: 'Score after',
  openQuiz: 'Open quiz',
  none: 'No points yet',
  noneHelp: 'Changes appear here with the first answer.',
  showMore: 'Show more',
  loadingMore: 'Loading...',
} as const
