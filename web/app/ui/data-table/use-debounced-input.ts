import { useEffect, useState } from 'react'

const WAIT_MS = 300

/**
 * A field whose text settles when the typing rests: at once the field, a little later the address.
 * @param settled what stands in the address; a step back in the history comes into the field again
 * @param settle called with the trimmed text
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
    }, WAIT_MS)
    return () => clearTimeout(timer)
  }, [text, sent, settle])
  return [typed, setTyped] as const
}
