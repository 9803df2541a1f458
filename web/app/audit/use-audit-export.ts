import { exportAuditLog, type AuditSelection } from '@baobab/contract/audit.ts'
import { toApiError, endpointUrl } from '@baobab/contract/client.ts'
import { ApiError } from '@baobab/contract/api-error.ts'
import { useState } from 'react'
import { clearRejectedSession, tokenFor } from '../api/call-api.ts'
import { errorMessage } from '../api/error-message.ts'
import { requestReauthentication, isReauthenticationRequired } from '../api/reauthentication.ts'
import { saveFile } from '../ui/save-file.ts'
import { toast } from '../ui/toast.tsx'

async function fetchCsv(view: AuditSelection): Promise<string> {
  const token = tokenFor(exportAuditLog) ?? ''
  const reply = await fetch(endpointUrl(exportAuditLog, { query: view }), {
    headers: { authorization: `Bearer ${token}` },
  }).catch(() => {
    throw new ApiError({ status: 0, code: 'offline', message: '' })
  })
  if (reply.ok) return reply.text()
  const error = await toApiError(reply)
  clearRejectedSession(exportAuditLog, token, error)
  throw error
}

/** The selected lines as a file; asks for the password where it was not given lately. */
export function useAuditExport(view: AuditSelection) {
  const [isBusy, setBusy] = useState(false)

  async function download() {
    setBusy(true)
    try {
      const csv = await fetchCsv(view).catch(async (error: unknown) => {
        if (isReauthenticationRequired(error) && (await requestReauthentication())) return fetchCsv(view)
        throw error
      })
      // Reading the bytes as text took the mark away by which Excel knows UTF-8.
      saveFile('audit-log.csv', 'text/csv', `\uFEFF${csv.replace(/^\uFEFF/, '')}`)
    } catch (error) {
      toast(errorMessage(error), { kind: 'bad' })
    } finally {
      setBusy(false)
    }
  }

  return { isBusy, download }
}
