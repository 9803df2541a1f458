// Restores a backup from BACKUP_DIR into an empty database and an empty file store, with the server's settings:
//   npm run restore -- 2026-11-25T00-45-00Z     or: npm run restore -- latest
// Repeats the erasures since the backup, and checks everything. After a database was recovered in another way:
//   npm run restore -- --erasures
// Exits with 1 if something failed or is broken, with 64 for a wrong argument, with 78 for a wrong setting.
import { runCommand } from './platform/run-command.ts'
import { runRestore } from './run-restore.ts'

const [wanted, ...others] = process.argv.slice(2)
// As on the server: nginx reads the files by their group.
process.umask(process.env['MEDIA_ACCEL'] ? 0o027 : 0o077)
runCommand(() =>
  runRestore({
    settings: process.env,
    wanted: others.length === 0 ? wanted : undefined,
    print: (line) => process.stdout.write(`${line}\n`),
  }),
)
