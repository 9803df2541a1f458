// Resumable uploads by the tus protocol 1.0, with the authorization, rate limits and error replies of every endpoint.
// The tus library gets only the headers that the protocol needs, and its response is copied to a reply with our own
// headers.
import { randomBytes } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { type DataStore, Server } from '@tus/server'
import { errorCodes, type ErrorCode } from '@baobab/contract/kernel/errors.ts'
import { VIDEO_BYTES } from '@baobab/contract/videos/rules.ts'
import { commonText } from '@baobab/contract/kernel/text.ts'
import { videosReplyText } from '@baobab/contract/videos/text.ts'
import { uploadVideo, UPLOADS_PATH } from '@baobab/contract/videos/admin.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../platform/app.ts'
import { fail, sendError, toRefusal } from '../../platform/http/errors.ts'
import { authorizeRequest, type RouteContext } from '../../platform/http/route.ts'
import { limitLargeUploads } from '../../platform/http/multipart.ts'
import { createUpload } from './create-upload.ts'
import { findPendingUpload } from './find-upload.ts'
import { lockUpload, type UploadLock } from './lock-upload.ts'
import { openUploadStore } from './upload-store.ts'

/** Callers who may upload a video may send it in parts. */
const guard = { who: uploadVideo.who, unauthorised: commonText.authenticationRequired }

/** The only headers that are passed to the library. File names and types are not, because only the content decides. */
const protocolHeaders = ['tus-resumable', 'upload-length', 'upload-defer-length', 'upload-concat', 'upload-offset']
const bodyHeaders = ['content-type', 'content-length']
const replyHeaders = /^(tus-|upload-|location$)/

function createTusServer(app: App, datastore: DataStore): Server {
  return new Server({
    path: UPLOADS_PATH,
    datastore,
    relativeLocation: true,
    allowedOrigins: () => false,
    maxSize: VIDEO_BYTES,
    namingFunction: () => randomBytes(16).toString('hex'),
    async onUploadCreate(request, { id, size = 0 }) {
      await createUpload(app, { id, sizeBytes: size, adminId: String(request.context?.['adminId']) })
      return { metadata: {} }
    },
    // A waiting request gets the lock within a second.
    lockDrainTimeout: 1_000,
    locker: {
      newLock(id) {
        let lock: UploadLock | undefined
        return {
          lock: async (signal, onWanted) => {
            lock = await lockUpload(app, id, { signal, onWanted })
          },
          unlock: async () => lock?.unlock(),
        }
      },
    },
    onResponseError(_request, error) {
      const refusal = 'status_code' in error ? undefined : toRefusal(error)
      if (refusal) return { status_code: errorCodes[refusal.code].status, body: refusal.message }
      if (!('status_code' in error)) app.log.error({ err: error }, 'an upload failed')
      return undefined
    },
  })
}

type TusRequestInput = { request: FastifyRequest; id: string | undefined; adminId: string; body: PassThrough }

/** Builds the request that the library handles. It has a body only if the method sends bytes. */
function toTusRequest({ request, id, adminId, body }: TusRequestInput) {
  const { raw, method } = request
  const hasBody = method === 'PATCH'
  const headers = new Headers()
  for (const name of hasBody ? [...protocolHeaders, ...bodyHeaders] : protocolHeaders) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  // The library reads the upload's id from the URL, so the URL is built from the id whose owner was checked, and
  // nothing else.
  const path = id === undefined ? UPLOADS_PATH : `${UPLOADS_PATH}/${id}`
  const tusRequest = new Request(new URL(path, 'http://localhost'), { method, headers })
  Object.defineProperty(tusRequest, 'body', { get: () => (hasBody ? Readable.toWeb(raw.pipe(body)) : null) })
  return Object.assign(tusRequest, { context: { adminId }, runtime: { name: 'node', node: { req: raw } } })
}

const codeByStatus: Partial<Record<number, ErrorCode>> = {
  404: 'not_found',
  409: 'upload_conflict',
  410: 'not_found',
  413: 'too_large',
  500: 'internal',
  503: 'busy',
  507: 'storage_full',
}

/** Copies the library's response to the reply; errors get the common error format. */
function sendTusResponse(reply: FastifyReply, response: Response): FastifyReply {
  const { status } = response
  reply.code(status)
  for (const [name, value] of response.headers) if (replyHeaders.test(name)) reply.header(name, value)
  if (status < 400) return reply.send()
  if (status === 412) reply.header('tus-version', '1.0.0')
  const code = codeByStatus[status] ?? 'bad_request'
  return sendError(reply, code, code === 'not_found' ? { message: videosReplyText.uploadGone } : {}, status)
}

/** The maximum size of the body of this request in bytes. */
const maxBodyBytes = ({ method, headers }: FastifyRequest) =>
  method === 'PATCH' ? Number(headers['content-length'] ?? VIDEO_BYTES) : 0

async function addRoutes(http: FastifyInstance, context: RouteContext): Promise<void> {
  const { app } = context
  const tus = createTusServer(app, await openUploadStore(app))
  const active = new Map<FastifyRequest['raw'], Promise<unknown>>()
  // The bytes that have arrived are stored, and the client continues the upload on the next server.
  http.addHook('preClose', async () => {
    for (const raw of active.keys()) raw.destroy(new Error('The server is stopping.'))
    await Promise.allSettled(active.values())
  })
  const handle = async (request: FastifyRequest<{ Params: { id?: string } }>, reply: FastifyReply) => {
    const adminId = request.user?.id ?? fail('unauthorised')
    const { id } = request.params
    if (id !== undefined && !(await findPendingUpload(app.db, adminId, id)))
      fail('not_found', { message: videosReplyText.uploadGone })
    const body = new PassThrough()
    const handled = limitLargeUploads(maxBodyBytes(request), async () => {
      // The body of a client that has disconnected never ends, so the library would wait for it forever.
      if (request.raw.destroyed) fail('bad_request')
      return tus.handleWeb(toTusRequest({ request, id, adminId, body }))
    })
    active.set(request.raw, handled)
    try {
      return sendTusResponse(reply, await handled)
    } finally {
      active.delete(request.raw)
      request.raw.unpipe(body)
      body.destroy()
    }
  }
  const common = {
    schema: { hide: true },
    config: { transfer: 'upload' } as const,
    bodyLimit: VIDEO_BYTES,
    onRequest: (request: FastifyRequest) => authorizeRequest(context, request, guard),
    handler: handle,
  }
  http.route({ ...common, method: ['POST', 'OPTIONS'], url: UPLOADS_PATH })
  http.route({ ...common, method: ['HEAD', 'PATCH', 'DELETE', 'OPTIONS'], url: `${UPLOADS_PATH}/:id` })
}

export function addResumableUploadRoutes(context: RouteContext): void {
  context.http.register(async (http) => {
    // Fastify must not read the bodies: the library does.
    http.removeAllContentTypeParsers()
    http.addContentTypeParser('application/offset+octet-stream', (_request, _body, done) => done(null))
    await addRoutes(http, context)
  })
}
