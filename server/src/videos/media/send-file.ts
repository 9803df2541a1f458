// Sends a stored file, or a part of it, from this process or by the nginx in front of it.
import type { FileHandle } from 'node:fs/promises'
import type { OutgoingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/http/errors.ts'
import { fileNameFor, contentTypeFor, type ByteRange } from '../../platform/files/file-store.ts'
import { pipeFileRange } from '../../platform/files/pipe-file-range.ts'
import { parseRange } from './parse-range.ts'

/** Opened as a page of its own, a stored file may do nothing; a drawing may have its own colours. */
const POLICY = `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; sandbox`

type Sending = {
  file: string
  /** How long whoever asked may keep it. */
  seconds: number
  /** Whether caches between us may keep it for others. */
  isShared: boolean
}

function describe(reply: FastifyReply, { file, seconds, isShared }: Sending): void {
  reply.headers({
    'content-type': contentTypeFor(file),
    'content-disposition': `inline; filename="${fileNameFor(file)}"`,
    'content-security-policy': POLICY,
    'cache-control': `${isShared ? 'public' : 'private'}, max-age=${seconds}`,
  })
}

/** Answers one file, or the part of it that was asked for. */
export async function sendFile(
  app: App,
  sending: Sending,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const size = (await app.files.size(sending.file)) ?? fail('not_found')
  const etag = `"${fileNameFor(sending.file)}"`
  const { range, 'if-range': condition, 'if-none-match': known } = request.headers
  // Ranges are defined for GET alone (RFC 9110, 14.2), and an If-Range that differs asks for the whole.
  const mayPart = request.method === 'GET' && (condition === undefined || condition === etag)
  const wanted = parseRange(mayPart ? range : undefined, size)
  if (wanted.kind === 'outside') {
    reply.header('content-range', `bytes */${size}`)
    fail('range_invalid')
  }
  const isKnown = known?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  const part = wanted.kind === 'part' ? wanted : undefined
  const isBare = isKnown || request.method === 'HEAD'
  // Opened before the headers, so that a file which went away this moment is an uncached 404.
  const bytes = isBare ? undefined : await openBytes(app, sending.file, part ?? { start: 0, end: size - 1 })
  describe(reply, sending)
  reply.headers({ 'accept-ranges': 'bytes', etag })
  if (isKnown) return reply.code(304).send()
  if (part) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`)
  reply.header('content-length', part ? part.end - part.start + 1 : size)
  return bytes instanceof Readable || bytes === undefined ? reply.send(bytes) : pump(bytes, request, reply)
}

type OnDisk = { file: FileHandle; range: ByteRange }

/** The bytes of a file: as it stands on our disk, or as another store streams them. */
async function openBytes(app: App, key: string, range: ByteRange): Promise<OnDisk | Readable> {
  const file = await app.files.open(key)
  if (file) return { file, range }
  return (await app.files.read(key, range)) ?? fail('not_found')
}

/** Sends what stands on our disk past the framework, which knows streams only. */
async function pump({ file, range }: OnDisk, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.hijack()
  const { raw } = reply
  try {
    raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders)
    await pipeFileRange(file, range, raw)
    raw.end()
  } catch (error) {
    // Who closed a film in its middle is no trouble of ours.
    request.log.debug({ err: error }, 'a file was not sent whole')
    raw.destroy()
  } finally {
    await file.close()
  }
  return reply
}

/** Leaves a file to nginx, which takes it from the same folder at its internal `location`, by range if asked. */
export async function sendByNginx(app: App, sending: Sending, reply: FastifyReply, location: string) {
  if ((await app.files.size(sending.file)) === undefined) fail('not_found')
  describe(reply, sending)
  return reply.header('x-accel-redirect', `${location}${sending.file}`).send()
}
