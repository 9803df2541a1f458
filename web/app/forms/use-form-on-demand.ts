import { useState, type ComponentType } from 'react'
import { toast } from '../ui/toast.tsx'
import { formsText } from './text.ts'

/**
 * A form whose code is loaded when it is opened, because the libraries of forms are heavy and few students open one. If
 * the code does not load, says so and leaves the form closed.
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
      toast(formsText.notOpened, { kind: 'bad' })
    } finally {
      setIsOpening(false)
    }
  }

  return { Form, open, close: () => setForm(undefined), busyLabel: isOpening && formsText.opening }
}
