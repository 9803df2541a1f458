// Resumable uploads as a browser sends them, one request at a time.
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { UPLOADS_PATH } from '@baobab/contract/videos/admin.ts'
import { expect } from 'vitest'
import type { TestApp } from './harness.ts'

export type Method = 'POST' | 'PATCH' | 'HEAD' | 'DELETE' | 'OPTIONS'
type RequestOptions = { token?: string; headers?: Record<string, string>; payload?: Uint8Array }

/** Sends one request of the tus protocol. */
export function tus(t: TestApp, method: Method, url: string, { token, headers, payload }: RequestOptions = {}) {
  return t.http.inject({
    method,
    url,
    headers: { 'tus-resumable': '1.0.0', ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
    ...(payload ? { payload: Buffer.from(payload) } : {}),
  })
}

/** Creates an upload of `bytes` bytes and returns its URL. */
export async function createUpload(t: TestApp, token: string, bytes: number): Promise<string> {
  const reply = await tus(t, 'POST', UPLOADS_PATH, { token, headers: { 'upload-length': String(bytes) } })
  expect(reply.statusCode).toBe(201)
  return String(reply.headers.location)
}

const BYTES = 'application/offset+octet-stream'

/** Sends part of an upload, starting at an offset. */
export function sendBytes(
  t: TestApp,
  url: string,
  { token, offset = 0, bytes }: { token: string; offset?: number; bytes: Uint8Array },
) {
  const headers = { 'content-type': BYTES, 'upload-offset': String(offset) }
  return tus(t, 'PATCH', url, { token, headers, payload: bytes })
}

/** Returns the offset that the server reports for an upload. */
export async function readOffset(t: TestApp, url: string, token: string): Promise<number> {
  return Number((await tus(t, 'HEAD', url, { token })).headers['upload-offset'])
}

/** Sends a complete upload and returns its id for the form. */
export async function sendUpload(t: TestApp, token: string, bytes: Uint8Array): Promise<string> {
  const url = await createUpload(t, token, bytes.length)
  expect((await sendBytes(t, url, { token, bytes })).statusCode).toBe(204)
  return url.slice(UPLOADS_PATH.length + 1)
}

type PatchOptions = { token: string; offset?: number; length: number }

/** Opens a connection and sends the headers of a PATCH; the test writes the bytes. */
export async function openPatch(t: TestApp, url: string, { token, offset = 0, length }: PatchOptions): Promise<Socket> {
  if (!t.http.server.listening) await t.http.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((t.http.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(
    `PATCH ${url} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nTus-Resumable: 1.0.0\r\n` +
      `Content-Type: ${BYTES}\r\nUpload-Offset: ${offset}\r\nContent-Length: ${length}\r\n\r\n`,
  )
  return socket
}
