import { useEffect, useState } from 'react'

type Parts = typeof import('./parts.ts')

/** How long the page may load first, in milliseconds. */
const WAIT_MS = 1_000

let loaded: Parts | undefined

/** Returns the code that reads aloud. It is loaded after the page, and only on devices that have voices; undefined until then. */
export function useReadAloud(): Parts | undefined {
  const [parts, setParts] = useState(loaded)
  useEffect(() => {
    const speech = 'speechSynthesis' in globalThis ? globalThis.speechSynthesis : undefined
    if (loaded || !speech) return undefined
    const load = async () => {
      if (speech.getVoices().length === 0) return
      loaded = await import('./parts.ts').catch(() => undefined)
      setParts(loaded)
    }
    const handleVoices = () => void load()
    const timer = setTimeout(handleVoices, WAIT_MS)
    // Safari before 16 has no such event.
    speech.addEventListener?.('voiceschanged', handleVoices)
    return () => {
      clearTimeout(timer)
      speech.removeEventListener?.('voiceschanged', handleVoices)
    }
  }, [])
  return parts
}
