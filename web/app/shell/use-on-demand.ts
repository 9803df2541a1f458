import { useState, type ComponentType } from 'react'
import { reloadForNewVersion } from '../forms/reload-for-new-version.ts'
import { formsText } from '../forms/text.ts'
import { toast } from '../ui/toast.tsx'

/**
 * A form or dialog whose code is loaded when it is opened, because form libraries are heavy and few students open one. If the code does not
 * load because of a new version of the app, reloads the page; otherwise says so, and the form stays closed.
 */
export function useOnDemand<Props>(load: () => Promise<ComponentType<Props>>) {
  const [Loaded, setLoaded] = useState<ComponentType<Props>>()
  const [isOpening, setIsOpening] = useState(false)

  async function open() {
    setIsOpening(true)
    try {
      const component = await load()
      setLoaded(() => component)
    } catch {
      const outcome = await reloadForNewVersion({ message: formsText.newVersion })
      if (outcome !== 'reloading') toast(formsText.notOpened, { kind: 'bad' })
    } finally {
      setIsOpening(false)
    }
  }

  return { Loaded, open, close: () => setLoaded(undefined), busyLabel: isOpening && formsText.opening }
}
