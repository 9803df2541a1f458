// The object store for tests, which runs in its own process: an S3-compatible server that keeps a bucket in memory.
import { createServer, type IncomingMessage } from 'node:http'
import { buildApp } from 'fauxqs'
import { isSigned } from './signature.ts'

const [bucket = '', secret = ''] = process.argv.slice(2)
/** The CORS rule that docs/settings.md requires: the player fetches videos and playlists from another origin. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET',
  'access-control-allow-headers': 'Range',
  'access-control-expose-headers': 'Content-Range, Content-Length',
}
const readQuery = ({ url = '' }: IncomingMessage) => new URLSearchParams(url.split('?')[1])

const store = buildApp({ logger: false })
// A signed link may set these headers of its reply, which this store does not do itself.
store.addHook('onSend', (request, reply, _payload, done) => {
  const query = readQuery(request.raw)
  for (const name of ['content-type', 'content-disposition']) {
    const chosen = query.get(`response-${name}`)
    if (chosen !== null && reply.statusCode < 300) reply.header(name, chosen)
  }
  done()
})
await store.ready()
await store.inject({ method: 'PUT', url: `/${bucket}` })
let isFull = false
process.on('message', (message: { isFull: boolean }) => ({ isFull } = message))
const server = createServer((request, response) => {
  if (isFull && (request.method === 'PUT' || request.method === 'POST')) {
    request.resume()
    response.writeHead(507, { 'content-length': 0 }).end()
    return
  }
  if (request.headers.origin !== undefined)
    for (const [name, value] of Object.entries(CORS)) response.setHeader(name, value)
  if (request.method === 'OPTIONS') {
    response.writeHead(200, { 'content-length': 0 }).end()
    return
  }
  if (isSigned(request, secret)) {
    store.routing(request, response)
    return
  }
  request.resume()
  response.writeHead(403, { 'content-type': 'application/xml' })
  response.end(request.method === 'HEAD' ? undefined : '<Error><Code>AccessDenied</Code></Error>')
})
server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
// Exits when the process that started it exits.
process.on('disconnect', () => process.exit(0))
