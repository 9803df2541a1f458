import { useState, type ComponentType } from 'react'
import { toast } from '../ui/toast.tsx'
import { reloadForNewVersion } from './reload-for-new-version.ts'
import { formsText } from './text.ts'

/**
 * A form whose code is loaded when it is opened, because the libraries of forms are heavy and few students open one. If
 * the code does not load, because there is a new version of the app, loads the page anew; else says so. The form stays
 * closed.
 */
export function useFormOnDemand<Props>(load: () => Promise<ComponentType<Props>>) {
  const [Form, setForm] = useState<ComponentType<Props>>()
  const [isOpening, setIsOpening] = useState(false)

  async function open() {
    setIsOpening(true)
    try {
      const loaded = await load()
      setForm(() => loaded)
    } catch {
      const outcome = await reloadForNewVersion({ message: formsText.newVersion })
      if (outcome !== 'reloading') toast(formsText.notOpened, { kind: 'bad' })
    } finally {
      setIsOpening(false)
    }
  }

  return { Form, open, close: () => setForm(undefined), busyLabel: isOpening && formsText.opening }
}
