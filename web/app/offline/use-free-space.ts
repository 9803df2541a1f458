import { useEffect, useState } from 'react'
import { estimateFreeSpace } from './storage-space.ts'

/** How many bytes the phone has left, asked again when `used` changes. Undefined until it is known, or where it is not told. */
export function useFreeSpace(used: number): number | undefined {
  const [left, setLeft] = useState<number>()
  useEffect(() => {
    let isCurrent = true
    estimateFreeSpace().then(
      (bytes) => isCurrent && setLeft(bytes),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [used])
  return left
}
