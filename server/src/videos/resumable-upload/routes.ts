// Resumable uploads (tus 1.0) beside the contract's JSON: guarded, counted and answered as every endpoint is. The library
// sees only what the protocol needs of a request, and its answer goes out as ours, with our headers.
import { randomBytes } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { Server } from '@tus/server'
import { errorCodes, type ErrorCode, type ErrorReply } from '@baobab/contract/errors.ts'
import { VIDEO_BYTES } from '@baobab/contract/limits.ts'
import { commonText } from '@baobab/contract/common-text.ts'
import { videosText } from '@baobab/contract/videos-text.ts'
import { UPLOADS_PATH } from '@baobab/contract/videos-admin.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../platform/app.ts'
import { fail, toRefusal } from '../../platform/http/errors.ts'
import { authorizeRequest, type RouteContext } from '../../platform/http/route.ts'
import { limitLargeUploads } from '../../platform/http/multipart.ts'
import { beginUpload } from './create-upload.ts'
import { lockUpload, type Held } from './lock-upload.ts'
import { openUploadStore, uploadOf } from './upload-store.ts'

const guard = { who: 'admin', unauthorised: commonText.authenticationRequired } as const
/** How long somebody who still sends after the answer has to read it. */
const LINGER_MS = 2_000

/** What the protocol says in headers; nothing else of a request reaches the library. What a file is called or said to be is of no use to us. */
const asked = ['tus-resumable', 'upload-length', 'upload-defer-length', 'upload-concat', 'upload-offset']
const sent = ['content-type', 'content-length']
const answered = /^(tus-|upload-|location$)/

function tusOf(app: App, datastore: Awaited<ReturnType<typeof openUploadStore>>): Server {
  return new Server({
    path: UPLOADS_PATH,
    datastore,
    relativeLocation: true,
    allowedOrigins: () => false,
    maxSize: VIDEO_BYTES,
    namingFunction: () => randomBytes(16).toString('hex'),
    async onUploadCreate(request, { id, size = 0 }) {
      await beginUpload(app, { id, sizeBytes: size, adminId: String(request.context?.['adminId']) })
      return { metadata: {} }
    },
    // A newcomer gets the upload a second after it asked for it.
    lockDrainTimeout: 1_000,
    locker: {
      newLock(id) {
        let held: Held | undefined
        return {
          lock: async (signal, onWanted) => {
            held = await lockUpload(app, id, { signal, onWanted })
          },
          unlock: async () => held?.unlock(),
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

type Asked = { request: FastifyRequest; id: string | undefined; adminId: string; body: PassThrough }

/** The request as the library reads it. Its body is looked at only where bytes are expected. */
function requestOf({ request, id, adminId, body }: Asked) {
  const { raw, method } = request
  const isSending = method === 'PATCH'
  const headers = new Headers()
  for (const name of isSending ? [...asked, ...sent] : asked) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  // It finds the upload in the address: that is made of the id whose owner was checked, and of nothing else.
  const path = id === undefined ? UPLOADS_PATH : `${UPLOADS_PATH}/${id}`
  const made = new Request(new URL(path, 'http://localhost'), { method, headers })
  Object.defineProperty(made, 'body', { get: () => (isSending ? Readable.toWeb(raw.pipe(body)) : null) })
  return Object.assign(made, { context: { adminId }, runtime: { name: 'node', node: { req: raw } } })
}

const codes: Partial<Record<number, ErrorCode>> = {
  404: 'not_found',
  409: 'upload_conflict',
  410: 'not_found',
  413: 'too_large',
  500: 'internal',
  503: 'busy',
  507: 'storage_full',
}

/** Answers what the library said; a refusal in the one shape of all refusals. */
function answer(reply: FastifyReply, response: Response): FastifyReply {
  const { status } = response
  reply.code(status)
  for (const [name, value] of response.headers) if (answered.test(name)) reply.header(name, value)
  if (status < 400) return reply.send()
  if (status === 503) reply.header('retry-after', 2)
  if (status === 412) reply.header('tus-version', '1.0.0')
  const code = codes[status] ?? 'bad_request'
  const message = code === 'not_found' ? videosText.uploadGone : errorCodes[code].message
  const body: ErrorReply = { status: 'error', code, message, requestId: reply.request.id }
  return reply.send(body)
}

/** Who still sends after the answer gets a moment to read it, and then is cut: their line is better used otherwise. */
function linger({ raw }: FastifyRequest, body: PassThrough): void {
  raw.unpipe(body)
  body.destroy()
  if (raw.complete || raw.destroyed) return
  raw.resume()
  const cut = setTimeout(() => raw.destroy(), LINGER_MS)
  raw.once('close', () => clearTimeout(cut))
}

/** The bytes that may come in this request. */
const bytesOf = ({ method, headers }: FastifyRequest) =>
  method === 'PATCH' ? Number(headers['content-length'] ?? VIDEO_BYTES) : 0

async function addRoutes(http: FastifyInstance, context: RouteContext): Promise<void> {
  const { app } = context
  const tus = tusOf(app, await openUploadStore(app))
  const sending = new Map<FastifyRequest['raw'], Promise<unknown>>()
  // What has arrived is kept, and the sender goes on with whichever server is there then.
  http.addHook('preClose', async () => {
    for (const raw of sending.keys()) raw.destroy(new Error('The server closes.'))
    await Promise.allSettled(sending.values())
  })
  const handle = async (request: FastifyRequest<{ Params: { id?: string } }>, reply: FastifyReply) => {
    const adminId = request.user?.id ?? fail('unauthorised')
    const { id } = request.params
    if (id !== undefined && !(await uploadOf(app.db, adminId, id)))
      fail('not_found', { message: videosText.uploadGone })
    const body = new PassThrough()
    reply.raw.once('finish', () => linger(request, body))
    const handled = limitLargeUploads(bytesOf(request), async () => {
      // Whoever hung up so early sends no end that could be waited for.
      if (request.raw.destroyed) fail('bad_request')
      return tus.handleWeb(requestOf({ request, id, adminId, body }))
    })
    sending.set(request.raw, handled)
    try {
      return answer(reply, await handled)
    } finally {
      sending.delete(request.raw)
      body.destroy()
    }
  }
  const common = {
    schema: { hide: true },
    config: { isUpload: true },
    bodyLimit: VIDEO_BYTES,
    onRequest: (request: FastifyRequest) => authorizeRequest(context, request, guard),
    handler: handle,
  }
  http.route({ ...common, method: ['POST', 'OPTIONS'], url: UPLOADS_PATH })
  http.route({ ...common, method: ['HEAD', 'PATCH', 'DELETE', 'OPTIONS'], url: `${UPLOADS_PATH}/:id` })
}

export function addResumableUploadRoutes(context: RouteContext): void {
  context.http.register(async (http) => {
    // The bytes stay in the request until the library asks for them.
    http.removeAllContentTypeParsers()
    http.addContentTypeParser('application/offset+octet-stream', (_request, _body, done) => done(null))
    await addRoutes(http, context)
  })
}
