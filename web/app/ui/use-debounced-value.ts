import { useEffect, useState } from 'react'

/**
 * Returns the value once it has stayed the same for a while, so that not every keystroke in a search sends a request.
 */
export function useDebouncedValue<V>(value: V, ms = 300): V {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
