// Plays a stream through hls.js. Fetched when somebody plays, not before: it weighs more than the page.
import Hls, { type HlsConfig, type LoaderConfig } from 'hls.js/light'

/** How far ahead it fetches, in seconds: what is fetched and never seen is money lost. */
const AHEAD_SECONDS = 20
/** What stays for going back. */
const BEHIND_SECONDS = 60

/** A poor network is asked again; an answer of 400 to 499 is final: the link ran out. */
function patience(times: { firstByteMs: number; wholeMs: number; tries: number }): { default: LoaderConfig } {
  const retry = { maxNumRetry: times.tries, retryDelayMs: 1_000, maxRetryDelayMs: 8_000 }
  return {
    default: {
      maxTimeToFirstByteMs: times.firstByteMs,
      maxLoadTimeMs: times.wholeMs,
      timeoutRetry: retry,
      errorRetry: {
        ...retry,
        shouldRetry: (_config, count, _isTimeout, reply) => count < times.tries && !isFinal(reply?.code ?? 0),
      },
    },
  }
}

const isFinal = (status: number) => status >= 400 && status < 500

const settings: Partial<HlsConfig> = {
  // The pages' policy refuses a worker made of a blob, and fragmented mp4 leaves it nothing to do.
  enableWorker: false,
  maxBufferLength: AHEAD_SECONDS,
  maxMaxBufferLength: AHEAD_SECONDS,
  backBufferLength: BEHIND_SECONDS,
  // One rung alone is played; nothing is fetched twice to measure the network.
  testBandwidth: false,
  manifestLoadPolicy: patience({ firstByteMs: 15_000, wholeMs: 30_000, tries: 3 }),
  playlistLoadPolicy: patience({ firstByteMs: 15_000, wholeMs: 30_000, tries: 3 }),
  fragLoadPolicy: patience({ firstByteMs: 20_000, wholeMs: 120_000, tries: 6 }),
}

export const isSupported = () => Hls.isSupported()

type Playing = { url: string; at: number; onFault: () => void }

/** Answers the function that ends it and takes the film off the element. */
export function playStream(element: HTMLVideoElement, { url, at, onFault }: Playing): () => void {
  const hls = new Hls({ ...settings, startPosition: at > 0 ? at : -1 })
  let hasRecovered = false
  hls.on(Hls.Events.ERROR, (_event, error) => {
    if (!error.fatal) return
    if (error.type === Hls.ErrorTypes.MEDIA_ERROR && !hasRecovered) {
      hasRecovered = true
      return hls.recoverMediaError()
    }
    onFault()
  })
  hls.loadSource(url)
  hls.attachMedia(element)
  return () => hls.destroy()
}
