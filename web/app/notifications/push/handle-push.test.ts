// What the service worker does with push messages. Delivery by the browser and clicks are tested in e2e/.
import { expect, test, vi } from 'vitest'
import { markAppIcon, openNotifications, showPush, type Tab } from './handle-push.ts'

/** Opens the notifications while tabs with these paths are open. Returns what happened, in order. */
async function press(paths: string[], { isFocusRefused = false } = {}): Promise<string[]> {
  const events: string[] = []
  const makeTab = (path: string) => {
    const tab: Tab = {
      url: `https://baobab.example${path}`,
      visibilityState: 'visible',
      navigate: async (to: string) => {
        events.push(`navigate ${path} to ${to}`)
        return tab
      },
      focus: async () => {
        if (isFocusRefused) throw new DOMException('no press', 'InvalidAccessError')
        events.push(`focus ${path}`)
      },
    }
    return tab
  }
  await openNotifications({
    matchAll: async () => paths.map(makeTab),
    openWindow: async (url) => events.push(`open ${url}`),
  })
  return events
}

const open = 'open /student/notification'

test.each<[string, string[], string[]]>([
  ['no tab', [], [open]],
  [
    'a student page',
    ['/student/videos'],
    ['navigate /student/videos to /student/notification', 'focus /student/videos'],
  ],
  [
    'the notifications among others',
    ['/student/videos', '/student/notification?open=1'],
    ['focus /student/notification?open=1'],
  ],
  ['a quiz', ['/student/trivia/page?video=1'], [open]],
  ['a payment', ['/student/payment'], [open]],
  ['an admin page', ['/admin/dashboard'], [open]],
])('pressing a notification with %s open', async (_, paths, events) => {
  expect(await press(paths)).toEqual(events)
})

test('the page opens even if the browser refuses to focus its tab', async () => {
  const events = await press(['/student/videos'], { isFocusRefused: true })
  expect(events).toEqual(['navigate /student/videos to /student/notification'])
})

test.each([
  ['2026-11-02T12:00:00+01:00', false],
  ['2026-11-02T23:00:00+01:00', true],
])('a message that arrives at %s is silent: %s', async (at, silent) => {
  const shown: object[] = []
  const showNotification = async (title: string, options?: NotificationOptions) =>
    void shown.push({ title, ...options })
  await showPush({ showNotification }, new Date(at))
  expect(shown).toMatchObject([{ title: 'Baobab', body: 'You have a new notification', silent }])
})

test.each<[string, Pick<Tab, 'url' | 'visibilityState'>[], unknown[]]>([
  ['without a page', [], [[undefined]]],
  ['behind another app', [{ url: 'https://own.example/student/videos', visibilityState: 'hidden' }], [[undefined]]],
  ['beside a public page', [{ url: 'https://own.example/about', visibilityState: 'visible' }], [[undefined]]],
  ['on a student page', [{ url: 'https://own.example/student/videos', visibilityState: 'visible' }], []],
])('a message that arrives %s puts a dot on the icon unless a page counts', async (_, pages, calls) => {
  const setAppBadge = vi.fn<(count?: number) => Promise<void>>(async () => undefined)
  vi.stubGlobal('navigator', { setAppBadge })
  await markAppIcon(pages)
  expect(setAppBadge.mock.calls).toEqual(calls)
  vi.unstubAllGlobals()
})

test('in a browser without badges, a message shows no dot and does not fail', async () => {
  vi.stubGlobal('navigator', {})
  await expect(markAppIcon([])).resolves.toBeUndefined()
  vi.unstubAllGlobals()
})
