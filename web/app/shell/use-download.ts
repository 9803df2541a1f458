// Downloads files that the API makes for the logged-in user.
import { ApiError, type Endpoint } from '@baobab/contract/kernel/endpoint.ts'
import { endpointUrl, toApiError } from '@baobab/contract/kernel/client.ts'
import { useState } from 'react'
import { clearRejectedSession, tokenFor } from '../api/call-api.ts'
import { errorMessage } from '../api/error-message.ts'
import { isReauthenticationRequired, requestReauthentication } from '../api/reauthentication.ts'
import { saveFile } from '../ui/save-file.ts'
import { toast } from '../ui/toast.tsx'

type Input = { query?: Record<string, string | number | undefined>; body?: FormData }

async function fetchFile(endpoint: Endpoint, { query = {}, body }: Input): Promise<Response> {
  const token = tokenFor(endpoint) ?? ''
  const headers = { authorization: `Bearer ${token}` }
  const reply = await fetch(endpointUrl(endpoint, { query }), {
    method: endpoint.method,
    headers,
    ...(body && { body }),
  }).catch(() => {
    throw new ApiError({ status: 0, code: 'offline', message: '' })
  })
  if (reply.ok) return reply
  const error = await toApiError(reply)
  clearRejectedSession(endpoint, token, error)
  throw error
}

/** Reads the file name from a Content-Disposition header (RFC 6266), whose second form may contain any characters. */
function parseFileName(disposition: string): string {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/.exec(disposition) ?? []
  if (encoded !== undefined) return decodeURIComponent(encoded)
  return /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'download'
}

/** Fetches a file with the user's token and saves it. Asks for the password if the endpoint requires a recent one. */
async function downloadFile(endpoint: Endpoint, input: Input): Promise<void> {
  const reply = await fetchFile(endpoint, input).catch(async (error: unknown) => {
    if (isReauthenticationRequired(error) && (await requestReauthentication())) return fetchFile(endpoint, input)
    throw error
  })
  const { headers } = reply
  const name = parseFileName(headers.get('content-disposition') ?? '')
  saveFile(name, headers.get('content-type') ?? '', await reply.blob())
}

/** Returns a function that downloads a file, and whether a download is running. A failure is shown as a toast. */
export function useDownload() {
  const [isDownloading, setDownloading] = useState(false)
  async function download(endpoint: Endpoint, input: Input = {}) {
    setDownloading(true)
    try {
      await downloadFile(endpoint, input)
    } catch (error) {
      toast(errorMessage(error), { kind: 'bad', ms: 4000 })
    } finally {
      setDownloading(false)
    }
  }
  return { isDownloading, download }
}
