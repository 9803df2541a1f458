// Plays a stream through hls.js. Loaded on the first play, because it is larger than the page.
import Hls, { type HlsConfig, type LoaderConfig } from 'hls.js/light'

/** The number of seconds to buffer ahead: few, because buffered seconds that are never watched cost the student money. */
const AHEAD_SECONDS = 20
/** The number of seconds that stay buffered for seeking back. */
const BEHIND_SECONDS = 60

/** Returns whether the server refused the link, usually because it expired. By default hls.js would retry, in vain. */
const isRefused = (status = 0) => status >= 400 && status < 500

/** Retries on a poor network, even after errors that hls.js treats as fatal. */
function createLoadPolicy(times: { firstByteMs: number; totalMs: number; tries: number }): { default: LoaderConfig } {
  const retry = {
    maxNumRetry: times.tries,
    retryDelayMs: 1_000,
    maxRetryDelayMs: 8_000,
    shouldRetry: (_config: unknown, count: number, _isTimeout: boolean, reply?: { code?: number }) =>
      count < times.tries && !isRefused(reply?.code),
  }
  return {
    default: {
      maxTimeToFirstByteMs: times.firstByteMs,
      maxLoadTimeMs: times.totalMs,
      timeoutRetry: retry,
      errorRetry: retry,
    },
  }
}

const settings: Partial<HlsConfig> = {
  // The content policy blocks workers that are created from a blob, and fragmented mp4 needs none.
  enableWorker: false,
  maxBufferLength: AHEAD_SECONDS,
  maxMaxBufferLength: AHEAD_SECONDS,
  backBufferLength: BEHIND_SECONDS,
  // Loading starts after the rendition has been limited.
  autoStartLoad: false,
  // Prevents downloading anything twice just to measure the network.
  testBandwidth: false,
  manifestLoadPolicy: createLoadPolicy({ firstByteMs: 15_000, totalMs: 30_000, tries: 3 }),
  playlistLoadPolicy: createLoadPolicy({ firstByteMs: 15_000, totalMs: 30_000, tries: 3 }),
  fragLoadPolicy: createLoadPolicy({ firstByteMs: 20_000, totalMs: 120_000, tries: 6 }),
}

export const isSupported = () => Hls.isSupported()

type StreamOptions = {
  /** The rendition to play: no higher one is ever requested. */
  playlistUrl: string
  /** The playlist of all renditions, if playback may fall below that one. */
  ladderUrl: string | undefined
  /** Seconds from the start. */
  position: number
  onFault: () => void
}

/** Attaches a stream to the element. Returns a function that detaches it. */
export function playStream(
  element: HTMLVideoElement,
  { playlistUrl, ladderUrl, position, onFault }: StreamOptions,
): () => void {
  const hls = new Hls(settings)
  let ladder = ladderUrl
  hls.on(Hls.Events.MANIFEST_PARSED, (_event, { levels }) => {
    if (ladder !== undefined) {
      const level = levels.findIndex(({ url }) => fileName(url[0]) === fileName(playlistUrl))
      if (level < 0) {
        // The rendition is not in the playlist of all renditions, so playback is limited to it by playing its own
        // playlist.
        ladder = undefined
        return hls.loadSource(playlistUrl)
      }
      hls.autoLevelCapping = level
    }
    hls.startLoad(position > 0 ? position : -1)
  })
  let hasRecovered = false
  let hasFailed = false
  hls.on(Hls.Events.ERROR, (_event, error) => {
    if (hasFailed || !(error.fatal || isRefused(error.response?.code))) return
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

/** Returns the file name of a URL: '/media/token/streams/id/240p.m3u8?signature' -> '240p.m3u8'. */
function fileName(url = ''): string {
  return /[^/]*$/.exec(url.replace(/[?#].*$/, ''))?.[0] ?? ''
}
