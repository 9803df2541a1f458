// Receives multipart bodies: files stream to temporary files of the store, never into memory.
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Endpoint } from '@baobab/contract/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import { forceMinorGc } from '../files/force-minor-gc.ts'
import { fail } from './errors.ts'
import type { FileStore } from '../files/file-store.ts'

/** A file that came with a request; it is gone after the answer unless it was put into the store. */
export type UploadedFile = {
  path: string
  bytes: number
  /** What its sender called it; nothing to trust. */
  name?: string
}
export type UploadedFiles = Record<string, UploadedFile>

/** What the reader of multipart bodies says of one that it cannot read; its errors carry no code. */
const unreadable = /^Multipart: |unexpected end of multipart data|^The needle /i

/** Large bodies received at once; more would only slow each other and fill the disk (security.md U-05). */
const LARGE_AT_ONCE = 4
const LARGE_BYTES = 16 * 1_048_576
let large = 0

/** Runs the receiving of a body of up to so many bytes, or refuses a large one with 503 while enough others arrive. */
export async function limitLargeUploads<T>(bytes: number, receive: () => Promise<T>): Promise<T> {
  if (bytes < LARGE_BYTES) return receive()
  if (large >= LARGE_AT_ONCE) fail('busy', { retryAfterSeconds: 30 })
  large += 1
  try {
    return await receive()
  } finally {
    large -= 1
  }
}

/**
 * Reads a multipart body: texts become the body's fields, files go to temporary paths.
 * Refuses files in fields that the endpoint does not name (400) and more bytes than it allows (413).
 */
export async function receiveMultipart(
  request: FastifyRequest,
  endpoint: Pick<Endpoint, 'files' | 'bodyLimit' | 'textLimit'>,
  files: FileStore,
): Promise<{ fields: Record<string, string>; uploads: UploadedFiles }> {
  const uploads: UploadedFiles = {}
  request.uploads = uploads
  try {
    const receive = (signal: AbortSignal) => readParts(request, endpoint, { files, uploads, signal })
    return { fields: await limitLargeUploads(endpoint.bodyLimit ?? 0, () => whileConnected(request, receive)), uploads }
  } catch (error) {
    await discardUploads(uploads)
    if (error instanceof Error && unreadable.test(error.message)) fail('bad_request')
    throw error
  }
}

/** Runs the receiving of a body until the caller hangs up: the reader of multipart bodies would wait for ever. */
async function whileConnected<T>(request: FastifyRequest, receive: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const gone = new AbortController()
  const hungUp = new Promise<never>((_, reject) => {
    request.raw.once('close', () => {
      if (request.raw.complete) return
      gone.abort()
      reject(Object.assign(new Error('The caller hung up.'), { statusCode: 400 }))
    })
  })
  return Promise.race([receive(gone.signal), hungUp])
}

async function readParts(
  request: FastifyRequest,
  endpoint: Pick<Endpoint, 'files' | 'bodyLimit' | 'textLimit'>,
  { files, uploads, signal }: { files: FileStore; uploads: UploadedFiles; signal: AbortSignal },
): Promise<Record<string, string>> {
  const fields: Record<string, string> = {}
  const { textLimit: fieldSize = 16_384, bodyLimit: fileSize = 16_384 } = endpoint
  const limits = { files: 1, fields: 10, parts: 12, fieldSize, fileSize }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      if (part.valueTruncated) fail('too_large')
      fields[part.fieldname] = String(part.value)
      continue
    }
    if (!endpoint.files?.includes(part.fieldname)) {
      part.file.resume()
      fail('bad_request', { message: `No file is expected in the field "${part.fieldname.slice(0, 40)}".` })
    }
    const path = await files.temporaryPath()
    const upload = { path, bytes: 0, name: part.filename ?? '' }
    uploads[part.fieldname] = upload
    await pipeline(part.file, forceMinorGc, createWriteStream(path, { flags: 'wx' }), { signal })
    if (part.file.truncated) fail('too_large')
    upload.bytes = part.file.bytesRead
  }
  return fields
}

/** Removes what was not put into the store. */
export async function discardUploads(uploads: UploadedFiles): Promise<void> {
  for (const upload of Object.values(uploads)) await rm(upload.path, { force: true })
}
