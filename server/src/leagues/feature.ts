import { LEAGUE_SIZE } from '@baobab/contract/leagues/text.ts'
import { sqlCheck } from '../platform/data-check.ts'
import type { Feature } from '../platform/feature.ts'
import { describeTables } from '../platform/feature-data.ts'
import { startLeagueJobs } from './jobs.ts'
import { addLeagueRoutes } from './routes.ts'
import * as tables from './tables.ts'

const sizeCheck = sqlCheck(
  'leagues',
  `A league has at most ${LEAGUE_SIZE} students, and all of them are in one tier and age category.`,
  `select 'league_members ' || monday || ' ' || age_category || ' ' || tier || ' ' || band || ' ' || number as row,
     'it has ' || count(*) || ' students' as reason
   from league_members group by monday, age_category, tier, band, number having count(*) > $1::integer`,
  [LEAGUE_SIZE],
)

export const leagues: Feature = {
  name: 'leagues',
  routes: [addLeagueRoutes],
  jobs: [startLeagueJobs],
  tables: describeTables(tables, {
    // Which league of a band it was says nothing about the student.
    leagueMembers: { copy: { as: 'leagues', withheld: ['band', 'number'] }, erase: 'delete' },
  }),
  distribution: { byStudent: [tables.leagueMembers] },
  checks: [sizeCheck],
}
