import { useEffect, useState } from 'react'
import { whenVoices } from './speech.ts'

type Parts = typeof import('./parts.ts')

let loaded: Parts | undefined

/** Returns the code that reads aloud. It is loaded after the page, and only on devices that have voices; undefined until then. */
export function useReadAloud(): Parts | undefined {
  const [parts, setParts] = useState(loaded)
  useEffect(() => {
    const load = async () => {
      loaded = await import('./parts.ts').catch(() => undefined)
      setParts(loaded)
    }
    return loaded ? undefined : whenVoices(() => void load())
  }, [])
  return parts
}
