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

/** The configuration that operators install. */
const configurationFolder = new URL('../../deploy/nginx/', import.meta.url)

type Proxied = {
  /** The servers' base URLs. */
  apps: string[]
  filesDir: string
  /** Paths of a certificate and its key. If undefined, the site is served without TLS, for tests that fetch it. */
  tls?: { certificate: string; key: string } | undefined
}

/** The site's port, and the one that redirects to it. */
type Ports = { port: number; plainPort: number }

/** Reads a file in deploy/nginx/ with some of its lines replaced; each must occur exactly once. */
function readReplaced(name: string, replacements: [string, string][]): string {
  let config = readFileSync(new URL(name, configurationFolder), 'utf8')
  for (const [from, to] of replacements) {
    if (config.split(from).length !== 2) throw new Error(`${name} does not contain "${from}" exactly once.`)
    config = config.replace(from, () => to)
  }
  return config
}

/** Returns the files in deploy/nginx/ with these addresses, this folder and this certificate. */
function readConfiguration({ apps, filesDir, tls }: Proxied, { port, plainPort }: Ports): string {
  const servers = apps.map((app) => `server ${new URL(app).host} max_fails=0;`)
  return [
    readReplaced('upstreams.conf', [
      ['server 127.0.0.1:3000 max_fails=0;', servers.join(' ')],
      ['server 127.0.0.1:3001 max_fails=0;', ''],
    ]),
    readReplaced('baobab.conf', [
      ['listen 80 default_server;', `listen 127.0.0.1:${plainPort};`],
      ['listen 443 ssl http2 default_server;', `listen 127.0.0.1:${port}${tls ? ' ssl http2' : ''};`],
      ['ssl_certificate /etc/nginx/tls/fullchain.pem;', tls ? `ssl_certificate ${tls.certificate};` : ''],
      ['ssl_certificate_key /etc/nginx/tls/privkey.pem;', tls ? `ssl_certificate_key ${tls.key};` : ''],
      ['/srv/baobab/files/;', `${filesDir}/;`],
    ]),
  ].join('\n')
}

/** Starts nginx in front of servers, configured by deploy/nginx/, and returns its URL. */
export function startNginx(proxied: Proxied) {
  return runNginx((ports) => readConfiguration(proxied, ports))
}

/** Starts nginx with only its defaults in front of the server at `app`, and returns its URL. */
export function startBareNginx(app: string) {
  return runNginx(({ port }) => `server { listen 127.0.0.1:${port}; location / { proxy_pass ${app}; } }`)
}

/** What Debian's nginx.conf has around the files of conf.d. */
const DEBIAN =
  'ssl_protocols TLSv1 TLSv1.1 TLSv1.2 TLSv1.3; ssl_prefer_server_ciphers on; sendfile on; tcp_nopush on; gzip on;'

async function runNginx(configure: (ports: Ports) => string) {
  const folder = mkdtempSync(join(tmpdir(), 'baobab-nginx-'))
  const [port, plainPort] = [await findFreePort(), await findFreePort()]
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  )
  // A single process, running as the test's user.
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
    http { access_log off; ${DEBIAN} ${temporary.join(' ')} ${configure({ port, plainPort })} }`,
  )
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (data: Buffer) => (output += data.toString()))
  const exited = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  // Any reply will do, including the one that a TLS site gives to a request without TLS.
  await waitFor(async () => {
    if (child.exitCode !== null) throw new Error(`nginx did not start: ${output}`)
    await fetch(`${url}/healthz`)
  })
  return {
    url,
    port,
    plainPort,
    /** What nginx has written about its configuration. */
    output: () => output,
    async close() {
      child.kill()
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
