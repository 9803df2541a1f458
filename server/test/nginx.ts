// Starts the system's nginx in front of a server.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../src/platform/free-port.ts'
import { waitFor } from './wait-for.ts'

/** Whether this machine has an nginx. */
export const hasNginx = spawnSync('nginx', ['-v']).error === undefined

/** The configuration for operators, which the tests run. */
const CONFIGURATION = new URL('../../docs/nginx.conf', import.meta.url)

/** Returns the configuration for operators with these addresses and this folder in it. */
function readConfiguration(options: { port: number; app: string; filesDir: string }): string {
  const replacements: [string, string][] = [
    ['listen 80;', `listen 127.0.0.1:${options.port};`],
    ['http://127.0.0.1:3000;', `${options.app};`],
    ['/srv/baobab/files/;', `${options.filesDir}/;`],
  ]
  let config = readFileSync(CONFIGURATION, 'utf8')
  for (const [from, to] of replacements) {
    if (config.split(from).length !== 2) throw new Error(`${CONFIGURATION.pathname} does not contain "${from}" once.`)
    config = config.replace(from, () => to)
  }
  return config
}

/** Starts nginx in front of the server at `app`, as docs/nginx.conf recommends, and returns its URL. */
export function startNginx(options: { app: string; filesDir: string }) {
  return runNginx((port) => readConfiguration({ ...options, port }))
}

/**
 * Starts nginx in front of several servers, and returns its URL. With max_fails=0 nginx asks the next server when one refuses
 * a connection, and does not avoid that one afterwards: it may be the only one when the next is restarted.
 */
export function startBalancer(options: { ports: readonly number[]; filesDir: string }) {
  const servers = options.ports.map((port) => `server 127.0.0.1:${port} max_fails=0;`)
  const upstream = `upstream servers { ${servers.join(' ')} keepalive 64; }`
  return runNginx(
    (port) => `${upstream}\n${readConfiguration({ app: 'http://servers', filesDir: options.filesDir, port })}`,
  )
}

/** Starts nginx in front of the server at `app` with nothing but its defaults, and returns its URL. */
export function startBareNginx(app: string) {
  return runNginx((port) => `server { listen 127.0.0.1:${port}; location / { proxy_pass ${app}; } }`)
}

async function runNginx(configure: (port: number) => string) {
  const folder = mkdtempSync(join(tmpdir(), 'baobab-nginx-'))
  const port = await findFreePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  )
  // A single process, running as the user of the test.
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
    http { access_log off; ${temporary.join(' ')} ${configure(port)} }`,
  )
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (data: Buffer) => (output += data.toString()))
  const exited = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  await waitFor(async () => {
    if (child.exitCode !== null) throw new Error(`nginx did not start: ${output}`)
    await fetch(`${url}/healthz`)
  })
  return {
    url,
    async close() {
      child.kill()
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
