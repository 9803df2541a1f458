// Files that the API makes: fetched with the admin's token, then handed to the browser.
import { ApiError } from '@baobab/contract/api-error.ts'
import { toApiError, endpointUrl } from '@baobab/contract/client.ts'
import { annotateSpreadsheet, importTemplate } from '@baobab/contract/question-import.ts'
import { clearRejectedSession, tokenFor } from '../../api/call-api.ts'
import { saveFile } from '../../ui/save-file.ts'

type FileEndpoint = typeof annotateSpreadsheet | typeof importTemplate

/** The name that the answer gives its file (RFC 6266). */
function nameIn(disposition: string | null): string {
  const [, name] = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? '') ?? []
  return name === undefined ? 'questions.xlsx' : decodeURIComponent(name)
}

async function save(endpoint: FileEndpoint, query: Record<string, string>, body?: FormData): Promise<void> {
  const token = tokenFor(endpoint)
  const headers: HeadersInit = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const init = body ? { method: endpoint.method, headers, body } : { method: endpoint.method, headers }
  const reply = await fetch(endpointUrl(endpoint, { query }), init).catch(() => {
    throw new ApiError({ status: 0, code: 'offline', message: '' })
  })
  if (!reply.ok) {
    const error = await toApiError(reply)
    clearRejectedSession(endpoint, token, error)
    throw error
  }
  saveFile(
    nameIn(reply.headers.get('content-disposition')),
    reply.headers.get('content-type') ?? '',
    await reply.blob(),
  )
}

export function downloadTemplate(format: 'xlsx' | 'csv'): Promise<void> {
  return save(importTemplate, { format })
}

/** The sheet as it is with the reasons beside its bad rows. */
export function downloadAnnotated(form: FormData): Promise<void> {
  return save(annotateSpreadsheet, {}, form)
}
