import { useEffect, useRef } from 'react'

/** Opens and closes a native dialog with `isOpen`. Moves the focus to the element marked `data-first`, or else to `first`. */
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
