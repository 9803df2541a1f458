// What the service worker does with push messages: shows them, and opens the notifications. The text is always the same,
// whatever a message says: a locked screen shows it to everybody.
import type { PagePath } from '@baobab/contract/kernel/page-table.ts'
import { isPaymentPage } from '@baobab/contract/kernel/pages.ts'
import { isQuiet, pushText } from '@baobab/contract/notifications/text.ts'
import { showAppBadge } from '../../api/app-badge.ts'

const PAGE: PagePath = '/student/notification'
const QUIZ_PAGE: PagePath = '/student/trivia/page'
/** A later message replaces one that is still shown. */
const TAG = 'new-notification'

/**
 * Puts a dot on the app's icon: a message says nothing about how many notifications are unread. A student page that is
 * visible shows the number by itself.
 */
export async function markAppIcon(pages: readonly Pick<Tab, 'url' | 'visibilityState'>[]): Promise<void> {
  const isCounted = pages.some((page) => page.visibilityState === 'visible' && readPath(page).startsWith('/student/'))
  if (!isCounted) await showAppBadge()
}

/** Shows that there is something new. A message that comes at night, because the phone was off before, makes no sound. */
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

/** Opens the notifications in a tab of the student's pages, or in a new one. */
export async function openNotifications({ matchAll, openWindow }: Pages): Promise<void> {
  const tab = chooseTab(await matchAll({ type: 'window' }))
  if (!tab) return void (await openWindow(PAGE))
  const opened = readPath(tab) === PAGE ? tab : await tab.navigate(PAGE)
  // A browser that does not let us focus the tab has opened the page all the same.
  await opened?.focus().catch(() => undefined)
}

/** A WindowClient, whose type only the service worker's own files know. */
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

/** Prefers a tab with the notifications. Does not navigate those where a quiz or a payment may be running. */
function chooseTab(tabs: readonly Tab[]): Tab | undefined {
  const isFree = (path: string) => path.startsWith('/student/') && path !== QUIZ_PAGE && !isPaymentPage(path)
  return tabs.find((tab) => readPath(tab) === PAGE) ?? tabs.find((tab) => isFree(readPath(tab)))
}
