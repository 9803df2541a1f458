// The object store for tests, which runs in its own process: an S3-compatible server that stores a bucket in a folder.
import { createServer } from 'node:http'
import S3rver from '@20minutes/s3rver'
import { isSigned } from './signature.ts'

const [directory = '', bucket = '', secret = ''] = process.argv.slice(2)
/** The CORS rule that ARCHITECTURE.md requires: the player fetches videos and playlists from another origin. */
const CORS = `<CORSConfiguration><CORSRule>
  <AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod><AllowedHeader>Range</AllowedHeader>
  <ExposeHeader>Content-Range</ExposeHeader><ExposeHeader>Content-Length</ExposeHeader>
</CORSRule></CORSConfiguration>`

const store = new S3rver({
  directory,
  silent: true,
  vhostBuckets: false,
  // Signatures are verified below, for every request.
  allowMismatchedSignatures: true,
  configureBuckets: [{ name: bucket, configs: [CORS] }],
})
await store.configureBuckets()
const answer = store.callback()
let isFull = false
process.on('message', (message: { isFull: boolean }) => ({ isFull } = message))
const server = createServer((request, response) => {
  if (isFull && (request.method === 'PUT' || request.method === 'POST')) {
    request.resume()
    response.writeHead(507, { 'content-length': 0 }).end()
    return
  }
  if (request.method === 'OPTIONS' || isSigned(request, secret)) return answer(request, response)
  request.resume()
  response.writeHead(403, { 'content-type': 'application/xml' })
  response.end(request.method === 'HEAD' ? undefined : '<Error><Code>AccessDenied</Code></Error>')
})
server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
// Exits when the process that started it exits.
process.on('disconnect', () => process.exit(0))
