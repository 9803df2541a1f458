import { inArray } from 'drizzle-orm'
import type { Feature } from '../platform/feature.ts'
import { belongingTo, describeTables } from '../platform/feature-data.ts'
import * as adminTables from './admin/tables.ts'
import * as correctionTables from './correction-tables.ts'
import { signInNameCheck } from './sign-in-name-check.ts'
import * as erasedTables from './erased-tables.ts'
import * as providerTables from './identity-providers/tables.ts'
import * as numberTables from './number-tables.ts'
import * as tables from './tables.ts'
import type { RefuseOtherGuardian } from './guardian-consent.ts'
import { addAccountRoutes } from './routes.ts'
import { startAccountJobs } from './jobs.ts'

const NOTHING_BUT_TIMES = 'a code that has not been entered contains only times, and is deleted'

/** @param refuseOtherGuardian fails for winners of unpaid prizes; this feature cannot import the draws, which are above it */
export const accounts = (refuseOtherGuardian: RefuseOtherGuardian): Feature => ({
  name: 'accounts',
  routes: [(context) => addAccountRoutes(context, refuseOtherGuardian)],
  jobs: [startAccountJobs],
  tables: describeTables(
    { ...tables, ...adminTables, ...correctionTables, ...numberTables, ...erasedTables, ...providerTables },
    {
      students: {
        of: ({ ids }) => inArray(tables.students.id, ids),
        copy: { as: 'account', withheld: ['passwordHash', 'usernameKey', 'emailKey', 'addressHash'] },
        erase: { goesWith: 'eraseStudent, which empties the row' },
      },
      registrations: {
        of: ({ emailKeys }) => inArray(tables.registrations.emailKey, emailKeys),
        copy: { without: 'it waits for its email or a guardian, and may belong to a stranger' },
        erase: { goesWith: 'eraseStudent, which empties the row' },
      },
      signInNames: { copy: { without: 'they are stored with the account' }, erase: 'delete' },
      sessions: { copy: { as: 'sessions', withheld: ['tokenHash', 'adminId'] }, erase: { goesWith: 'lockOthersOut' } },
      knownBrowsers: {
        copy: { as: 'knownBrowsers', withheld: ['secretHash', 'deviceId', 'adminId'] },
        erase: { goesWith: 'lockOthersOut' },
      },
      passwordResets: {
        copy: { as: 'passwordResets', withheld: ['tokenHash', 'adminId'] },
        erase: { goesWith: 'lockOthersOut' },
      },
      emailCodes: { copy: { without: NOTHING_BUT_TIMES }, erase: { goesWith: 'lockOthersOut' } },
      numberCodes: { copy: { as: 'numberCodes' }, erase: 'delete' },
      proofCodes: { copy: { without: NOTHING_BUT_TIMES }, erase: { goesWith: 'lockOthersOut' } },
      providerIdentities: { copy: { as: 'identityProviders' }, erase: { goesWith: 'lockOthersOut' } },
      signInFlows: {
        of: belongingTo(providerTables.signInFlows.sessionId, tables.sessions),
        copy: { without: 'it ends within minutes' },
        erase: { goesWith: 'lockOthersOut' },
      },
      studentCorrections: { copy: { as: 'corrections', withheld: ['adminId'] }, erase: 'delete' },
      guardianChanges: { copy: { as: 'guardianChanges', withheld: ['adminId'] }, erase: 'delete' },
      admins: 'of no student',
      adminInvitations: 'of no student',
      recoveryCodes: 'of no student',
      adminRoleChanges: 'of no student',
      formerBrowsers: 'of no student',
      presentedBrowsers: 'of no student',
      retiredUsernames: 'of no student',
    },
  ),
  distribution: {
    // This trigger writes names for servers of earlier releases. It could not do that on a node with students.
    before: ['drop trigger if exists students_sign_in_names on students'],
    byStudent: [tables.students, tables.proofCodes, numberTables.numberCodes, correctionTables.studentCorrections],
    everywhere: [tables.admins],
    coordinator: [
      tables.registrations,
      tables.signInNames,
      tables.sessions,
      tables.knownBrowsers,
      tables.passwordResets,
      tables.emailCodes,
      tables.adminInvitations,
      tables.recoveryCodes,
      correctionTables.guardianChanges,
      ...Object.values(providerTables),
      ...Object.values(adminTables),
      ...Object.values(erasedTables),
    ],
  },
  ledgers: [adminTables.adminRoleChanges],
  triggers: ['admins_role_changed', 'students_number_changed', 'students_number_forgotten', 'students_sign_in_names'],
  checks: [signInNameCheck],
})
