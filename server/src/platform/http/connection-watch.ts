// Watches every connection from its first byte to its last, whether a route accepts, refuses or streams its requests. Each
// connection costs a file descriptor and memory, so clients that send or read too slowly are cut off, and connections beyond the
// limits are refused. Each request may cost as much, so a connection handles one at a time.
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { limitAddress, type LimitedKey } from '../security/open-counts.ts'
import { createConnectionGroups, type Activity } from './connection-groups.ts'
import type { ConnectionLimits } from './connection-limits.ts'
import type { ConnectionLog } from './connection-log.ts'

type Pace = {
  /** Milliseconds between two measurements. */
  intervalMs: number
  /** Bytes that must be sent or read in each interval. */
  minBytes: number
}

/** Times in milliseconds. */
export type WatchTimes = {
  /** Between two checks of all connections. */
  sweepMs: number
  /** For a request's headers, from the first byte. */
  headersMs: number
  /** For a connection without a request. */
  keepAliveMs: number
  /** For the whole body of a request, unless a route has accepted it as an upload. */
  smallBodyMs: number
  /** For an accepted upload that sends nothing. */
  silenceMs: number
  /** The minimum speed of an accepted upload. */
  upload: Pace
  /** How long, and for how many bytes, the rest of a body is read after the reply, so that the reply arrives. */
  lingerMs: number
  lingerBytes: number
  /** The minimum speed at which a client must read a reply. */
  reply: Pace
  /** The minimum speed at which a client must read a video file. */
  media: Pace
}

const KIB = 1_024
/** A 2G phone sends and reads faster than each of these. */
export const watchTimes: WatchTimes = {
  sweepMs: 1_000,
  headersMs: 10_000,
  // Longer than the timeout of common proxies, so that a proxy never reuses a connection that the server has closed.
  keepAliveMs: 72_000,
  smallBodyMs: 15_000,
  silenceMs: 15_000,
  upload: { intervalMs: 60_000, minBytes: 60 * 4 * KIB },
  lingerMs: 10_000,
  lingerBytes: 16 * KIB * KIB,
  reply: { intervalMs: 120_000, minBytes: 120 * KIB },
  // A player stops reading while it is paused or has buffered enough, and requests the rest by range after its connection was cut
  // off.
  media: { intervalMs: 300_000, minBytes: 300 * KIB },
}

/** The error code for a body whose connection was cut off. */
export const BODY_TOO_SLOW = 'BODY_TOO_SLOW'

/** A body that a route has accepted as an upload, or a reply that contains a video file. */
export type Transfer = 'upload' | 'media'

type Progress = { since: number; bytes: number }

type Connection = {
  socket: Socket
  /** What limits the number of such connections. */
  keys: readonly LimitedKey[]
  activity: Activity
  /** The latest request and its response. Earlier ones on this connection are complete. */
  request: IncomingMessage | undefined
  response: ServerResponse | undefined
  /** Whether the next request has already arrived. */
  isNextWaiting: boolean
  transfer: Transfer | undefined
  /** When the last request ended or the connection began; undefined while there is a request. */
  waitingSince: number | undefined
  /** When the reply was complete, if the body was not. */
  lingering: Progress | undefined
  /** The start of the interval in which the body is measured, and when its last byte arrived. */
  body: Progress
  lastBody: Progress
  /** The start of the interval in which the client's reading is measured; undefined while there is nothing to read. */
  reply: Progress | undefined
}

/** The key of the limit for all connections. */
const ALL = 'all connections'

export type ConnectionWatch = ReturnType<typeof createConnectionWatch>

/** Creates a watch; its `createServer` returns the server whose connections it watches. */
export function createConnectionWatch(options: {
  limits: Pick<ConnectionLimits, 'connections' | 'connectionsPerAddress'>
  /** All visitors' connections come from the address of a trusted proxy, so its connections are not limited. */
  isTrustedProxy: (address: string) => boolean
  log: ConnectionLog
  times?: Partial<WatchTimes>
  /** A monotonic clock in milliseconds. */
  now?: () => number
}) {
  const { limits, isTrustedProxy, log, now = () => performance.now() } = options
  const times = { ...watchTimes, ...options.times }
  const connections = new Map<Socket, Connection>()
  const groups = createConnectionGroups<Connection>()
  const servers = new Set<Server>()
  let timer: NodeJS.Timeout | undefined

  const accept = (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const ofAddress = isTrustedProxy(address) ? [] : limitAddress(address, limits.connectionsPerAddress)
    const keys = [...ofAddress, { key: ALL, limit: limits.connections }]
    if (!makeRoom(keys, address)) return void socket.destroy()
    const connection = beginConnection(socket, { keys, now: now() })
    connections.set(socket, connection)
    groups.add(connection)
    closeWhenRead(connection)
    socket.once('close', () => remove(connection))
  }
  const remove = (connection: Connection) => {
    connections.delete(connection.socket)
    groups.remove(connection)
  }
  /** If there are too many connections, closes one for a new one. Returns false if all of them are busy. */
  const makeRoom = (keys: readonly LimitedKey[], address: string): boolean => {
    // An address's networks contain each other, so closing a connection in one of the smallest makes room in the others too.
    const full = groups.findFull(keys)
    if (!full) return true
    const replaceable = groups.findReplaceable(full.key)
    log.count(full.key === ALL ? 'full' : 'address full', replaceable?.socket.remoteAddress ?? address)
    if (!replaceable) return false
    // Immediately, so that another new connection closes a different one.
    remove(replaceable)
    cut(replaceable)
    return true
  }
  const update = (connection: Connection) => groups.change(connection, findActivity(connection))
  const receive = (request: IncomingMessage, response: ServerResponse, listener: RequestListener): void => {
    const { socket } = request
    const connection = connections.get(socket)
    if (!connection || !socket.writable) return void socket.destroy()
    const handle = () => {
      beginRequest(connection, { request, response, now: now(), onChange: () => update(connection) })
      listener(request, response)
    }
    if (isReplied(connection)) return handle()
    if (!connection.isNextWaiting) return handleNext(connection, handle)
    log.count('pipelined', socket.remoteAddress)
    socket.destroy()
  }
  const sweep = () => {
    const time = now()
    for (const connection of connections.values()) {
      const verdict = judge(connection, times, time)
      if (verdict === 'keep') continue
      if (verdict === 'cut') log.count('slow', connection.socket.remoteAddress)
      cut(connection)
    }
  }
  return {
    /** Creates a server, one for each address to listen on. Requests on a connection that is being closed do not reach the listener. */
    createServer(listener: RequestListener): Server {
      const server = createServer(
        {
          // It would apply to uploads too.
          requestTimeout: 0,
          headersTimeout: times.headersMs,
          connectionsCheckingInterval: times.sweepMs,
          keepAliveTimeout: times.keepAliveMs,
        },
        (request, response) => receive(request, response, listener),
      )
      server.on('connection', accept)
      server.once('listening', () => {
        if (servers.size === 0) timer = setInterval(sweep, times.sweepMs).unref()
        servers.add(server)
      })
      server.once('close', () => {
        servers.delete(server)
        if (servers.size === 0) clearInterval(timer)
      })
      return server
    },
    /** Applies the minimum speed of uploads to a request's body, or that of media to its reply. */
    allow(request: IncomingMessage, transfer: Transfer) {
      const connection = connections.get(request.socket)
      if (connection?.request !== request) return
      connection.transfer = transfer
      connection.body = connection.lastBody = measureBody(connection, now())
      update(connection)
    },
    /** Whether a reply has begun on a connection, so that nothing else can be written to it. */
    isReplying(socket: Socket): boolean {
      const connection = connections.get(socket)
      return connection?.response?.headersSent === true && !isReplied(connection)
    },
    /** Checks all connections. Called regularly while the server listens. */
    sweep,
    /** Returns the number of open connections. */
    count: () => connections.size,
  }
}

type Acceptance = { keys: readonly LimitedKey[]; now: number }

function beginConnection(socket: Socket, { keys, now }: Acceptance): Connection {
  const nothing = { since: now, bytes: 0 }
  return {
    socket,
    keys,
    activity: 'incomplete',
    request: undefined,
    response: undefined,
    isNextWaiting: false,
    transfer: undefined,
    waitingSince: now,
    lingering: undefined,
    body: nothing,
    lastBody: nothing,
    reply: undefined,
  }
}

/**
 * Handles a request only after the reply to the one before, because a route may open a file or a stream for each. Browsers wait for
 * the reply, but may have read it before its end is noticed here, so one request may wait.
 */
function handleNext(connection: Connection, handle: () => void): void {
  connection.isNextWaiting = true
  connection.response?.once('close', () => {
    connection.isNextWaiting = false
    if (connection.socket.writable) handle()
  })
}

type Beginning = { request: IncomingMessage; response: ServerResponse; now: number; onChange: () => void }

function beginRequest(connection: Connection, { request, response, now, onChange }: Beginning): void {
  connection.request = request
  connection.response = response
  connection.transfer = undefined
  connection.waitingSince = undefined
  connection.lingering = undefined
  onChange()
  response.once('close', onChange)
  if (!hasBody(request)) return
  request.once('end', onChange)
  connection.body = connection.lastBody = measureBody(connection, now)
  response.once('finish', () => drain(request))
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0
}

function findActivity(connection: Connection): Activity {
  const { request, transfer } = connection
  if (!request) return 'incomplete'
  // Node marks a request without a body as complete only after calling the listener.
  if (hasBody(request) && !request.complete) return transfer === 'upload' ? 'busy' : 'incomplete'
  return isReplied(connection) ? 'idle' : 'busy'
}

/** Reads the rest of a body that nobody needs, so that the client gets the reply and can reuse the connection. */
function drain(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return
  request.unpipe()
  request.resume()
}

/**
 * Keeps Node from closing a connection right after a reply with 'Connection: close' while the client is still sending. That would
 * reset the connection, and the client would discard the reply. Ends only our side; the watch closes the connection.
 */
function closeWhenRead(connection: Connection): void {
  const { socket } = connection
  const destroySoon = socket.destroySoon.bind(socket)
  socket.destroySoon = () => {
    if (connection.request?.complete === false) socket.end()
    else destroySoon()
  }
}

/** Whether the reply to the latest request, if there was one, is complete. */
const isReplied = ({ response }: Connection) => !response || response.writableFinished || response.destroyed

const measureBody = ({ socket }: Connection, now: number): Progress => ({ since: now, bytes: socket.bytesRead })

/** `close`: there is nothing left to do. `cut`: the client is too slow. */
type Verdict = 'keep' | 'close' | 'cut'

function judge(connection: Connection, times: WatchTimes, now: number): Verdict {
  const { socket, request } = connection
  if (!isReplyRead(connection, times, now)) return 'cut'
  if (request && !request.complete) {
    if (isReplied(connection)) return isLingering(connection, times, now) ? 'keep' : 'close'
    return isBodyArriving(connection, request, { times, now }) ? 'keep' : 'cut'
  }
  if (!isReplied(connection)) return 'keep'
  if (socket.writableEnded) return socket.writableFinished ? 'close' : 'keep'
  connection.waitingSince ??= now
  // Line breaks between two requests would extend Node's own timeout.
  return now - connection.waitingSince <= times.keepAliveMs + times.headersMs ? 'keep' : 'cut'
}

/** Whether the client reads fast enough, or has nothing to read. */
function isReplyRead(connection: Connection, times: WatchTimes, now: number): boolean {
  const { socket, reply } = connection
  const unread = socket.writableLength
  if (unread === 0) {
    connection.reply = undefined
    return true
  }
  const { intervalMs, minBytes } = connection.transfer === 'media' ? times.media : times.reply
  // Includes what the operating system has buffered.
  const progress = { since: now, bytes: socket.bytesWritten - unread }
  if (reply && now - reply.since < intervalMs) return true
  connection.reply = progress
  return reply === undefined || progress.bytes - reply.bytes >= minBytes
}

function isLingering(connection: Connection, { lingerMs, lingerBytes }: WatchTimes, now: number): boolean {
  const progress = measureBody(connection, now)
  const { since, bytes } = (connection.lingering ??= progress)
  return now - since < lingerMs && progress.bytes - bytes < lingerBytes
}

/** Whether a body arrives fast enough, or is waiting for the server to read it. */
function isBodyArriving(
  connection: Connection,
  request: IncomingMessage,
  { times, now }: { times: WatchTimes; now: number },
): boolean {
  const progress = measureBody(connection, now)
  if (request.readableLength > 0) {
    connection.body = connection.lastBody = progress
    return true
  }
  const { body, lastBody, transfer } = connection
  if (transfer !== 'upload') return now - body.since < times.smallBodyMs
  if (progress.bytes > lastBody.bytes) connection.lastBody = progress
  else if (now - lastBody.since >= times.silenceMs) return false
  if (now - body.since < times.upload.intervalMs) return true
  connection.body = progress
  return progress.bytes - body.bytes >= times.upload.minBytes
}

/** Closes a connection. A body that is still expected fails with a 408, so that its reader stops. */
function cut(connection: Connection): void {
  const { socket, request } = connection
  if (request && !request.complete && !isReplied(connection))
    request.destroy(Object.assign(new Error('The body arrived too slowly.'), { code: BODY_TOO_SLOW }))
  socket.destroy()
}
