// Serves stored files (videos, captions, posters, pictures) by signed links. The link is the permission; its path
// reaches the file store only if it is a valid key.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findSessionOwner } from '../../accounts/sessions.ts'
import type { App } from '../../platform/app.ts'
import { hasAccess } from '../../payments/queries.ts'
import { fail } from '../../platform/http/errors.ts'
import { contentTypeFor, isFileKey } from '../../platform/files/file-store.ts'
import { verifyLink } from '../../platform/security/signed-links.ts'
import type { RouteContext } from '../../platform/http/route.ts'
import { createProtectionCheck, type Protection } from './protected-files.ts'
import { sendFile, sendViaNginx, type SentFile } from './send-file.ts'

const folders = /^(videos|posters|captions|subtitles|pictures|options|streams)\//
/** How long a link to the object store is valid, and how long a browser may cache the redirect to it, in seconds. */
const STORE_LINK_S = 600
const REDIRECT_S = 300
/**
 * These files are never redirected to the object store: the URLs in a playlist are relative to its own URL, which must
 * be on this server, and browsers refuse captions from another origin.
 */
const servedHere = /\.(m3u8|vtt)$/

type FindProtection = (file: string) => Promise<Protection | undefined>

/**
 * Whether a link bound to a session still opens its file: a premium file needs the session and, for students, a
 * payment. An unpublished file needs an admin's session.
 */
async function isSessionAllowed(
  app: App,
  findProtection: FindProtection,
  { sessionId, file }: { sessionId: string; file: string },
): Promise<boolean> {
  const owner = await findSessionOwner(app, sessionId)
  if (!owner) return false
  if (owner.studentId === null) return true
  const protection = await findProtection(file)
  return protection === undefined || (protection === 'premium' && (await hasAccess(app.db, owner.studentId)))
}

/**
 * Verifies the link of a request. Refuses links that have expired or were altered, links whose session has ended, and
 * public links to a video that has become premium or a draft.
 */
async function authorizeLink(app: App, findProtection: FindProtection, path: string): Promise<SentFile> {
  const now = app.clock.now()
  const link = verifyLink({ key: app.keys.links, folder: 'media', path, now })
  if (link.kind === 'invalid') fail('link_invalid')
  const { file, sessionId } = link
  if (!isFileKey(file) || !folders.test(file) || !contentTypeFor(file)) fail('link_invalid')
  const isAllowed =
    sessionId === undefined
      ? (await findProtection(file)) === undefined
      : await isSessionAllowed(app, findProtection, { sessionId, file })
  if (!isAllowed) fail('link_invalid')
  const isPublic = sessionId === undefined && !file.startsWith('pictures/')
  return { key: file, maxAgeSeconds: Math.max(0, link.expires - Math.ceil(now.getTime() / 1_000)), isPublic }
}

/**
 * Serves a file from the object store if there is one, otherwise through the nginx in front of this server, otherwise
 * from this process.
 */
async function serve(app: App, link: SentFile, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (servedHere.test(link.key)) return sendFile(app, link, request, reply)
  // A link to the object store is signed for GET only, so HEAD is answered here.
  const storeUrl = request.method === 'GET' ? await app.files.link(link.key, STORE_LINK_S) : undefined
  if (storeUrl !== undefined) {
    reply.header('cache-control', `private, max-age=${Math.min(REDIRECT_S, link.maxAgeSeconds)}`)
    return reply.redirect(storeUrl, 302)
  }
  const { mediaAccel } = app.config
  return mediaAccel ? sendViaNginx(app, link, reply, mediaAccel) : sendFile(app, link, request, reply)
}

/**
 * Returns a function that registers a reply, so that its connection is closed when the server stops. Otherwise a paused
 * player would keep its connection open, and the server running, for hours. The player requests the rest from the next
 * server.
 */
function trackReplies(http: FastifyInstance): (reply: FastifyReply) => void {
  const sending = new Set<FastifyReply['raw']>()
  http.addHook('preClose', async () => {
    for (const response of sending) response.destroy()
  })
  return ({ raw }) => {
    // A reply whose connection is gone emits no more events.
    if (raw.destroyed) return
    sending.add(raw)
    raw.once('close', () => sending.delete(raw))
  }
}

export function addMediaRoutes({ http, app }: RouteContext): void {
  const trackReply = trackReplies(http)
  const findProtection = createProtectionCheck(app)
  http.route({
    method: ['GET', 'HEAD'],
    url: '/media/:token/*',
    schema: { hide: true },
    config: { transfer: 'media' },
    handler: async (request, reply) => {
      const link = await authorizeLink(app, findProtection, request.url)
      trackReply(reply)
      return serve(app, link, request, reply)
    },
  })
}
