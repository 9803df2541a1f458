// Examines a whole installation.
import { backupCheck } from './backup-check.ts'
import { databaseChecks } from './database-checks.ts'
import { wrong, type DoctorCheck, type Installation } from './check.ts'
import { machineChecks } from './machine-checks.ts'
import { serviceChecks } from './service-checks.ts'
import type { Finding } from './rules.ts'

/** All checks, in the order in which their findings are printed. */
const checks: readonly DoctorCheck[] = [...machineChecks, ...databaseChecks, ...serviceChecks, backupCheck]

/** Runs all checks side by side. A check that fails is a finding too, and stops no other. */
export async function examineInstallation(installation: Installation): Promise<Finding[]> {
  const found = checks.map(async ({ name, run }) => {
    const outcomes = await run(installation).catch((error: unknown) => [
      wrong(error instanceof Error ? error.message : String(error), 'Mend that, and run this command again.'),
    ])
    return outcomes.map((outcome) => ({ check: name, ...outcome }))
  })
  return (await Promise.all(found)).flat()
}
