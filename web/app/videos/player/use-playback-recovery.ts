import type { Video } from '@baobab/contract/videos.ts'
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { fetchFreshVideo } from '../cached-videos.ts'

/** `mending`: the link ran out and a new one is on its way. */
export type PlaybackFault = 'none' | 'mending' | 'offline' | 'broken'

/** A second fault this close to the first one is the file's, not the link's. */
const SAME_FAULT_SECONDS = 10

type Options = { videoId: string; place: RefObject<number> }

/** Finds what sets a film going again after a fault: a new link, or the network. */
export function usePlaybackRecovery({ videoId, place }: Options) {
  const [fault, setFault] = useState<PlaybackFault>('none')
  const [mended, setMended] = useState<{ video: Video }>()
  const mendedAt = useRef<number>(undefined)
  const isMending = useRef(false)

  const goOn = async () => {
    isMending.current = true
    setFault('mending')
    const video = await fetchFreshVideo(videoId)
    isMending.current = false
    if (!video) return setFault(navigator.onLine ? 'broken' : 'offline')
    setFault('none')
    setMended({ video })
  }

  const mend = () => {
    if (isMending.current) return
    if (!navigator.onLine) return setFault('offline')
    const isSame = mendedAt.current !== undefined && Math.abs(place.current - mendedAt.current) < SAME_FAULT_SECONDS
    if (isSame) return setFault('broken')
    mendedAt.current = place.current
    void goOn()
  }

  const goOnAfterOffline = useEffectEvent(() => {
    if (fault === 'offline') void goOn()
  })
  useEffect(() => {
    const listen = () => goOnAfterOffline()
    addEventListener('online', listen)
    return () => removeEventListener('online', listen)
  }, [])

  return {
    fault,
    /** The video with new links, to be opened again; another object after each mending. */
    mended,
    mend,
    /** It plays. */
    heal: () => setFault('none'),
    retry: () => {
      mendedAt.current = undefined
      void goOn()
    },
  }
}
