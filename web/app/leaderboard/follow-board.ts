import { followStream } from '../api/follow-stream.ts'

/** Longer than two heartbeat intervals: the server sends a heartbeat every 25 seconds. */
const SILENCE_MS = 60_000

type Options = {
  url: string
  /** Ends the stream and all attempts to reconnect. */
  signal: AbortSignal
  /** Called with the board's tag at the start of every stream and whenever the board has changed. */
  onTag: (tag: string) => void
  /** Called with whether events arrive; a stream that a proxy buffers is not live. */
  onLive: (isLive: boolean) => void
}

/** Follows the event stream of a board until the signal aborts. Never throws. */
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
