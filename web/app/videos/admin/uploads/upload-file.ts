// Uploads one file by the tus protocol. tus-js-client retries and resumes. This file adds a limit on parallel uploads,
// pause and cancel, the server's Retry-After, a timeout for silent connections, and a retry as soon as the network is
// back.
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { toApiError } from '@baobab/contract/kernel/client.ts'
import { setPoster as adminEndpoint, UPLOADS_PATH } from '@baobab/contract/videos/admin.ts'
import pLimit from 'p-limit'
import { DetailedError, Upload } from 'tus-js-client'
import { clearRejectedSession, tokenFor } from '../../../api/call-api.ts'
import { steadyMs } from '../../../api/server-time.ts'
import type { UploadEvent } from './upload-state.ts'

/** Two uploads use a connection as fully as five would, and each finishes sooner. */
const limitUploads = pLimit(2)

/** The size of one request: small enough for proxies. It is also the most that is lost when a connection breaks. */
const CHUNK_BYTES = 8 * 1_048_576
/** A connection without progress for this long is treated as broken, even if the browser reports no error. */
const SILENCE_MS = 45_000
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 15_000
/**
 * The maximum number of retries without progress: as many as fit into the day for which the server keeps an unfinished
 * upload.
 */
const MAX_RETRIES = (24 * 3_600_000) / LONGEST_RETRY_MS
/**
 * Progress is saved each time this many more bytes were sent. Only an estimate for display: the server decides where to
 * resume.
 */
const SAVE_EVERY_BYTES = 1_000_000

/** Where the data for resuming an upload is stored: in the browser's storage or in memory. */
export type ResumePoint = {
  url: () => string | undefined
  sentBefore: number
  save: (url: string, sent: number) => void
  clear: () => void
}
type Options = { resumePoint: ResumePoint; report: (event: UploadEvent) => void }

/**
 * Returns whether to retry an upload: after a timeout, a server error, or a conflict of two attempts, but not after a
 * refusal. An upload that the server no longer has is started again, but only once.
 * @param status 0 if no reply arrived
 * @param retries attempts without progress so far
 */
export function canRetry(status: number, retries: number): boolean {
  if (status === 404 || status === 410) return retries === 0
  return [0, 408, 409, 423, 425, 429].includes(status) || (status >= 500 && status !== 507)
}

/**
 * Milliseconds before a retry: 1, 2, 4, 8 and then 15 seconds, but never less than the server's `retryAfter` in
 * seconds.
 */
export function retryDelayMs(retries: number, retryAfter = 0): number {
  return Math.max(Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** retries), retryAfter * 1000)
}

/** Starts an upload as soon as fewer than two others are running. */
export function startUpload(file: File, { resumePoint, report }: Options) {
  let run = new AbortController()
  let isWaiting = false
  let silence: ReturnType<typeof setTimeout> | undefined
  let token: string | undefined
  let [url, sent] = [resumePoint.url(), resumePoint.sentBefore]
  let saved = sent
  let settle: (id: string | undefined) => void = () => undefined
  let fail: (error: ApiError) => void = () => undefined
  /** Resolves with the upload's id, or undefined if it was canceled. Rejects with the server's refusal. */
  const finished = new Promise<string | undefined>((resolve, reject) => ([settle, fail] = [resolve, reject]))

  const upload = new Upload(file, {
    endpoint: new URL(UPLOADS_PATH, location.origin).href,
    uploadUrl: url ?? null,
    metadata: { filename: file.name, ...(file.type && { filetype: file.type }) },
    chunkSize: CHUNK_BYTES,
    // The stored data has more fields than the library's type: see unfinished-uploads.ts.
    storeFingerprintForResuming: false,
    retryDelays: Array.from({ length: MAX_RETRIES }, (_, retries) => retryDelayMs(retries)),
    onBeforeRequest(request) {
      // The library ignores an abort while it is starting.
      if (run.signal.aborted) throw run.signal.reason
      token = tokenFor(adminEndpoint)
      if (token) request.setHeader('authorization', `Bearer ${token}`)
      watchSilence()
    },
    onUploadUrlAvailable() {
      if (!upload.url) return
      // A new URL means a new upload: the server had lost the previous one.
      if (upload.url !== url) sent = 0
      url = upload.url
      save(url)
    },
    onProgress(now) {
      watchSilence()
      isWaiting = false
      sent = now
      if (url && sent - saved >= SAVE_EVERY_BYTES) save(url)
      report({ kind: 'progress', sent, at: steadyMs() })
    },
    onShouldRetry(error, retries, { retryDelays }) {
      if (run.signal.aborted || !canRetry(readStatus(error), retries)) return false
      const retryAfter = Number(error.originalResponse?.getHeader('Retry-After')) || 0
      // The library reads the delay after this call.
      if (retryDelays) retryDelays[retries] = retryDelayMs(retries, retryAfter)
      clearTimeout(silence)
      wait()
      return true
    },
    onSuccess() {
      run.abort()
      report({ kind: 'completed' })
      settle(url?.split('/').at(-1))
    },
    onError(error) {
      if (run.signal.aborted) return
      run.abort()
      void readRefusal(error).then((refusal) => {
        clearRejectedSession(adminEndpoint, token, refusal)
        fail(refusal)
      })
    },
  })

  function save(known: string): void {
    saved = sent
    resumePoint.save(known, sent)
  }

  function wait(): void {
    isWaiting = true
    report({ kind: 'interrupted' })
  }

  function watchSilence(): void {
    clearTimeout(silence)
    silence = setTimeout(() => {
      wait()
      restart()
    }, SILENCE_MS)
  }

  function restart(): void {
    void upload.abort()
    upload.start()
  }

  /** Starts or resumes the upload, and occupies one of the two upload slots until the run is aborted. */
  function runUpload({ signal }: AbortController): Promise<void> | undefined {
    if (signal.aborted) return undefined
    report({ kind: 'started' })
    addEventListener('online', () => isWaiting && restart(), { signal })
    upload.start()
    return new Promise((release) =>
      signal.addEventListener('abort', () => {
        void upload.abort()
        clearTimeout(silence)
        release()
      }),
    )
  }

  function enqueue(): void {
    const current = (run = new AbortController())
    isWaiting = false
    report({ kind: 'queued', total: file.size })
    void limitUploads(() => runUpload(current))
  }

  enqueue()
  return {
    finished,
    pause() {
      if (run.signal.aborted) return
      run.abort()
      report({ kind: 'paused' })
    },
    resume: enqueue,
    cancel() {
      run.abort()
      report({ kind: 'reset' })
      resumePoint.clear()
      if (url) void deleteUpload(url)
      settle(undefined)
    },
  }
}

/** Deletes an upload on the server. A failure does not matter: the server deletes unfinished uploads by itself. */
export async function deleteUpload(url: string): Promise<void> {
  const token = tokenFor(adminEndpoint)
  await Upload.terminate(url, { ...(token && { headers: { authorization: `Bearer ${token}` } }) }).catch(
    () => undefined,
  )
}

/** Returns 0 if no reply arrived. */
function readStatus(error: Error | DetailedError): number {
  const status = error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : 0
  return status < 200 ? 0 : status
}

async function readRefusal(error: Error | DetailedError): Promise<ApiError> {
  const status = readStatus(error)
  const response = error instanceof DetailedError ? error.originalResponse : null
  if (!response || status === 0) return new ApiError({ status: 0, code: 'offline', message: '' })
  const retryAfter = response.getHeader('Retry-After')
  return toApiError(
    new Response(response.getBody(), { status, headers: retryAfter ? { 'retry-after': retryAfter } : {} }),
  )
}
