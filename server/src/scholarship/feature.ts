import type { Feature } from '../platform/feature.ts'
import { describeTables } from '../platform/feature-data.ts'
import * as prizeTables from './prize-tables.ts'
import { drawCheck } from './draw-checks.ts'
import * as tables from './tables.ts'
import { addScholarshipRoutes } from './routes.ts'
import { addScholarshipAdminRoutes } from './admin/routes.ts'
import { startScholarshipJobs } from './jobs.ts'

export const scholarship: Feature = {
  name: 'scholarship',
  routes: [addScholarshipRoutes, addScholarshipAdminRoutes],
  jobs: [startScholarshipJobs],
  tables: describeTables(
    { ...tables, ...prizeTables },
    {
      drawEntries: {
        // Includes each entry's secret number, with which a student can prove an entry.
        copy: { as: 'drawEntries' },
        erase: { set: { studentId: null, username: null, nonce: null, reachedAt: null } },
      },
      listClaims: {
        copy: { as: 'listClaims', withheld: ['answeredBy'] },
        // The fact that someone was missing from a list stays published.
        erase: { set: { studentId: null, text: null, answerText: null } },
      },
      entrantProposals: { copy: { without: 'a proposal is undecided, and may never be decided' }, erase: 'delete' },
      prizeClaimVersions: {
        copy: { as: 'prizeClaims', withheld: ['adminId'] },
        // It stays known that there was a claim, and who changed it when.
        erase: {
          set: {
            studentId: null,
            guardianName: null,
            guardianPhone: null,
            guardianEmail: null,
            publicName: null,
            reason: null,
          },
        },
      },
      prizeClaims: {
        // In the form that an earlier release stored.
        copy: { as: 'earlierPrizeClaims' },
        erase: 'delete',
      },
      scholarshipStart: 'of no student',
      drawRules: 'of no student',
      draws: 'of no student',
      drawEvents: 'of no student',
      drawChanges: 'of no student',
      prizeApprovals: 'of no student',
      prizeReminders: 'of no student',
      prizePayouts: 'of no student',
      timeStamps: 'of no student',
    },
  ),
  distribution: {
    coordinator: [
      tables.scholarshipStart,
      tables.drawRules,
      tables.draws,
      tables.drawEntries,
      tables.drawEvents,
      tables.drawChanges,
      tables.entrantProposals,
      tables.listClaims,
      tables.prizeClaims,
      tables.prizePayouts,
      tables.timeStamps,
      prizeTables.prizeClaimVersions,
      prizeTables.prizeApprovals,
      prizeTables.prizeReminders,
    ],
  },
  ledgers: [
    tables.drawChanges,
    tables.drawEvents,
    tables.drawRules,
    tables.draws,
    tables.prizePayouts,
    tables.scholarshipStart,
    tables.timeStamps,
    prizeTables.prizeApprovals,
  ],
  triggers: [
    'draw_entries_append_only',
    'draw_entries_protected',
    'draw_events_one_winner',
    'draws_protocol',
    'prize_claim_versions_append_only',
    'prize_claim_versions_protected',
  ],
  checks: [drawCheck],
}
