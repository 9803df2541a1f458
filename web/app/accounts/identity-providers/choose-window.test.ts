import { describe, expect, it } from 'vitest'
import { isPopUpUseless, type Device } from './use-provider-sign-in.ts'

const laptop: Device = {
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  isMobile: false,
  hasCoarsePointer: false,
  width: 1280,
}

describe('a pop-up', () => {
  it('is used on a laptop, even in a narrow window or with a touch screen', () => {
    expect(isPopUpUseless(laptop)).toBe(false)
    expect(isPopUpUseless({ ...laptop, isMobile: undefined })).toBe(false)
    expect(isPopUpUseless({ ...laptop, hasCoarsePointer: true })).toBe(false)
    expect(isPopUpUseless({ ...laptop, width: 600 })).toBe(false)
  })

  it('is not used on a phone', () => {
    expect(isPopUpUseless({ ...laptop, isMobile: true })).toBe(true)
    expect(isPopUpUseless({ ...laptop, isMobile: undefined, hasCoarsePointer: true, width: 412 })).toBe(true)
  })

  it.each([
    'Mozilla/5.0 (Linux; Android 12) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/450.0.0]',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148 Instagram 300.0.0',
    'Mozilla/5.0 (Linux; Android 11; wv) AppleWebKit/537.36 Version/4.0 Chrome/140.0 Mobile Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148 Safari Line/13.0.0',
    'Mozilla/5.0 (Linux; Android 13) Chrome/140.0 Mobile Safari/537.36 musical_ly_30.0 TikTok',
  ])('is not used in another app’s built-in browser: %s', (userAgent) => {
    expect(isPopUpUseless({ ...laptop, userAgent })).toBe(true)
  })
})
