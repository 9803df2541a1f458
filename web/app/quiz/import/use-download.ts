import { useState } from 'react'
import { errorMessage } from '../../api/error-message.ts'
import { toast } from '../../ui/toast.tsx'

/** A download that takes a moment: whether it is on its way; a failure is told. */
export function useDownload(save: () => Promise<void>) {
  const [isSaving, setSaving] = useState(false)
  async function run() {
    setSaving(true)
    try {
      await save()
    } catch (error) {
      toast(errorMessage(error), { kind: 'bad', ms: 4000 })
    } finally {
      setSaving(false)
    }
  }
  return { isSaving, run }
}
