// What the service worker does with push messages: shows them, and opens the notifications. The text is always the same, whatever a message
// contains, because everybody can read a locked screen.
import type { PagePath } from '@baobab/contract/kernel/page-table.ts'
import { isPaymentPage } from '@baobab/contract/kernel/pages.ts'
import { isQuiet, pushText } from '@baobab/contract/notifications/text.ts'
import { showAppBadge } from '../../api/app-badge.ts'

const PAGE: PagePath = '/student/notification'
const QUIZ_PAGE: PagePath = '/student/trivia/page'
/** A later message replaces one that is still shown. */
const TAG = 'new-notification'

/**
 * Puts a dot on the app's icon, because a message does not say how many notifications are unread. A visible student page shows the number
 * instead.
 */
export async function markAppIcon(pages: readonly Pick<Tab, 'url' | 'visibilityState'>[]): Promise<void> {
  const isCounted = pages.some((page) => page.visibilityState === 'visible' && readPath(page).startsWith('/student/'))
  if (!isCounted) await showAppBadge()
}

/** Shows that there is something new. Silent at night, when a message may arrive late because the phone was off. */
export function showPush(registration: Pick<ServiceWorkerRegistration, 'showNotification'>, now: Date): Promise<void> {
  return registration.showNotification('Baobab', {
    body: pushText.message,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    tag: TAG,
    lang: 'en-NG',
    silent: isQuiet(now),
  })
}

/** Opens the notifications in a tab with student pages, or in a new one. */
export async function openNotifications({ matchAll, openWindow }: Pages): Promise<void> {
  const tab = chooseTab(await matchAll({ type: 'window' }))
  if (!tab) return void (await openWindow(PAGE))
  const opened = readPath(tab) === PAGE ? tab : await tab.navigate(PAGE)
  // The page is open even if the browser does not let us focus its tab.
  await opened?.focus().catch(() => undefined)
}

/** A WindowClient, whose type exists only in the service worker's own files. */
export type Tab = {
  url: string
  visibilityState: DocumentVisibilityState
  navigate: (url: string) => Promise<Pick<Tab, 'focus'> | null>
  focus: () => Promise<unknown>
}
type Pages = {
  matchAll: (options: { type: 'window' }) => Promise<readonly Tab[]>
  openWindow: (url: string) => Promise<unknown>
}

const readPath = ({ url }: Pick<Tab, 'url'>) => new URL(url).pathname

/** Prefers a tab that shows the notifications. Never navigates a tab where a quiz or payment may be running. */
function chooseTab(tabs: readonly Tab[]): Tab | undefined {
  const isFree = (path: string) => path.startsWith('/student/') && path !== QUIZ_PAGE && !isPaymentPage(path)
  return tabs.find((tab) => readPath(tab) === PAGE) ?? tabs.find((tab) => isFree(readPath(tab)))
}
