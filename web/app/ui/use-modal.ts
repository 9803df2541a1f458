import { useEffect, useRef } from 'react'

/**
 * Opens and closes a native dialog with `isOpen`. Moves the focus to the element marked `data-first`, or else to `first`; to the title if the
 * dialog does not fit on the screen, so that it opens at its beginning.
 */
export function useModal(isOpen: boolean) {
  const dialog = useRef<HTMLDialogElement>(null)
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    if (isOpen && !element.open) {
      element.showModal()
      const title = element.scrollHeight > element.clientHeight ? element.querySelector('h2') : null
      if (title) title.tabIndex = -1
      const marked = element.querySelector<HTMLElement>('[data-first]')
      ;(marked ?? title ?? first.current)?.focus()
    }
    if (!isOpen && element.open) element.close()
  }, [isOpen])
  return { dialog, first }
}
