// Follows the stream of a board.
import { followStream } from '../api/follow-stream.ts'

/** The server sends a heartbeat every 25 s. */
const SILENCE_MS = 60_000

type Options = {
  url: string
  /** Ends it all. */
  signal: AbortSignal
  /** The board's tag: at the start of every stream, and whenever the board has changed. */
  onTag: (tag: string) => void
  /** Whether events arrive; a stream that something in between holds back is not live. */
  onLive: (isLive: boolean) => void
}

/** Follows a board until the signal says stop. Never throws. */
export function followBoard({ url, signal, onTag, onLive }: Options): Promise<void> {
  return followStream({
    url,
    signal,
    silenceMs: SILENCE_MS,
    onLost: () => onLive(false),
    onEvent: ({ event, data }) => {
      if (event !== 'board') return
      onLive(true)
      onTag(data)
    },
  })
}
