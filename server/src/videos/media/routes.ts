// Serves stored files to whoever holds a signed link: films, captions, posters, pictures. The link is the permission;
// the path never reaches the store but as a key of ours.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findSessionOwner } from '../../accounts/sessions.ts'
import type { App } from '../../platform/app.ts'
import { isPaid } from '../../payments/queries.ts'
import { fail } from '../../platform/http/errors.ts'
import { isFileKey, contentTypeFor } from '../../platform/files/file-store.ts'
import { verifyLink } from '../../platform/security/signed-links.ts'
import type { RouteContext } from '../../platform/http/route.ts'
import { createPremiumFileCheck } from './premium-files.ts'
import { sendByNginx, sendFile } from './send-file.ts'

const folders = /^(videos|posters|captions|pictures|streams)\//
/** How long a link to the object store itself opens a file, and how long a browser may keep being sent to it. */
const STORE_LINK_S = 600
const REDIRECT_S = 300
/**
 * Ours to send wherever they stand: the parts that a playlist names are found beside our own path, and a browser takes
 * no captions from elsewhere.
 */
const alwaysOurs = /\.(m3u8|vtt)$/

type Link = { file: string; seconds: number; isShared: boolean }

type IsPremium = (file: string) => Promise<boolean>

/** A premium film's link dies with its session, and with the payment that it was made for. */
async function mayStillOpen(
  app: App,
  isPremium: IsPremium,
  { sessionId, file }: { sessionId: string; file: string },
): Promise<boolean> {
  const owner = await findSessionOwner(app, sessionId)
  if (!owner) return false
  return owner.studentId === null || !(await isPremium(file)) || (await isPaid(app.db, owner.studentId))
}

/**
 * Judges the link of a request; one that ran out, was altered or whose session ended opens nothing (U-20), nor one
 * that was everybody's while the video was free.
 */
async function admitLink(
  app: App,
  isPremium: IsPremium,
  { token, file }: { token: string; file: string },
): Promise<Link> {
  const now = app.clock.now()
  const link = verifyLink({ key: app.keys.links, token, file, now })
  if (link.kind === 'invalid' || !isFileKey(file) || !folders.test(file) || !contentTypeFor(file)) fail('link_invalid')
  const { sessionId } = link
  const isAllowed =
    sessionId === undefined ? !(await isPremium(file)) : await mayStillOpen(app, isPremium, { sessionId, file })
  if (!isAllowed) fail('link_invalid')
  const isShared = link.sessionId === undefined && !file.startsWith('pictures/')
  return { file, seconds: Math.max(0, link.expires - Math.ceil(now.getTime() / 1_000)), isShared }
}

/** Who sends the bytes: the object store where there is one, else the nginx in front of us, else this process. */
async function serve(app: App, link: Link, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (alwaysOurs.test(link.file)) return sendFile(app, link, request, reply)
  // A link to the store is signed for GET alone; whoever asks for the headers gets them here.
  const elsewhere = request.method === 'GET' ? await app.files.link(link.file, STORE_LINK_S) : undefined
  if (elsewhere !== undefined) {
    reply.header('cache-control', `private, max-age=${Math.min(REDIRECT_S, link.seconds)}`)
    return reply.redirect(elsewhere, 302)
  }
  const { mediaAccel } = app.config
  return mediaAccel ? sendByNginx(app, link, reply, mediaAccel) : sendFile(app, link, request, reply)
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
  const isPremium = createPremiumFileCheck(app)
  http.route<{ Params: { token: string; '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/:token/*',
    schema: { hide: true },
    handler: async (request, reply) => {
      const link = await admitLink(app, isPremium, { token: request.params.token, file: request.params['*'] })
      isSent(reply)
      return serve(app, link, request, reply)
    },
  })
}
