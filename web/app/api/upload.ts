// Multipart uploads with progress, which fetch does not report.
import { ApiError, type Endpoint, type ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { toApiError, endpointUrl } from '@baobab/contract/kernel/client.ts'
import { clearRejectedSession, tokenFor } from './call-api.ts'
import { noteServerTime, readClocks } from './server-time.ts'

type Options = {
  params?: Record<string, string>
  form: FormData
  /** Called with the share sent so far, 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/** Sends a form with files to an endpoint. Throws ApiError if the server refuses, or the signal's reason on abort. */
export async function upload<E extends Endpoint>(endpoint: E, options: Options): Promise<ReplyOf<E>> {
  const { form, onProgress, signal } = options
  const token = tokenFor(endpoint)
  const sent = readClocks()
  const response = await new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(endpoint.method, endpointUrl(endpoint, options.params ? { params: options.params } : {}))
    request.responseType = 'text'
    request.setRequestHeader('accept', 'application/json')
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total)
    }
    request.onload = () => {
      noteServerTime({ get: (name) => request.getResponseHeader(name) }, sent)
      const retryAfter = request.getResponseHeader('retry-after')
      const headers = retryAfter ? { 'retry-after': retryAfter } : {}
      resolve(new Response(request.responseText, { status: request.status, headers }))
    }
    request.onerror = () => reject(new ApiError({ status: 0, code: 'offline', message: '' }))
    request.onabort = () => reject(signal?.reason ?? new Error('aborted'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
  if (response.ok) return (await response.json()) as ReplyOf<E>
  const error = await toApiError(response)
  clearRejectedSession(endpoint, token, error)
  throw error
}
