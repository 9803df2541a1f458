// Tests the nginx configuration of deploy/nginx/ in front of servers: TLS, and a server that is restarted.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { connect, constants } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { readCertificateEnd } from '../src/platform/certificate.ts'
import { findFreePort } from '../src/platform/free-port.ts'
import { hasNginx, startNginx } from './nginx.ts'

const hasOpenssl = spawnSync('openssl', ['version']).error === undefined

describe.skipIf(!hasNginx || !hasOpenssl)('nginx in front of servers', () => {
  const closing: (() => unknown)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close()
  })

  /** Starts a server that replies with the headers it received, on a port that it keeps after a restart. */
  async function startServer(givenPort?: number): Promise<{ server: Server; port: number; url: string }> {
    const port = givenPort ?? (await findFreePort())
    const server = createServer((request, response) => response.end(JSON.stringify(request.headers)))
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    closing.push(() => stop(server))
    return { server, port, url: `http://127.0.0.1:${port}` }
  }

  async function stop(server: Server): Promise<void> {
    if (!server.listening) return
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }

  function makeFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'baobab-tls-'))
    closing.push(() => rmSync(folder, { recursive: true }))
    return folder
  }

  function makeCertificate() {
    const folder = makeFolder()
    const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')]
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
    const files = ['-keyout', key, '-out', certificate, '-subj', '/CN=localhost', '-days', '1']
    expect(spawnSync('openssl', ['req', '-x509', ...curve, ...files]).status).toBe(0)
    return { key, certificate }
  }

  it('no request fails while the servers are restarted one after another', async () => {
    const [first, second] = [await startServer(), await startServer()]
    const nginx = await startNginx({ apps: [first.url, second.url], filesDir: makeFolder() })
    closing.push(() => nginx.close())
    const statuses: number[] = []
    const visit = async () => {
      for (let n = 0; n < 10; n += 1) statuses.push((await fetch(`${nginx.url}/x`, { method: 'POST' })).status)
    }
    for (const { server, port } of [first, second]) {
      await stop(server)
      await visit()
      await startServer(port)
      await visit()
    }
    expect(statuses.filter((status) => status !== 200)).toEqual([])
    expect(statuses).toHaveLength(40)
  })

  it('pages are served over TLS and HTTP/2, and requests without TLS are redirected there', async () => {
    const { url } = await startServer()
    const nginx = await startNginx({ apps: [url], filesDir: makeFolder(), tls: makeCertificate() })
    closing.push(() => nginx.close())
    // It would warn about protocols that are allowed twice: those of Debian's nginx.conf, which are too old, would then count too.
    expect(nginx.output()).toBe('')
    const session = connect(`https://127.0.0.1:${nginx.port}`, { rejectUnauthorized: false })
    closing.push(() => session.close())
    const request = session.request({ [constants.HTTP2_HEADER_PATH]: '/student/login', 'x-forwarded-for': '192.0.2.1' })
    let body = ''
    for await (const part of request) body += String(part)
    expect(session.alpnProtocol).toBe('h2')
    const forwarded = JSON.parse(body) as IncomingHttpHeaders
    expect(forwarded).toMatchObject({
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '192.0.2.1, 127.0.0.1',
      host: `127.0.0.1:${nginx.port}`,
    })
    const end = await readCertificateEnd(`https://localhost:${nginx.port}/path`)
    const hours = ((end?.getTime() ?? 0) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(23)
    expect(hours).toBeLessThanOrEqual(24)
    expect(await readCertificateEnd(`http://localhost:${nginx.plainPort}`)).toBeUndefined()
    const plain = await fetch(`http://127.0.0.1:${nginx.plainPort}/a?b=c`, { method: 'POST', redirect: 'manual' })
    expect(plain.status).toBe(308)
    expect(plain.headers.get('location')).toBe('https://127.0.0.1/a?b=c')
  })
})
