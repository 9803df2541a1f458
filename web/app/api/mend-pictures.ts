import { queryClient } from './query.ts'
import { serverTime } from './server-time.ts'

/** The pauses before a picture that did not load is requested again. */
export const PAUSES_MS = [1_000, 3_000, 9_000, 27_000]

type Tries = { src: string; count: number }

/**
 * Repairs pictures that do not load. If a link has expired, requests the page's data again, once for each link, because new data has new
 * links. Otherwise reloads the picture after growing pauses and when the network returns, because its link stays the same for hours and
 * React does not load it again. Returns a function that stops the repairs.
 */
export function mendPictures(): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const refetched = new Set<string>()
  const tries = new WeakMap<HTMLImageElement, Tries>()

  function refetch(src: string) {
    if (refetched.has(src)) return
    refetched.add(src)
    // Several pictures fail at the same moment, so one request serves them all.
    void queryClient.invalidateQueries({}, { cancelRefetch: false })
  }

  /** Requests new data if the server refuses a link that looks valid here because the device's clock is wrong. */
  async function refetchIfRefused(src: string) {
    const reply = await fetch(src, { method: 'HEAD', redirect: 'manual', signal }).catch(() => undefined)
    if (reply?.status === 403) refetch(src)
  }

  function retry(image: HTMLImageElement) {
    const { src } = image
    const before = tries.get(image)
    const count = before?.src === src ? before.count : 0
    tries.set(image, { src, count: count + 1 })
    const pause = PAUSES_MS[count]
    if (pause === undefined) return void refetchIfRefused(src)
    setTimeout(() => {
      if (!signal.aborted && image.isConnected && image.src === src && isBroken(image)) load(image)
    }, pause)
  }

  function handleError({ target }: Event) {
    if (!(target instanceof HTMLImageElement) || !navigator.onLine || !isStoredPicture(target)) return
    if (isExpired(target.src)) refetch(target.src)
    else retry(target)
  }

  function handleOnline() {
    for (const image of document.images) {
      if (!isStoredPicture(image) || !isBroken(image)) continue
      tries.delete(image)
      load(image)
    }
  }

  // Picture errors do not bubble, but can be captured on the way down.
  addEventListener('error', handleError, { capture: true, signal })
  addEventListener('online', handleOnline, { signal })
  return () => stop.abort()
}

function isStoredPicture({ src }: HTMLImageElement): boolean {
  return src.startsWith(`${location.origin}/media/`)
}

function isBroken({ complete, naturalWidth }: HTMLImageElement): boolean {
  return complete && naturalWidth === 0
}

/** Requests a picture again. Setting the same address starts a new request. */
function load(image: HTMLImageElement): void {
  const { src } = image
  image.src = src
}

/** Returns whether a link has expired: /media/<seconds since 1970 in base 36>~<session>~<signature>/<file>. */
export function isExpired(src: string): boolean {
  const [, , token = ''] = new URL(src, location.href).pathname.split('/')
  return Number.parseInt(token, 36) * 1_000 < serverTime()
}
