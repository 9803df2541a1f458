import { useEffect, useState } from 'react'
import { readMarked, type Reading } from './read-marked.ts'
import { useVoice } from './use-voice.ts'

/**
 * Reads parts of a page and marks what is being read. Stops when the component unmounts.
 * @returns undefined while the device has no voice
 */
export function useReader() {
  const voice = useVoice()
  const [stop, setStop] = useState<() => void>()
  useEffect(() => stop, [stop])
  if (!voice) return undefined

  function read(reading: Reading) {
    if (!voice) return
    let isOver = false
    const onEnd = () => {
      isOver = true
      setStop(undefined)
    }
    const stopReading = readMarked(reading, { voice, onEnd })
    if (!isOver) setStop(() => stopReading)
  }
  return { isReading: stop !== undefined, read, stop: () => stop?.() }
}
