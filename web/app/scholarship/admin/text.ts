// Sentences of the admin's scholarship page.
import type { AgeCategory } from '@baobab/contract/age.ts'
import { LEADERBOARD_SIZE } from '@baobab/contract/limits.ts'

const maximum = LEADERBOARD_SIZE.toLocaleString('en-NG')

export const text = {
  title: 'Scholarship Management',
  onLeaderboards: 'On the leaderboards now',
  studentsIn: (count: number, category: AgeCategory) => `${count === 1 ? 'student' : 'students'} in ${category}`,
  studentsInFull: (category: AgeCategory) => `students in ${category}, the maximum`,
  listExplanation: `When the month closes, the list is made from these leaderboards: at most ${maximum} students of each, and only those who are eligible.`,
  topStudents: 'Top 1000 Students',
  dates: 'Dates of this month',
  closes: 'The month closes',
  drawn: 'Earliest time of the draw',
  timeZones: 'Times are in Lagos. The draw takes place at 12:00 UTC on the 3rd of the next month.',
  rulesTitle: 'Rules of the scholarship',
  rules: [
    {
      title: 'One winner each month',
      detail: `The first ${maximum} of 5-10 and the first ${maximum} of 11-20 are put on one list, and one name is drawn.`,
    },
    {
      title: 'Points until the month closes',
      detail: 'A month is a calendar month in Lagos. Later answers count towards the next list.',
    },
    {
      title: 'Who is eligible',
      detail:
        'Students aged 5 to 20 with a verified email and at least one correct answer who are not disqualified and have paid, unless the published rules of the draw say that payment is not required. Students who are left out are not replaced.',
    },
    {
      title: 'A list that cannot be changed afterwards',
      detail: 'The list is frozen, and its fingerprint is published before anyone can know the winner.',
    },
    {
      title: 'A public number decides',
      detail:
        'The random number comes from a public source named in advance. It contains no secret of ours, so anyone can repeat the calculation.',
    },
  ],
} as const
