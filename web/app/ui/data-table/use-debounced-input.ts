import { useEffect, useState } from 'react'

const PAUSE_MS = 300

/**
 * The state of a text field that changes the address after a pause in typing.
 * @param settled the text in the address; when it changes by itself (going back in the history), the field follows
 * @param settle called with the trimmed text after the pause
 */
export function useDebouncedInput(settled: string, settle: (text: string) => void) {
  const [typed, setTyped] = useState(settled)
  const [seen, setSeen] = useState(settled)
  const [sent, setSent] = useState(settled)
  if (settled !== seen) {
    setSeen(settled)
    if (settled !== sent) {
      setSent(settled)
      setTyped(settled)
    }
  }
  const text = typed.trim()
  useEffect(() => {
    if (text === sent) return undefined
    const timer = setTimeout(() => {
      setSent(text)
      settle(text)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, sent, settle])
  return [typed, setTyped] as const
}
