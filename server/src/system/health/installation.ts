// Examines an installation from outside, whether or not a server is running: the input of its checks, and their findings.
import type { Config } from '../../platform/config.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { HealthCheck } from './rules.ts'
import { wrong, type Finding, type Outcome } from './findings.ts'

/** The installation being examined. */
export type Installation = {
  /** The valid settings. */
  config: Config
  /** What is wrong with the invalid settings. */
  problems: string[]
  /** Whether there are any settings. */
  isGiven: boolean
  /** Opens the configured file store. */
  openFiles: (config: Config) => Promise<FileStore>
}

/** Reading may fail: the error is then the finding. */
export type InstallationCheck = HealthCheck<Installation, unknown, Outcome[]>

/** Declares a check of an installation. */
export const check = <Facts>(declared: HealthCheck<Installation, Facts, Outcome[]>): InstallationCheck => declared

/** Runs checks in parallel. A failed check is also a finding, and stops no other. */
export async function examineInstallation(
  checks: readonly InstallationCheck[],
  installation: Installation,
): Promise<Finding[]> {
  const found = checks.map(async (one) => {
    const outcomes = await one.read(installation).then(
      (facts) => one.judge(facts, new Date()),
      (error: unknown) => [
        wrong(error instanceof Error ? error.message : String(error), 'Fix that, and run this command again.'),
      ],
    )
    return outcomes.map((outcome) => ({ check: one.name, ...outcome }))
  })
  return (await Promise.all(found)).flat()
}
