// Text for the weekly league.
import { leagueTierLabels, type LeagueOutcome, type LeagueTier } from '@baobab/contract/leagues/text.ts'
import { formatCount, formatOrdinal } from '../ui/format.ts'

const league = (tier: LeagueTier) => `${leagueTierLabels[tier]} league`

type Result = { tier: LeagueTier; position: number; points: number; outcome: LeagueOutcome }

export const text = {
  page: 'My League',
  description: 'Up to 30 students, one week: who earns the most points?',
  lead: 'A new race every week with up to 30 students of your age.',
  loading: 'Loading your league...',
  failed: 'Failed to load your league.',
  title: (tier: LeagueTier) => `The ${league(tier)}`,
  allLeagues: 'All leagues',
  you: 'You are here',
  members: (outcome: LeagueOutcome) =>
    ({ rises: 'Going up next week', stays: 'Staying in this league', falls: 'Going down next week' })[outcome],
  standing: (position: number, count: number) => `You are ${formatOrdinal(position)} of ${count}.`,
  toRise: (points: number) => `${points} more points and you go up.`,
  daysLeft: (days: number) =>
    days <= 1 ? 'The week ends tonight at midnight.' : `${days} days left. The week ends on Sunday at midnight.`,
  ifItEndedNow: 'If the week ended now',
  alone: 'You are the first one here. Others can still join.',

  join: 'Answer one question to join this week’s league.',
  joinHelp: (tier: LeagueTier) =>
    `You will be in the ${league(tier)}. Each right answer in a quiz is 10 points. Practice lets you join too, but without points.`,
  takeQuiz: 'Take Quiz',
  practise: 'Practise',
  closed: {
    age: { title: 'Leagues are for students aged 5 to 20.', help: 'You can still watch every video.' },
    disqualified: {
      title: 'You are not in a league.',
      help: 'Students who were taken off the leaderboard are in no league.',
    },
  },

  lastWeek: ({ tier, position, points, outcome }: Result) => {
    const result = `Last week you were ${formatOrdinal(position)} in the ${league(tier)}, with ${formatCount(points, 'point')}.`
    return `${result} ${{ rises: 'You went up!', stays: 'You stayed.', falls: 'You went down. Climb back up!' }[outcome]}`
  },

  rules: 'How it works',
  ruleList: [
    'Only the points that you earn this week count here.',
    'On Sunday night the first students go up and the last ones go down. In a league of fewer than six, nobody moves.',
    'Have you done every quiz? New stories bring new points.',
    'Your league does not change the leaderboard or the draw.',
  ],

  line: {
    joined: (tier: LeagueTier, position: number, count: number) =>
      `You are ${formatOrdinal(position)} of ${count} in the ${league(tier)}`,
    open: (tier: LeagueTier) => `This week’s ${league(tier)}`,
    ends: (days: number) => (days <= 1 ? 'It ends tonight.' : `${days} days left.`),
  },
} as const
