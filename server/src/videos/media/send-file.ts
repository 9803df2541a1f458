// Sends a stored file or a part of it, from this process or through the nginx in front of it.
import type { FileHandle } from 'node:fs/promises'
import type { OutgoingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/http/errors.ts'
import { fileNameFor, contentTypeFor, type ByteRange } from '../../platform/files/file-store.ts'
import { pipeFileRange } from '../../platform/files/pipe-file-range.ts'
import { parseRange } from './parse-range.ts'

/** Applies to a file that is opened as a page: it cannot load or run anything, but an SVG may have inline styles. */
const CONTENT_SECURITY_POLICY = `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; sandbox`

export type SentFile = {
  key: string
  /** How many seconds caches may store it. */
  maxAgeSeconds: number
  /** Whether shared caches may store it too. */
  isPublic: boolean
}

/** Names the file, except captions: their link names the file after the video, and a name here would replace that. */
function describeDisposition(key: string): string {
  return /^(captions|subtitles)\//.test(key) ? 'inline' : `inline; filename="${fileNameFor(key)}"`
}

function setFileHeaders(reply: FastifyReply, { key, maxAgeSeconds, isPublic }: SentFile): void {
  reply.headers({
    'content-type': contentTypeFor(key),
    'content-disposition': describeDisposition(key),
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'cache-control': `${isPublic ? 'public' : 'private'}, max-age=${maxAgeSeconds}`,
  })
}

/** Replies with a file, or with the part of it that the request asks for. */
export async function sendFile(
  app: App,
  file: SentFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const size = (await app.files.size(file.key)) ?? fail('not_found')
  const etag = `"${fileNameFor(file.key)}"`
  const { range, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = request.headers
  // Ranges are defined for GET only (RFC 9110, section 14.2), and an If-Range with another version requests the whole
  // file.
  const mayBePartial = request.method === 'GET' && (ifRange === undefined || ifRange === etag)
  const requested = parseRange(mayBePartial ? range : undefined, size)
  if (requested.kind === 'unsatisfiable') {
    reply.header('content-range', `bytes */${size}`)
    fail('range_invalid')
  }
  const isNotModified = ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  const part = requested.kind === 'part' ? requested : undefined
  const hasBody = !isNotModified && request.method !== 'HEAD'
  // Opens the file before setting the headers, so that the 404 for a file that has just been removed is not cached.
  const bytes = hasBody ? await openBytes(app, file.key, part ?? { start: 0, end: size - 1 }) : undefined
  setFileHeaders(reply, file)
  reply.headers({ 'accept-ranges': 'bytes', etag })
  if (isNotModified) return reply.code(304).send()
  if (part) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`)
  reply.header('content-length', part ? part.end - part.start + 1 : size)
  return bytes instanceof Readable || bytes === undefined ? reply.send(bytes) : sendFromDisk(bytes, request, reply)
}

type FileOnDisk = { file: FileHandle; range: ByteRange }

/** Opens a file on the local disk, or a stream from another file store. */
async function openBytes(app: App, key: string, range: ByteRange): Promise<FileOnDisk | Readable> {
  const file = await app.files.open(key)
  if (file) return { file, range }
  return (await app.files.read(key, range)) ?? fail('not_found')
}

/** Sends a file from the local disk directly to the socket: Fastify accepts only streams, which are slower. */
async function sendFromDisk(
  { file, range }: FileOnDisk,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.hijack()
  const { raw } = reply
  try {
    raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders)
    await pipeFileRange(file, range, raw)
    raw.end()
  } catch (error) {
    // Usually the viewer has closed the page, so this is not logged as an error.
    request.log.debug({ err: error }, 'a file was not sent completely')
    raw.destroy()
  } finally {
    await file.close()
  }
  return reply
}

/** Lets nginx send a file from the same folder, which it serves at the internal `location`, including ranges. */
export async function sendViaNginx(app: App, file: SentFile, reply: FastifyReply, location: string) {
  if ((await app.files.size(file.key)) === undefined) fail('not_found')
  setFileHeaders(reply, file)
  return reply.header('x-accel-redirect', `${location}${file.key}`).send()
}
