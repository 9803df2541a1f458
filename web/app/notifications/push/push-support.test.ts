import { expect, test } from 'vitest'
import { findPushSupport } from './use-push.ts'

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15'
const opera = 'Opera/9.80 (Android; Opera Mini/36.2) Presto/2.12'
const browser = { hasPush: false, maxTouchPoints: 5, isInstalled: false }

test.each([
  ['a browser that has push', { ...browser, hasPush: true, userAgent: iphone }, 'supported'],
  ['an iPhone before the app is on its home screen', { ...browser, userAgent: iphone }, 'needs-install'],
  [
    'an old iPhone with the app on its home screen',
    { ...browser, userAgent: iphone, isInstalled: true },
    'unsupported',
  ],
  ['an iPad, which calls itself a Mac', { ...browser, userAgent: mac }, 'needs-install'],
  ['a Mac', { ...browser, userAgent: mac, maxTouchPoints: 0 }, 'unsupported'],
  ['a phone whose browser has no push', { ...browser, userAgent: opera }, 'unsupported'],
] as const)('%s', (_, given, support) => {
  expect(findPushSupport(given)).toBe(support)
})
