// Receives multipart bodies: files stream to temporary files of the store, never into memory.
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Endpoint } from '@baobab/contract/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import { fail } from './errors.ts'
import type { Files } from './files.ts'

/** A file that came with a request; it is gone after the answer unless it was put into the store. */
export type Upload = { path: string; bytes: number }
export type Uploads = Record<string, Upload>

/** What the reader of multipart bodies says of one that it cannot read; its errors carry no code. */
const unreadable = /^Multipart: |unexpected end of multipart data|^The needle /i

/**
 * Reads a multipart body: texts become the body's fields, files go to temporary paths.
 * Refuses files in fields that the endpoint does not name (400) and more bytes than it allows (413).
 */
export async function receiveUploads(
  request: FastifyRequest,
  endpoint: Pick<Endpoint, 'files' | 'bodyLimit'>,
  files: Files,
): Promise<{ fields: Record<string, string>; uploads: Uploads }> {
  const uploads: Uploads = {}
  request.uploads = uploads
  try {
    return { fields: await readParts(request, endpoint, { files, uploads }), uploads }
  } catch (error) {
    if (error instanceof Error && unreadable.test(error.message)) fail('bad_request')
    throw error
  }
}

async function readParts(
  request: FastifyRequest,
  endpoint: Pick<Endpoint, 'files' | 'bodyLimit'>,
  { files, uploads }: { files: Files; uploads: Uploads },
): Promise<Record<string, string>> {
  const fields: Record<string, string> = {}
  const limits = { files: 1, fields: 10, parts: 12, fieldSize: 16_384, fileSize: endpoint.bodyLimit ?? 16_384 }
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
    const upload = { path, bytes: 0 }
    uploads[part.fieldname] = upload
    await pipeline(part.file, createWriteStream(path, { flags: 'wx' }))
    if (part.file.truncated) fail('too_large')
    upload.bytes = part.file.bytesRead
  }
  return fields
}

/** Removes what was not put into the store. */
export async function discardUploads(uploads: Uploads): Promise<void> {
  for (const upload of Object.values(uploads)) await rm(upload.path, { force: true })
}
