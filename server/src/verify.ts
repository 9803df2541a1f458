// Checks the whole database and all files, with the server's settings: `npm run verify`. Names every row that breaks what has
// to hold. Ends with 0 if none does, with 1 if some do or a check failed, with 78 for a wrong setting. Changes nothing. The server may run meanwhile.
import { openFiles } from './app.ts'
import { runCommand, withExistingDatabase } from './platform/run-command.ts'
import { formatFound } from './verification/report.ts'
import { checks, verifyDatabase } from './verification/verify-database.ts'

runCommand(() =>
  withExistingDatabase(process.env, async ({ pool }, config) => {
    const files = await openFiles(config)
    const broken = new Map<string, number>()
    for await (const found of verifyDatabase({ pool, files })) {
      broken.set(found.check, (broken.get(found.check) ?? 0) + 1)
      process.stdout.write(`${formatFound(found)}\n`)
    }
    for (const { name, holds } of checks)
      process.stdout.write(`${broken.has(name) ? `BROKEN ${broken.get(name)}` : 'ok'}  ${name}: ${holds}\n`)
    return broken.size === 0 ? 0 : 1
  }),
)
