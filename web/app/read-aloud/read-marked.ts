import { markSentence, unmarkSentence } from './mark-sentence.ts'
import type { Sentence } from './sentences.ts'
import { readAloud } from './voice.ts'

/** Sentences to read, and what to read that is not on the page: `prefix` is 'A.' before an answer. */
export type Reading = readonly (Sentence & { prefix?: string })[]

/** A little slower than the voice's own speed. */
const RATE = 0.9

/** Reads sentences of a page aloud, and marks each while it is read. Returns a function that stops it. */
export function readMarked(
  reading: Reading,
  { voice, onEnd }: { voice: SpeechSynthesisVoice; onEnd: () => void },
): () => void {
  const passages = reading.map(({ text, range, prefix = '' }) => ({
    text: `${prefix} ${text}`,
    onStart: () => markSentence(range),
  }))
  return readAloud(passages, {
    voice,
    rate: RATE,
    onEnd: () => {
      unmarkSentence()
      onEnd()
    },
  })
}
