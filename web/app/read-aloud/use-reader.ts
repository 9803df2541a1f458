import { useEffect, useState } from 'react'
import { markSentence, unmarkSentence } from './mark-sentence.ts'
import type { Sentence } from './sentences.ts'
import { readAloud, useVoice } from './voice.ts'

/** Sentences to read, and what to read that is not on the page: `prefix` is 'A.' before an answer. */
export type Reading = readonly (Sentence & { prefix?: string })[]

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
    const passages = reading.map(({ text, range, prefix = '' }) => ({
      text: `${prefix} ${text}`,
      onStart: () => markSentence(range),
    }))
    let isOver = false
    const onEnd = () => {
      isOver = true
      unmarkSentence()
      setStop(undefined)
    }
    const stopReading = readAloud(passages, { voice, rate: 0.9, onEnd })
    if (!isOver) setStop(() => stopReading)
  }
  return { isReading: stop !== undefined, read, stop: () => stop?.() }
}
