// Says what is wrong with an installation and what to do about it, with the server's settings: `npm run doctor`, or `npm run
// --silent doctor -- --json`. Exits with 0 if nothing is wrong, even with warnings, and with 1 otherwise. The server may be running
// or not. Prints no secrets, and only changes a small file that it writes to the file store and removes.
import { parseArgs } from 'node:util'
import { openFiles } from './open-files.ts'
import { readValidSettings } from './platform/config.ts'
import { installationChecks } from './system/health/checks.ts'
import { collectSecrets, formatFindings, redact } from './system/health/findings.ts'
import { examineInstallation } from './system/health/installation.ts'

async function run(): Promise<number> {
  const { json } = parseArgs({ options: { json: { type: 'boolean' } } }).values
  const { config, problems, isGiven } = readValidSettings(process.env)
  // Gives files and folders that this command creates the same permissions as the server's.
  process.umask(config.mediaAccel ? 0o027 : 0o077)
  const findings = await examineInstallation(installationChecks, { config, problems, isGiven, openFiles })
  const isHealthy = findings.every(({ state }) => state !== 'wrong')
  const output = json ? JSON.stringify({ isHealthy, findings }, null, 2) : formatFindings(findings)
  process.stdout.write(`${redact(output, collectSecrets(process.env))}\n`)
  return isHealthy ? 0 : 1
}

run().then(
  (code) => process.exit(code),
  (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error)
    process.stderr.write(`${redact(message, collectSecrets(process.env))}\n`)
    process.exit(1)
  },
)
