// One try at sending a file by the tus protocol. The library's own retries stay off: they give up, and keep no texts.
import { ApiError } from '@baobab/contract/api-error.ts'
import { toApiError } from '@baobab/contract/client.ts'
import { setPoster as anAdminsEndpoint, UPLOADS_PATH } from '@baobab/contract/videos-admin.ts'
import { DetailedError, Upload } from 'tus-js-client'
import { clearRejectedSession, tokenFor } from '../../../api/call-api.ts'

/** Bytes of one request: what a proxy lets through, and what is confirmed by and by. */
const PART_BYTES = 8 * 1_048_576
/** A connection that says nothing for so long is dead, whatever the phone believes. */
const SILENCE_MS = 45_000

type Sending = {
  /** Of the upload as it was begun before. */
  url: string | undefined
  signal: AbortSignal
  onUrl: (url: string) => void
  onProgress: (sent: number) => void
}

/** Sends what the server has not got yet, and answers the upload's id. Throws ApiError; an abort throws its reason. */
export function sendByTus(file: File, { url, signal, onUrl, onProgress }: Sending): Promise<string> {
  const token = tokenFor(anAdminsEndpoint)
  return new Promise((resolve, reject) => {
    let silence: ReturnType<typeof setTimeout>
    const upload = new Upload(file, {
      endpoint: new URL(UPLOADS_PATH, location.origin).href,
      uploadUrl: url ?? null,
      metadata: { filename: file.name, ...(file.type && { filetype: file.type }) },
      headers: token ? { authorization: `Bearer ${token}` } : {},
      chunkSize: PART_BYTES,
      retryDelays: null,
      storeFingerprintForResuming: false,
      onUploadUrlAvailable: () => upload.url && onUrl(upload.url),
      onProgress: (sent) => {
        listen()
        onProgress(sent)
      },
      onSuccess: () => over(() => resolve(idOf(upload.url ?? ''))),
      onError: (error) => {
        void refusalOf(error).then((refusal) => {
          clearRejectedSession(anAdminsEndpoint, token, refusal)
          over(() => reject(refusal))
        })
      },
    })
    const end = (reason: unknown) => {
      void upload.abort()
      over(() => reject(reason))
    }
    const leave = () => end(signal.reason)
    function listen() {
      clearTimeout(silence)
      silence = setTimeout(() => end(new ApiError({ status: 0, code: 'offline', message: '' })), SILENCE_MS)
    }
    function over(tell: () => void) {
      clearTimeout(silence)
      signal.removeEventListener('abort', leave)
      tell()
    }
    if (signal.aborted) return reject(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    listen()
    upload.start()
  })
}

/** Takes an upload off the server. Whether that is heard does not matter: the server forgets it by itself. */
export async function dropUpload(url: string): Promise<void> {
  const token = tokenFor(anAdminsEndpoint)
  const headers = { 'tus-resumable': '1.0.0', ...(token && { authorization: `Bearer ${token}` }) }
  await fetch(url, { method: 'DELETE', headers }).catch(() => undefined)
}

function idOf(url: string): string {
  return url.split('/').at(-1) ?? ''
}

async function refusalOf(error: Error | DetailedError): Promise<ApiError> {
  const answer = error instanceof DetailedError ? error.originalResponse : null
  const status = answer?.getStatus() ?? 0
  if (!answer || status < 200) return new ApiError({ status: 0, code: 'offline', message: '' })
  const retryAfter = answer.getHeader('Retry-After')
  return toApiError(
    new Response(answer.getBody(), { status, headers: retryAfter ? { 'retry-after': retryAfter } : {} }),
  )
}
