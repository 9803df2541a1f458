import { useEffect, useState } from 'react'

/** The value after it has stayed the same for a while, so that not every letter of a search sends a request. */
export function useDebouncedValue<V>(value: V, ms = 300): V {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
