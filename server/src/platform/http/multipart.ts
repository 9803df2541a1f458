// Receives multipart bodies. Streams files into the file store's temporary files and never holds them in memory.
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { finished, pipeline } from 'node:stream/promises'
import type { Declaration } from '@baobab/contract/kernel/endpoint.ts'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { requireSpace } from '../database/disk-space.ts'
import { forceMinorGc } from '../files/force-minor-gc.ts'
import { createConcurrencyLimiter } from '../jobs/concurrency-limiter.ts'
import { fail, failField } from './errors.ts'

/** A file that was uploaded with a request. It is deleted after the response unless it was put into the store. */
export type UploadedFile = {
  path: string
  bytes: number
  /** The file name from the request; untrusted. */
  name?: string
}
export type UploadedFiles = Record<string, UploadedFile>

/** Returns the file of a field. Refuses a missing or empty one with the sentence. */
export function requireFile<File extends UploadedFile>(file: File | undefined, field: string, sentence: string): File {
  return file && file.bytes > 0 ? file : failField(field, sentence)
}

/** Error messages of @fastify/multipart for malformed bodies; these errors have no code. */
const malformedBody = /^Multipart: |unexpected end of multipart data|^The needle /i

const LARGE_BYTES = 16 * 1_048_576
/** The limit for a text part, and for a file if the endpoint sets none. */
const FIELD_BYTES = 16 * 1_024
const MAX_FIELDS = 10
/** More than the headers of all parts. */
const FRAMING_BYTES = 64 * 1_024
/** Additional large uploads would slow each other down and could fill the disk. */
const runLargeUpload = createConcurrencyLimiter({ concurrency: 4, maxQueued: 0, retryAfterSeconds: 30 })

/** Receives a body of up to `bytes` bytes; refuses a large body (503) while four others are being received. */
export function limitLargeUploads<T>(bytes: number, receive: () => Promise<T>): Promise<T> {
  return bytes < LARGE_BYTES ? receive() : runLargeUpload(receive)
}

/**
 * Reads a multipart body: returns text parts as fields, and writes files to temporary paths. Refuses files in fields that the
 * endpoint does not declare (400), bodies above its limits (413), and files that are still arriving when the disk is full (507).
 */
export async function receiveMultipart(
  request: FastifyRequest,
  endpoint: Pick<Declaration, 'files' | 'bodyLimit' | 'textLimit'>,
  app: Pick<App, 'files' | 'diskSpace'>,
): Promise<{ fields: Record<string, string>; uploads: UploadedFiles }> {
  const { bodyLimit = FIELD_BYTES, textLimit = FIELD_BYTES } = endpoint
  const largest = bodyLimit + MAX_FIELDS * textLimit + FRAMING_BYTES
  // Refused before it arrives. If the client does not send the size, the parts are measured as they arrive.
  if (Number(request.headers['content-length']) > largest) fail('too_large')
  const uploads: UploadedFiles = {}
  request.uploads = uploads
  try {
    const receive = (signal: AbortSignal) => readParts(request, endpoint, { ...app, uploads, signal })
    return { fields: await limitLargeUploads(bodyLimit, () => whileConnected(request, receive)), uploads }
  } catch (error) {
    await discardUploads(uploads)
    if (error instanceof Error && malformedBody.test(error.message)) fail('bad_request')
    throw error
  }
}

/** Receives a body, and aborts when the client disconnects, because the multipart parser would wait forever. */
async function whileConnected<T>(request: FastifyRequest, receive: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const disconnected = new Promise<never>((_, reject) => {
    const end = () => {
      controller.abort()
      reject(Object.assign(new Error('The client disconnected.'), { statusCode: 400 }))
    }
    // A connection that was already reset emits no further event, so this upload's slot would never be released.
    if (request.raw.destroyed) end()
    // Not `complete`: a body that has arrived is also lost if the connection closes before it is read.
    else request.raw.once('close', () => void (request.raw.readableEnded || end()))
  })
  return Promise.race([receive(controller.signal), disconnected])
}

type Receiving = Pick<App, 'files' | 'diskSpace'> & { uploads: UploadedFiles; signal: AbortSignal }

async function readParts(
  request: FastifyRequest,
  endpoint: Pick<Declaration, 'files' | 'bodyLimit' | 'textLimit'>,
  { files, diskSpace, uploads, signal }: Receiving,
): Promise<Record<string, string>> {
  const fields: Record<string, string> = {}
  const { textLimit: fieldSize = FIELD_BYTES, bodyLimit: fileSize = FIELD_BYTES } = endpoint
  const count = endpoint.files?.length ?? 1
  const limits = { files: count, fields: MAX_FIELDS, parts: MAX_FIELDS + 1 + count, fieldSize, fileSize }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      if (part.valueTruncated) fail('too_large')
      fields[part.fieldname] = String(part.value)
      continue
    }
    // A second file in the same field would replace the first, whose temporary file nobody would delete.
    if (!endpoint.files?.includes(part.fieldname) || uploads[part.fieldname]) {
      part.file.resume()
      fail('bad_request', { message: `A file cannot be sent in the field "${part.fieldname.slice(0, 40)}".` })
    }
    const path = await files.temporaryPath()
    const upload = { path, bytes: 0, name: part.filename ?? '' }
    uploads[part.fieldname] = upload
    await storeFile(part.file, path, { diskSpace, signal })
    upload.bytes = part.file.bytesRead
  }
  return fields
}

/** Writes a file from a body to a temporary path. Refuses it (413) as soon as it is too large, because the rest may never come. */
async function storeFile(
  file: MultipartFile['file'],
  path: string,
  { diskSpace, signal }: Pick<Receiving, 'diskSpace' | 'signal'>,
): Promise<void> {
  if (file.truncated) fail('too_large')
  const tooLarge = new AbortController()
  file.once('limit', () => tooLarge.abort())
  const target = createWriteStream(path, { flags: 'wx' })
  const signals = AbortSignal.any([signal, tooLarge.signal])
  try {
    await pipeline(file, requireSpace(diskSpace), forceMinorGc, target, { signal: signals })
  } catch (error) {
    // A file created after the caller has deleted it would stay.
    await finished(target).catch(() => undefined)
    await rm(path, { force: true })
    if (tooLarge.signal.aborted) fail('too_large')
    throw error
  }
  if (file.truncated) fail('too_large')
}

/** Deletes the uploaded files that were not put into the store. */
export async function discardUploads(uploads: UploadedFiles): Promise<void> {
  for (const upload of Object.values(uploads)) await rm(upload.path, { force: true })
}
