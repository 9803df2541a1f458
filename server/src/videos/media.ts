// Serves stored files to whoever holds a signed link: films, captions, posters, pictures. The link is the permission;
// the path never reaches the disk but as a key of ours.
import { extname } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sessionLives } from '../accounts/sessions.ts'
import type { App } from '../app.ts'
import { fail } from '../platform/errors.ts'
import { readLink } from '../platform/links.ts'
import type { RouteContext } from '../platform/route.ts'
import { readRange } from './ranges.ts'

const types: Record<string, string> = {
  '.mp4': 'video/mp4',
  '.mov': 'video/quicktime',
  '.webm': 'video/webm',
  '.mkv': 'video/x-matroska',
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.vtt': 'text/vtt; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
}
/** Opened as a page of its own, a stored file may do nothing; a drawing may have its own colours. */
const POLICY = `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; sandbox`
const key = /^((videos|posters|captions|pictures)\/[a-z0-9-]+|streams\/[a-z0-9-]+\/[a-z0-9-]+)\.[a-z0-9]+$/

type Link = { file: string; type: string; expires: number; isShared: boolean }

/** Judges the link of a request; one that ran out, was altered or whose session ended opens nothing (U-20). */
async function admitLink(app: App, { token, file }: { token: string; file: string }): Promise<Link> {
  const type = types[extname(file)]
  const link = readLink({ key: app.keys.links, token, file, now: app.clock.now() })
  if (link.kind === 'invalid' || !key.test(file) || !type) fail('link_invalid')
  if (link.sessionId !== undefined && !(await sessionLives(app, link.sessionId))) fail('link_invalid')
  const isShared = link.sessionId === undefined && !file.startsWith('pictures/')
  return { file, type, expires: link.expires, isShared }
}

function describe(app: App, reply: FastifyReply, { file, type, expires, isShared }: Link, etag: string): void {
  const seconds = Math.max(0, expires - Math.ceil(app.clock.now().getTime() / 1_000))
  reply.headers({
    'content-type': type,
    'content-disposition': `inline; filename="${file.replace('/', '-')}"`,
    'content-security-policy': POLICY,
    'cache-control': `${isShared ? 'public' : 'private'}, max-age=${seconds}`,
    'accept-ranges': 'bytes',
    etag,
  })
}

/** Answers one file, or the part of it that was asked for. */
async function serveFile(app: App, link: Link, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const size = (await app.files.size(link.file)) ?? fail('not_found')
  // A key is never used twice, so it names the content.
  const etag = `"${link.file.replace('/', '-')}"`
  const { range, 'if-range': condition, 'if-none-match': known } = request.headers
  // Ranges are defined for GET alone (RFC 9110, 14.2), and an If-Range that differs asks for the whole.
  const mayPart = request.method === 'GET' && (condition === undefined || condition === etag)
  const wanted = readRange(mayPart ? range : undefined, size)
  if (wanted.kind === 'outside') {
    reply.header('content-range', `bytes */${size}`)
    fail('range_invalid')
  }
  const isKnown = known?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  const part = wanted.kind === 'part' ? wanted : undefined
  const isBare = isKnown || request.method === 'HEAD'
  // Opened before the headers, so that a file which went away this moment is an uncached 404.
  const bytes = isBare ? undefined : ((await app.files.read(link.file, part)) ?? fail('not_found'))
  describe(app, reply, link, etag)
  if (isKnown) return reply.code(304).send()
  if (part) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`)
  reply.header('content-length', part ? part.end - part.start + 1 : size)
  return reply.send(bytes)
}

/** Films on their way. A paused player holds its film for hours, and must not hold the end of the server. */
function cutAtEnd(http: FastifyInstance): (reply: FastifyReply) => void {
  const sending = new Set<FastifyReply['raw']>()
  http.addHook('preClose', async () => {
    // A player asks again from where it was, of whichever server is there then.
    for (const response of sending) response.destroy()
  })
  return ({ raw }) => {
    sending.add(raw)
    raw.once('close', () => sending.delete(raw))
  }
}

export function addMediaRoutes({ http, app }: RouteContext): void {
  const isSent = cutAtEnd(http)
  http.route<{ Params: { token: string; '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/:token/*',
    schema: { hide: true },
    handler: async (request, reply) => {
      const link = await admitLink(app, { token: request.params.token, file: request.params['*'] })
      isSent(reply)
      return serveFile(app, link, request, reply)
    },
  })
}
