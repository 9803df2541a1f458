import { queryClient } from './query.ts'

/**
 * Requests the page's data again when one of its pictures does not load, because its link has expired: new data has new
 * links. Once for each link, so that a picture that is really gone is not requested for ever. Returns a function that
 * stops it.
 */
export function mendPictureLinks(): () => void {
  const tried = new Set<string>()
  const mend = ({ target }: Event) => {
    if (!(target instanceof HTMLImageElement) || !navigator.onLine || tried.has(target.src)) return
    if (!target.src.startsWith(`${location.origin}/media/`)) return
    tried.add(target.src)
    // Several pictures fail at the same time: one request for all.
    void queryClient.invalidateQueries({}, { cancelRefetch: false })
  }
  // Errors of pictures do not bubble, but can be captured on the way down.
  addEventListener('error', mend, true)
  return () => removeEventListener('error', mend, true)
}
