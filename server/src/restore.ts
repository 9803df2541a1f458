// Restores a backup of BACKUP_DIR into an empty database and an empty file store, with the server's settings:
//   npm run restore -- 2026-11-25T00-45-00Z     or: npm run restore -- latest
// Erases again who was erased since, and checks everything. After a database was recovered in another way:
//   npm run restore -- --erasures
// Ends with 1 if something failed or is broken, with 64 for a wrong argument, with 78 for a wrong setting.
import { runCommand } from './platform/run-command.ts'
import { runRestore } from './run-restore.ts'

const [wanted, ...others] = process.argv.slice(2)
// As for the server: nginx reads the files by their group.
process.umask(process.env['MEDIA_ACCEL'] ? 0o027 : 0o077)
runCommand(() =>
  runRestore({
    settings: process.env,
    wanted: others.length === 0 ? wanted : undefined,
    print: (line) => process.stdout.write(`${line}\n`),
  }),
)
