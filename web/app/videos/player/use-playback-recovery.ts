import type { Video } from '@baobab/contract/videos/endpoints.ts'
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { fetchFreshVideo } from '../cached-videos.ts'

/** `recovering`: a new link was requested. */
export type PlaybackFault = 'none' | 'recovering' | 'offline' | 'broken'

/** A second error this close to the first is caused by the file, not by the link. */
const SAME_FAULT_SECONDS = 10

type Options = { videoId: string; position: RefObject<number> }

/** Recovers from an error during playback with new links, or when the network is back. */
export function usePlaybackRecovery({ videoId, position }: Options) {
  const [fault, setFault] = useState<PlaybackFault>('none')
  const [recovered, setRecovered] = useState<{ video: Video }>()
  const lastFaultAt = useRef<number>(undefined)
  const isRecovering = useRef(false)

  const requestLinks = async () => {
    isRecovering.current = true
    setFault('recovering')
    const video = await fetchFreshVideo(videoId)
    isRecovering.current = false
    if (!video) return setFault(navigator.onLine ? 'broken' : 'offline')
    setFault('none')
    setRecovered({ video })
  }

  const recover = () => {
    if (isRecovering.current) return
    if (!navigator.onLine) return setFault('offline')
    const isSame =
      lastFaultAt.current !== undefined && Math.abs(position.current - lastFaultAt.current) < SAME_FAULT_SECONDS
    if (isSame) return setFault('broken')
    lastFaultAt.current = position.current
    void requestLinks()
  }

  const resumeWhenOnline = useEffectEvent(() => {
    if (fault === 'offline') void requestLinks()
  })
  useEffect(() => {
    const listen = () => resumeWhenOnline()
    addEventListener('online', listen)
    return () => removeEventListener('online', listen)
  }, [])

  return {
    fault,
    /** The video with new links, to be opened again; a new object after each recovery. */
    recovered,
    recover,
    /** Called when the video plays. */
    clear: () => setFault('none'),
    retry: () => {
      lastFaultAt.current = undefined
      void requestLinks()
    },
  }
}
