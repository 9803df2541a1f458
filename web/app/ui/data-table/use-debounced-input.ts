import { useEffect, useState } from 'react'

const PAUSE_MS = 300

/**
 * The state of a text field that changes the address after a pause in typing.
 * @param settled the text in the address; when it changes by itself (going back in the history), the field follows,
 *   unless something was typed since, which is searched for after the pause
 * @param settle called with the trimmed text after the pause
 */
export function useDebouncedInput(settled: string, settle: (text: string) => void) {
  const [typed, setTyped] = useState(settled)
  const [seen, setSeen] = useState(settled)
  const [sent, setSent] = useState(settled)
  const text = typed.trim()
  if (settled !== seen) {
    setSeen(settled)
    if (settled !== sent) {
      setSent(settled)
      if (text === sent) setTyped(settled)
    }
  }
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
