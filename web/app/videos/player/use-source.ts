import { useEffect, useRef, useState, type RefObject } from 'react'
import type { VideoSource } from '../quality.ts'

const HLS_TYPE = 'application/vnd.apple.mpegurl'

/** `opening`: requested by the user, but not attached yet. */
type Phase = 'closed' | 'opening' | 'open'

type AttachOptions = {
  /** The start position in seconds. */
  position: number
  /** Called when playback cannot continue by itself: the link expired, the network was lost, or the file is broken. */
  onFault: () => void
  signal: AbortSignal
}

/** Attaches video sources to the media element and detaches them: only one at a time, and none after unmounting. */
export function useSource(media: RefObject<HTMLVideoElement | null>) {
  const [phase, setPhase] = useState<Phase>('closed')
  const opening = useRef<AbortController>(undefined)
  const detach = useRef<() => void>(undefined)

  const clear = () => {
    opening.current?.abort()
    detach.current?.()
    detach.current = undefined
  }
  useEffect(() => clear, [])

  /** Plays a source from a position. */
  const open = async (source: VideoSource, options: Omit<AttachOptions, 'signal'>) => {
    clear()
    const element = media.current
    if (!element) return
    // Some browsers play sound only on elements that were used during the tap, and hls.js may load long after it.
    element.load()
    const { signal } = (opening.current = new AbortController())
    setPhase('opening')
    const detachSource = await attachSource(element, source, { ...options, signal })
    if (signal.aborted) return
    detach.current = detachSource
    setPhase('open')
    element.play().catch(() => undefined)
  }

  const close = () => {
    clear()
    setPhase('closed')
  }
  return { phase, open, close }
}

/**
 * Attaches a source: the stream through hls.js, or through the browser's own HLS if hls.js does not run, or else the
 * file.
 * @returns a function that detaches it
 */
async function attachSource(
  element: HTMLVideoElement,
  { playlistUrl, ladderUrl, fileUrl }: VideoSource,
  { position, onFault, signal }: AttachOptions,
): Promise<() => void> {
  const engine = playlistUrl === undefined ? undefined : await loadEngine()
  if (signal.aborted) return () => undefined
  if (playlistUrl !== undefined && engine) {
    return engine.playStream(element, { playlistUrl, ladderUrl, position, onFault })
  }
  element.src = playlistUrl !== undefined && element.canPlayType(HLS_TYPE) !== '' ? playlistUrl : fileUrl
  return () => {
    element.removeAttribute('src')
    element.load()
  }
}

/** Returns undefined if hls.js cannot be loaded, or if the browser lacks Media Source Extensions. */
async function loadEngine() {
  const engine = await import('./hls-engine.ts').catch(() => undefined)
  return engine?.isSupported() ? engine : undefined
}
