// Handles a missing script: either the server has a new version of the app, whose scripts have other names, or the network failed.
// Reloading the page repairs the first case, but without a network it would lose the page.
import { tabStorage } from '../browser/storage.ts'
import { storeToasts, toast } from '../ui/toasts.ts'
import { storeUnsentForms } from './unsent-forms.ts'

const REPLY_MS = 5_000
/** After a reload for this reason, a page is not reloaded automatically again for this long. */
const ONCE_IN_MS = 5 * 60_000
const KEY = 'reloadedPage'

/**
 * Whether the server replies with a status about the file itself: it has the file (200), or a different version of the app (404). Any other
 * status means that it cannot send the page now either.
 */
export async function isServerReachable(url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(REPLY_MS)
  const reply = await fetch(url, { method: 'HEAD', cache: 'no-store', redirect: 'manual', signal }).catch(
    () => undefined,
  )
  return reply !== undefined && (reply.ok || reply.status === 404)
}

/**
 * Records that a page is being reloaded. Returns false if it was reloaded recently, or if that cannot be known: a page whose script stays
 * missing must not reload forever.
 */
export function recordReload(page: string, now: number): boolean {
  const [at, before] = (tabStorage.getItem(KEY) ?? '').split(' ')
  if (before === page && Math.abs(now - Number(at)) < ONCE_IN_MS) return false
  return tabStorage.setItem(KEY, `${now} ${page}`)
}

type Options = {
  /** The missing script; if unknown, the page itself is requested from the server. */
  url?: string | undefined
  signal?: AbortSignal
  /** Shown after the reload. */
  message?: string
}

/** Reloads the page once if the server replies. What was typed into open forms is restored afterwards. */
export async function reloadForNewVersion({
  url = '',
  signal,
  message,
}: Options): Promise<'reloading' | 'unreachable' | 'done-before'> {
  if (!(await isServerReachable(url)) || signal?.aborted) return 'unreachable'
  if (!recordReload(location.href, Date.now())) return 'done-before'
  if (message !== undefined) toast(message)
  storeUnsentForms()
  storeToasts()
  location.reload()
  return 'reloading'
}
