import { useEffect, useState } from 'react'

/** Returns the value once it has stayed the same for a while, so that not every keystroke sends a search request. */
export function useDebouncedValue<V>(value: V, ms = 300): V {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

const PAUSE_MS = 300

/**
 * The state of a text field that changes the address after a pause in typing.
 * @param settled the text in the address. When it changes otherwise (going back in the history), the field follows, unless something has
 * been typed since, which is searched for after the pause
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
