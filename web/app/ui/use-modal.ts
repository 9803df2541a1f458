import { useEffect, useRef } from 'react'

/**
 * Opens and closes a native dialog as `isOpen` says, with the focus on what is marked `data-first`, else on `first`, and
 * not on whatever comes first in it.
 */
export function useModal(isOpen: boolean) {
  const dialog = useRef<HTMLDialogElement>(null)
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    if (isOpen && !element.open) {
      element.showModal()
      const marked = element.querySelector<HTMLElement>('[data-first]')
      ;(marked ?? first.current)?.focus()
    }
    if (!isOpen && element.open) element.close()
  }, [isOpen])
  return { dialog, first }
}
