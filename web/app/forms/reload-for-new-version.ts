// A script is missing: the server has a new version of the app, whose scripts have other names, or the network failed. The
// first is repaired by reloading the page, which must not happen without a network: the page would be lost.
import { tabStorage } from '../browser/storage.ts'
import { storeToasts, toast } from '../ui/toasts.ts'
import { storeUnsentForms } from './unsent-forms.ts'

const REPLY_MS = 5_000
/** A page that was reloaded for this reason is not loaded again by itself within this time. */
const ONCE_IN_MS = 5 * 60_000
const KEY = 'reloadedPage'

/**
 * Whether the server replies, and with a word about the file itself: it has the file (200), or another version of the app
 * (404). Anything else comes from a server that cannot send a page now either.
 */
export async function isServerReachable(url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(REPLY_MS)
  const reply = await fetch(url, { method: 'HEAD', cache: 'no-store', redirect: 'manual', signal }).catch(
    () => undefined,
  )
  return reply !== undefined && (reply.ok || reply.status === 404)
}

/**
 * Records that a page is reloaded. Returns false if it was a short while ago, or if that cannot be known: a page whose
 * script stays missing must not be loaded for ever.
 */
export function recordReload(page: string, now: number): boolean {
  const [at, before] = (tabStorage.getItem(KEY) ?? '').split(' ')
  if (before === page && Math.abs(now - Number(at)) < ONCE_IN_MS) return false
  return tabStorage.setItem(KEY, `${now} ${page}`)
}

type Options = {
  /** The script that is missing; if it is not known, the server is asked for the page. */
  url?: string | undefined
  signal?: AbortSignal
  /** Shown after the load. */
  message?: string
}

/** Reloads the page if the server replies, once. What was typed into open forms is put back afterwards. */
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
