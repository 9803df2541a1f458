import { sql } from 'drizzle-orm'
import type { Feature } from '../platform/feature.ts'
import { belongingToSame, describeTables } from '../platform/feature-data.ts'
import { ERASED_BIRTH } from '../accounts/queries.ts'
import { withdrawAdjustmentsOf } from './admin/decide-adjustment.ts'
import { addAdjustmentRoutes } from './admin/routes.ts'
import { ledgerStatementsForNodes } from './ledger-nodes.ts'
import { removeFromLeaderboard } from './remove-from-leaderboard.ts'
import * as tables from './tables.ts'
import { addLeaderboardRoutes } from './routes.ts'
import { startLeaderboardJobs } from './jobs.ts'

export const leaderboard: Feature = {
  name: 'leaderboard',
  routes: [addLeaderboardRoutes, addAdjustmentRoutes],
  jobs: [startLeaderboardJobs],
  tables: describeTables(tables, {
    leaderboardEntries: {
      copy: { as: 'leaderboardEntries' },
      erase: {
        keeps: 'the points of past leaderboards must still add up',
        run: async (app, tx, { id }) => {
          await removeFromLeaderboard(app, tx, { reason: 'erased', condition: sql`student_id = ${id}` })
          return []
        },
        // The leaving day would reveal the birthday, so it is erased too.
        set: { leavesOn: ERASED_BIRTH },
      },
    },
    pointsLedger: {
      of: belongingToSame(tables.pointsLedger, tables.pointsLedger.entryId, tables.leaderboardEntries),
      copy: { as: 'points', withheld: ['xid'] },
      erase: { keeps: 'the points of past leaderboards must still add up' },
    },
    pointsAdjustments: {
      copy: { as: 'pointsAdjustments', withheld: ['key', 'proposedBy', 'decidedBy'] },
      erase: {
        keeps: 'the points of past leaderboards must still add up, and so must what each admin has adjusted',
        run: withdrawAdjustmentsOf,
        set: { reason: '' },
      },
    },
    boardWeeks: 'of no student',
  }),
  distribution: {
    byStudent: [tables.leaderboardEntries, tables.pointsLedger, tables.pointsAdjustments],
    coordinator: [tables.boardWeeks],
    before: ['drop trigger if exists standing_changes_student on standing_changes', ...ledgerStatementsForNodes],
  },
  ledgers: [tables.pointsLedger],
  triggers: ['standing_changes_student'],
}
