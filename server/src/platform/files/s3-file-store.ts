// The file store in an S3-compatible object store. An object appears either complete or not at all: a multipart upload is only
// visible once all its parts are. Network failures become FileStoreUnavailableError, which clients see as 'busy' (503).
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { ConfigError } from '../config.ts'
import type { S3Config } from './s3-settings.ts'
import { FileStoreUnavailableError } from '../http/errors.ts'
import { requireFileKey, isFileKey, fileNameFor, contentTypeFor, type ByteRange, type FileStore } from './file-store.ts'
import { createStoreBreaker, type StoreLimits } from './store-breaker.ts'
import { openTemporaryFiles } from './temporary-files.ts'

/** Two parts of a file are in memory at a time, whatever its size. */
const PART_BYTES = 8 * 1_048_576
const PARTS_AT_ONCE = 2
const CONNECT_TIMEOUT_MS = 3_000
/** Every call is safe to repeat: a key is always written with the same bytes. */
const MAX_ATTEMPTS = 3
const LIMITS: StoreLimits = { callTimeoutMs: 5_000, maxFailures: 3, breakerPauseMs: 5_000 }
/** How long a reply proves that the store works, so that viewers may be sent to it. */
const CHECKED_FOR_MS = 2_000

export type S3FileStoreOptions = S3Config &
  Partial<StoreLimits> & {
    /** A local folder for files that are still being written. */
    temporary: string
    /** Keys per request when listing; the store's default if undefined. */
    pageSize?: number
    checkedForMs?: number
  }

type StoreError = { name: string; code: string; status: number | undefined }

function readStoreError(error: unknown): StoreError {
  if (!(error instanceof Error)) return { name: '', code: '', status: undefined }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const metadata = '$metadata' in error ? (error.$metadata as { httpStatusCode?: number }) : {}
  return { name: error.name, code, status: metadata.httpStatusCode }
}

const unavailable =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|TimeoutError|AbortError|SlowDown|RequestTimeout)$/

/** Translates an error: FileStoreUnavailableError for an unreachable store, ENOSPC for a full one; returns any other unchanged. */
function translateError(error: unknown): unknown {
  const { name, code, status = 0 } = readStoreError(error)
  if (status === 507) return Object.assign(new Error('The object store is full.', { cause: error }), { code: 'ENOSPC' })
  const isUnavailable = unavailable.test(code) || unavailable.test(name) || status === 429 || status >= 500
  return isUnavailable ? new FileStoreUnavailableError('The object store cannot be reached.', { cause: error }) : error
}

/** Returns the result of a call, with translated errors. */
async function translateErrors<T>(result: Promise<T>): Promise<T> {
  return result.catch((error: unknown) => {
    throw translateError(error)
  })
}

/** Returns the result of a call, with translated errors; undefined if the object does not exist. */
async function undefinedIfMissing<T>(result: Promise<T>): Promise<T | undefined> {
  return result.catch((error: unknown) => {
    const { name, status } = readStoreError(error)
    if (status === 404 && name !== 'NoSuchBucket') return undefined
    throw translateError(error)
  })
}

/** @param socketTimeout how long a connection may be silent, in milliseconds; 0 if the caller detects silence itself */
function openClient({ endpoint, region, keyId, secret }: S3Config, socketTimeout: number): S3Client {
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId: keyId, secretAccessKey: secret },
    forcePathStyle: true,
    maxAttempts: MAX_ATTEMPTS,
    // Some servers store checksum trailers as part of the file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout },
  })
}

/** Turns a failure of the start-up check into an error that names the wrong setting. */
function toStartError(error: unknown, { endpoint, bucket }: S3Config): Error {
  const { status } = readStoreError(error)
  if (status === 404) return new ConfigError([`S3_BUCKET is not valid: ${endpoint} has no bucket "${bucket}"`])
  if (status === 401 || status === 403)
    return new ConfigError([`S3_ACCESS_KEY_ID is not valid: ${endpoint} does not give it access to "${bucket}"`])
  if (status === 301 || status === 400)
    return new ConfigError([`S3_REGION is not valid: ${endpoint} has no "${bucket}" in that region`])
  return new FileStoreUnavailableError(`The object store at ${endpoint} cannot be reached.`, { cause: error })
}

const formatRange = ({ start, end }: ByteRange) => `bytes=${start}-${end}`

/** Reads a body, and throws if nothing arrives for `timeoutMs` while the reader waits. */
async function* readUnlessSilent(body: Readable, timeoutMs: number): AsyncGenerator<Buffer> {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  try {
    for (;;) {
      const giveUp = () => body.destroy(new FileStoreUnavailableError('The object store fell silent.'))
      const timer = setTimeout(giveUp, timeoutMs)
      const { done, value } = await chunks.next().finally(() => clearTimeout(timer))
      if (done) return
      yield value
    }
  } finally {
    body.destroy()
  }
}

/**
 * Opens a bucket as the file store.
 * @throws ConfigError if the bucket does not exist or the credentials are refused; FileStoreUnavailableError if the store cannot be
 * reached
 */
export async function openS3FileStore(opening: S3FileStoreOptions): Promise<FileStore> {
  const { bucket, temporary, pageSize, checkedForMs = CHECKED_FOR_MS } = opening
  const limits = { ...LIMITS, ...opening }
  const breaker = createStoreBreaker(limits)
  const client = openClient(opening, limits.callTimeoutMs)
  // A slow reader leaves its connection silent, so readUnlessSilent watches these instead.
  const readingClient = openClient(opening, 0)
  const object = (key: string) => ({ Bucket: bucket, Key: requireFileKey(key) })
  const call = <T>(run: (abortSignal: AbortSignal) => Promise<T>) =>
    breaker.call(async (signal) => translateErrors(run(signal)))
  const callForObject = <T>(run: (abortSignal: AbortSignal) => Promise<T>) =>
    breaker.call(async (signal) => undefinedIfMissing(run(signal)))

  const checkBucket = () =>
    call((abortSignal) => client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal }))
  let checking: Promise<unknown> | undefined
  /** Throws FileStoreUnavailableError unless the store has just replied; concurrent callers share one check. */
  const requireReply = async () => {
    if (breaker.sinceReply() > checkedForMs) await (checking ??= checkBucket().finally(() => (checking = undefined)))
  }

  await checkBucket().catch((error: unknown) => {
    throw toStartError(error, opening)
  })
  const temporaryPath = await openTemporaryFiles(temporary)

  return {
    async put(key, path) {
      const params = { ...object(key), Body: createReadStream(path), ContentType: contentTypeFor(key) }
      const upload = new Upload({ client, params, partSize: PART_BYTES, queueSize: PARTS_AT_ONCE })
      await breaker.transfer(() => translateErrors(upload.done())).finally(() => params.Body.destroy())
      await rm(path, { force: true })
    },
    async size(key) {
      const command = new HeadObjectCommand(object(key))
      return (await callForObject((abortSignal) => client.send(command, { abortSignal })))?.ContentLength
    },
    async read(key, range) {
      const command = new GetObjectCommand({ ...object(key), ...(range ? { Range: formatRange(range) } : {}) })
      const body = (await callForObject((abortSignal) => readingClient.send(command, { abortSignal })))?.Body
      return body instanceof Readable
        ? Readable.from(readUnlessSilent(body, limits.callTimeoutMs), { objectMode: false })
        : undefined
    },
    async open() {
      return undefined
    },
    async link(key, seconds) {
      const command = new GetObjectCommand({
        ...object(key),
        ResponseContentType: contentTypeFor(key),
        ResponseContentDisposition: `inline; filename="${fileNameFor(key)}"`,
      })
      await requireReply()
      return getSignedUrl(client, command, { expiresIn: seconds })
    },
    async remove(key) {
      const command = new DeleteObjectCommand(object(key))
      await callForObject((abortSignal) => client.send(command, { abortSignal }))
    },
    async list(folder) {
      const keys: string[] = []
      let after: string | undefined
      do {
        const command = new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: `${folder}/`,
          MaxKeys: pageSize,
          ContinuationToken: after,
        })
        const page = await call((abortSignal) => client.send(command, { abortSignal }))
        keys.push(...(page.Contents ?? []).flatMap(({ Key }) => (Key && isFileKey(Key) ? [Key] : [])))
        after = page.NextContinuationToken
      } while (after !== undefined)
      return keys
    },
    isDown: () => breaker.isOpen(),
    temporaryPath,
  }
}
