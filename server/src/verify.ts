// Checks the whole database and all files, with the server's settings: `npm run verify`. Names every row that breaks an invariant.
// Exits with 0 if there are none, with 1 if there are some or a check failed, with 78 for a wrong setting. Changes nothing. The
// server may keep running.
import { features } from './features.ts'
import { openFiles } from './open-files.ts'
import { runCommand, withExistingDatabase } from './platform/run-command.ts'
import { printVerification } from './verification/print-verification.ts'

runCommand(() =>
  withExistingDatabase(process.env, async ({ pool }, config) => {
    const files = await openFiles(config)
    return (await printVerification({ pool, files, features }, (line) => process.stdout.write(`${line}\n`))) ? 0 : 1
  }),
)
