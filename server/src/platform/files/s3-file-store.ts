// The file store on an S3-compatible object store. An object appears whole or not at all: the store says so once all
// of its parts are there. What fails because the store is away is a FileStoreUnavailableError, which callers are told as 'busy'.
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
import { ConfigError, type S3Config } from '../config.ts'
import { FileStoreUnavailableError } from '../http/errors.ts'
import { requireFileKey, isFileKey, fileNameFor, contentTypeFor, type ByteRange, type FileStore } from './file-store.ts'
import { openTemporaryFiles } from './temporary-files.ts'

/** Two parts of a file are in memory at a time, whatever its size. */
const PART_BYTES = 8 * 1_048_576
const PARTS_AT_ONCE = 2
/** A store that does not take a connection, or says nothing for so long, is away. */
const CONNECT_MS = 3_000
const SILENCE_MS = 20_000
/** Every call here may be repeated: the same key always gets the same bytes. */
const TRIES = 3

type S3FileStoreOptions = S3Config & {
  /** A folder of this machine for files that are still being written. */
  temporary: string
  /** How many keys a listing asks for at a time; the store decides where nothing is said. */
  pageSize?: number
}

type StoreError = { name: string; code: string; status: number | undefined }

function describe(error: unknown): StoreError {
  if (!(error instanceof Error)) return { name: '', code: '', status: undefined }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const metadata = '$metadata' in error ? (error.$metadata as { httpStatusCode?: number }) : {}
  return { name: error.name, code, status: metadata.httpStatusCode }
}

const away =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|TimeoutError|SlowDown|RequestTimeout)$/

/** A store that did not answer, or could not, as a FileStoreUnavailableError; a full one like a full disk; the rest as it is. */
function explained(error: unknown): unknown {
  const { name, code, status = 0 } = describe(error)
  if (status === 507) return Object.assign(new Error('The object store is full.', { cause: error }), { code: 'ENOSPC' })
  const isAway = away.test(code) || away.test(name) || status === 429 || status >= 500
  return isAway ? new FileStoreUnavailableError('The object store does not answer.', { cause: error }) : error
}

/** The answer of a call; undefined where the store says that there is no such object. */
async function found<T>(answer: Promise<T>): Promise<T | undefined> {
  return answer.catch((error: unknown) => {
    const { name, status } = describe(error)
    if (status === 404 && name !== 'NoSuchBucket') return undefined
    throw explained(error)
  })
}

async function done<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    throw explained(error)
  })
}

function openClient({ endpoint, region, keyId, secret }: S3Config): S3Client {
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId: keyId, secretAccessKey: secret },
    forcePathStyle: true,
    maxAttempts: TRIES,
    // Checksums in trailers are stored as part of the file by some servers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
  })
}

/** Says at the start, in words for whoever set it up, what would fail at every upload. */
async function checkBucket(client: S3Client, { endpoint, bucket }: S3Config): Promise<void> {
  await client.send(new HeadBucketCommand({ Bucket: bucket })).catch((error: unknown) => {
    const { status } = describe(error)
    if (status === 404) throw new ConfigError([`S3_BUCKET is not valid: ${endpoint} has no bucket "${bucket}"`])
    if (status === 401 || status === 403)
      throw new ConfigError([`S3_ACCESS_KEY_ID is not valid: ${endpoint} does not open "${bucket}" to it`])
    if (status === 301 || status === 400)
      throw new ConfigError([`S3_REGION is not valid: ${endpoint} does not know "${bucket}" there`])
    throw new FileStoreUnavailableError(`The object store at ${endpoint} does not answer.`, { cause: error })
  })
}

const headerOf = ({ start, end }: ByteRange) => `bytes=${start}-${end}`

/**
 * Opens a bucket as the file store.
 * @throws ConfigError where there is no such bucket or the key does not open it; FileStoreUnavailableError where nobody answers
 */
export async function openS3FileStore(opening: S3FileStoreOptions): Promise<FileStore> {
  const { bucket, temporary, pageSize } = opening
  const client = openClient(opening)
  await checkBucket(client, opening)
  const temporaryPath = await openTemporaryFiles(temporary)
  const object = (key: string) => ({ Bucket: bucket, Key: requireFileKey(key) })

  return {
    async put(key, path) {
      const params = { ...object(key), Body: createReadStream(path), ContentType: contentTypeFor(key) }
      const upload = new Upload({ client, params, partSize: PART_BYTES, queueSize: PARTS_AT_ONCE })
      await done(upload.done()).finally(() => params.Body.destroy())
      await rm(path, { force: true })
    },
    async size(key) {
      return (await found(client.send(new HeadObjectCommand(object(key)))))?.ContentLength
    },
    async read(key, range) {
      const command = new GetObjectCommand({ ...object(key), ...(range ? { Range: headerOf(range) } : {}) })
      const body = (await found(client.send(command)))?.Body
      return body instanceof Readable ? body : undefined
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
      return getSignedUrl(client, command, { expiresIn: seconds })
    },
    async remove(key) {
      await found(client.send(new DeleteObjectCommand(object(key))))
    },
    async list(folder) {
      const keys: string[] = []
      let after: string | undefined
      do {
        const from = { Prefix: `${folder}/`, MaxKeys: pageSize, ContinuationToken: after }
        const page = await done(client.send(new ListObjectsV2Command({ Bucket: bucket, ...from })))
        keys.push(...(page.Contents ?? []).flatMap(({ Key }) => (Key && isFileKey(Key) ? [Key] : [])))
        after = page.NextContinuationToken
      } while (after !== undefined)
      return keys
    },
    temporaryPath,
  }
}
