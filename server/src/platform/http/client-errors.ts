// Handles connections whose bytes are not HTTP, whose headers arrive too slowly, or that break off.
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { errorCodes, type ErrorCode } from '@baobab/contract/kernel/errors.ts'
import type { Clock } from '../clock.ts'
import type { ConnectionLog } from './connection-log.ts'
import { BODY_TOO_SLOW, type ConnectionWatch } from './connection-watch.ts'
import { toErrorReply } from './errors.ts'
import { commonHeaders } from './security-headers.ts'

type ClientError = Error & { code?: string }

const broken = /^(ECONNRESET|EPIPE|ETIMEDOUT)$/

const refusals: Partial<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'timeout',
  HPE_HEADER_OVERFLOW: 'too_large',
}

type Options = { watch: ConnectionWatch; log: ConnectionLog; https: boolean; clock: Clock }

/** Creates the handler for the server's 'clientError' event: counts the error, replies if possible, and closes the connection. */
export function createClientErrorHandler({ watch, log, https, clock }: Options) {
  return (error: ClientError, socket: Socket): void => {
    const { code = '' } = error
    // Connections that the watch has cut are already counted, and bytes after unreadable ones raise the error again.
    if (code === BODY_TOO_SLOW || socket.writableEnded) return
    const refusal = refusals[code] ?? 'bad_request'
    const incident = refusal === 'timeout' ? 'slow' : 'malformed'
    log.count(broken.test(code) ? 'reset' : incident, socket.remoteAddress)
    if (broken.test(code) || !socket.writable || watch.isReplying(socket)) return void socket.destroy()
    socket.end(formatReply(refusal, { https, clock }), () => socket.destroy())
  }
}

/** Formats a complete HTTP response, for a connection without a request that a response could belong to. */
function formatReply(code: ErrorCode, server: Pick<Options, 'https' | 'clock'>): string {
  const requestId = randomUUID()
  const body = JSON.stringify(toErrorReply(code, { requestId }))
  const headers = {
    ...commonHeaders({ requestId, ...server }),
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${errorCodes[code].status} ${code}\r\n${lines.join('')}\r\n${body}`
}
