import { useEffect, useRef, useState, type RefObject } from 'react'
import { attachSource } from './attach-source.ts'
import type { VideoSource } from '../quality.ts'

/** `opening`: on its way, for somebody who wants to see it. */
type Phase = 'closed' | 'opening' | 'open'

/** Puts films on the media element and takes them off; one at a time, and none is left behind. */
export function useSource(media: RefObject<HTMLVideoElement | null>) {
  const [phase, setPhase] = useState<Phase>('closed')
  const coming = useRef<AbortController>(undefined)
  const detach = useRef<() => void>(undefined)

  const clear = () => {
    coming.current?.abort()
    detach.current?.()
    detach.current = undefined
  }
  useEffect(() => clear, [])

  /** Opens a film at a place and plays it. */
  const open = async (source: VideoSource, { at, onFault }: { at: number; onFault: () => void }) => {
    clear()
    const element = media.current
    if (!element) return
    // Some browsers play with sound only what was touched in the tap itself, and hls.js may arrive long after it.
    element.load()
    const { signal } = (coming.current = new AbortController())
    setPhase('opening')
    const take = await attachSource(element, source, { at, onFault, signal })
    if (signal.aborted) return
    detach.current = take
    setPhase('open')
    element.play().catch(() => undefined)
  }

  const close = () => {
    clear()
    setPhase('closed')
  }
  return { phase, open, close }
}
