// Plays a stream through hls.js. Fetched when somebody plays, not before: it weighs more than the page.
import Hls, { type HlsConfig, type LoaderConfig } from 'hls.js/light'

/** How far ahead it fetches, in seconds: what is fetched and never seen is money lost. */
const AHEAD_SECONDS = 20
/** What stays for going back. */
const BEHIND_SECONDS = 60

/** The link ran out: asking again is of no use, and hls.js would. */
const isRefusal = (status = 0) => status >= 400 && status < 500

/** How often a poor network is asked again, also where hls.js takes it for a refusal. */
function patience(times: { firstByteMs: number; wholeMs: number; tries: number }): { default: LoaderConfig } {
  const retry = {
    maxNumRetry: times.tries,
    retryDelayMs: 1_000,
    maxRetryDelayMs: 8_000,
    shouldRetry: (_config: unknown, count: number, _isTimeout: boolean, reply?: { code?: number }) =>
      count < times.tries && !isRefusal(reply?.code),
  }
  return {
    default: {
      maxTimeToFirstByteMs: times.firstByteMs,
      maxLoadTimeMs: times.wholeMs,
      timeoutRetry: retry,
      errorRetry: retry,
    },
  }
}

const settings: Partial<HlsConfig> = {
  // The pages' policy refuses a worker made of a blob, and fragmented mp4 leaves it nothing to do.
  enableWorker: false,
  maxBufferLength: AHEAD_SECONDS,
  maxMaxBufferLength: AHEAD_SECONDS,
  backBufferLength: BEHIND_SECONDS,
  // It waits until the limit is set.
  autoStartLoad: false,
  // Nothing is fetched twice to measure the network.
  testBandwidth: false,
  manifestLoadPolicy: patience({ firstByteMs: 15_000, wholeMs: 30_000, tries: 3 }),
  playlistLoadPolicy: patience({ firstByteMs: 15_000, wholeMs: 30_000, tries: 3 }),
  fragLoadPolicy: patience({ firstByteMs: 20_000, wholeMs: 120_000, tries: 6 }),
}

export const isSupported = () => Hls.isSupported()

type Playing = {
  /** The rung to play: none above it is ever asked for. */
  playlistUrl: string
  /** All rungs, where it may fall below that one. */
  ladderUrl: string | undefined
  at: number
  onFault: () => void
}

/** Answers the function that ends it and takes the film off the element. */
export function playStream(element: HTMLVideoElement, { playlistUrl, ladderUrl, at, onFault }: Playing): () => void {
  const hls = new Hls(settings)
  let ladder = ladderUrl
  hls.on(Hls.Events.MANIFEST_PARSED, (_event, { levels }) => {
    if (ladder !== undefined) {
      const rung = levels.findIndex((level) => fileOf(level.url[0]) === fileOf(playlistUrl))
      if (rung < 0) {
        // Not on this ladder, which then is no limit to it.
        ladder = undefined
        return hls.loadSource(playlistUrl)
      }
      hls.autoLevelCapping = rung
    }
    hls.startLoad(at > 0 ? at : -1)
  })
  let hasRecovered = false
  let hasFailed = false
  hls.on(Hls.Events.ERROR, (_event, error) => {
    if (hasFailed || !(error.fatal || isRefusal(error.response?.code))) return
    if (error.type === Hls.ErrorTypes.MEDIA_ERROR && !hasRecovered) {
      hasRecovered = true
      return hls.recoverMediaError()
    }
    hasFailed = true
    hls.stopLoad()
    onFault()
  })
  hls.loadSource(ladder ?? playlistUrl)
  hls.attachMedia(element)
  return () => hls.destroy()
}

/** '/media/token/streams/id/240p.m3u8?signature' -> '240p.m3u8' */
function fileOf(url = ''): string {
  return /[^/]*$/.exec(url.replace(/[?#].*$/, ''))?.[0] ?? ''
}
