// Starts the system's PgBouncer in front of a test's database.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../src/platform/free-port.ts'
import { waitFor } from './wait-for.ts'

const found = spawnSync('pgbouncer', ['--version'])
/** Whether this machine has a PgBouncer. */
export const hasPgbouncer = found.error === undefined
const [, minor] = /PgBouncer 1\.(\d+)/.exec(String(found.stdout)) ?? []
/** Whether it can keep its clients' prepared statements apart: from version 1.21. */
export const canPrepare = Number(minor) >= 21

/** Starts PgBouncer. @returns the URL of the database through it, for the same role */
export async function startPgbouncer(databaseUrl: string, mode: 'session' | 'transaction', preparedStatements = 0) {
  const folder = mkdtempSync(join(tmpdir(), 'baobab-pgbouncer-'))
  const { hostname, port: databasePort, username, password } = new URL(databaseUrl)
  const port = await findFreePort()
  const users = join(folder, 'users.txt')
  const config = join(folder, 'pgbouncer.ini')
  writeFileSync(users, `"${username}" "${password}"\n`)
  writeFileSync(
    config,
    `[databases]
* = host=${hostname} port=${databasePort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = ${mode}
${canPrepare ? `max_prepared_statements = ${preparedStatements}` : ''}
`,
  )
  // It refuses to run as root, so it runs as nobody, who has to read its files.
  chmodSync(folder, 0o711)
  const asRoot = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn('pgbouncer', ['-q', ...asRoot, config], { stdio: 'ignore' })
  const url = Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(port) }).href
  // Opens no database connection, which a pooler would keep.
  const isListening = async () => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.destroy()
  }
  await waitFor(isListening)
  return {
    url,
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true })
    },
  }
}
