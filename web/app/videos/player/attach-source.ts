import type { VideoSource } from '../quality.ts'

const HLS = 'application/vnd.apple.mpegurl'

type Options = {
  /** Seconds from the start. */
  at: number
  /** It cannot go on by itself: the link ran out, the network is gone, or the file is broken. */
  onFault: () => void
  signal: AbortSignal
}

/**
 * Puts a film on the element: its stream by hls.js, by the browser's own HLS where that does not run, or else the file.
 * @returns takes it off again
 */
export async function attachSource(
  element: HTMLVideoElement,
  { playlistUrl, ladderUrl, fileUrl }: VideoSource,
  { at, onFault, signal }: Options,
): Promise<() => void> {
  const engine = playlistUrl === undefined ? undefined : await loadEngine()
  if (signal.aborted) return () => undefined
  if (playlistUrl !== undefined && engine) {
    return engine.playStream(element, { playlistUrl, ladderUrl, at, onFault })
  }
  element.src = playlistUrl !== undefined && element.canPlayType(HLS) !== '' ? playlistUrl : fileUrl
  return () => {
    element.removeAttribute('src')
    element.load()
  }
}

/** Undefined where it does not arrive, or the browser cannot be fed by a script. */
async function loadEngine() {
  const engine = await import('./hls-engine.ts').catch(() => undefined)
  return engine?.isSupported() ? engine : undefined
}
