import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { phoneStorage } from '../../browser/storage.ts'
import { useCaptions } from './use-captions.ts'

/** A browser's list of tracks, whose menu shows one of them or none. */
class FakeTracks extends EventTarget {
  readonly length: number;
  [at: number]: { language: string; mode: TextTrackMode }
  constructor(...languages: string[]) {
    super()
    for (const [at, language] of languages.entries())
      this[at] = Object.assign(new EventTarget(), { language, mode: 'disabled' as const, activeCues: [] })
    this.length = languages.length
  }
  modes() {
    return Object.fromEntries(Array.from(this, ({ language, mode }) => [language, mode]))
  }
  chooseInMenu(language: string | undefined) {
    for (const track of Array.from(this)) track.mode = track.language === language ? 'showing' : 'disabled'
    this.dispatchEvent(new Event('change'))
  }
}

beforeEach(() => {
  phoneStorage.removeItem('captions')
  phoneStorage.removeItem('captionsLanguage')
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-NG'])
})

const captions = (['en', 'ha', 'yo'] as const).map((language) => ({ language, url: `/${language}.vtt` }))

function start({ hasTracks = true, isText = false } = {}) {
  const tracks = new FakeTracks('en', 'ha', 'yo')
  const media = { current: { textTracks: tracks } as unknown as HTMLVideoElement }
  const hook = renderHook(
    (options: { hasTracks: boolean; isText: boolean }) => useCaptions(media, { captions, ...options }),
    {
      initialProps: { hasTracks, isText },
    },
  )
  return { tracks, ...hook }
}

test('only the captions that are shown are loaded, and none before the video starts', () => {
  const { tracks, rerender } = start({ hasTracks: false })
  expect(tracks.modes()).toEqual({ en: 'disabled', ha: 'disabled', yo: 'disabled' })
  rerender({ hasTracks: true, isText: false })
  expect(tracks.modes()).toEqual({ en: 'showing', ha: 'disabled', yo: 'disabled' })
})

test('captions that are turned off are not loaded', () => {
  phoneStorage.setItem('captions', 'off')
  expect(start().tracks.modes()).toEqual({ en: 'disabled', ha: 'disabled', yo: 'disabled' })
})

test('a chosen language is shown, even if captions were off, and the next video starts with it', () => {
  phoneStorage.setItem('captions', 'off')
  const { tracks, result } = start()
  act(() => result.current.chooseLanguage('ha'))
  expect(result.current).toMatchObject({ isOn: true, language: 'ha' })
  expect(tracks.modes()).toEqual({ en: 'disabled', ha: 'showing', yo: 'disabled' })
  act(() => result.current.chooseLanguage('yo'))
  expect(tracks.modes()).toEqual({ en: 'disabled', ha: 'hidden', yo: 'showing' })
  expect(start().tracks.modes()).toEqual({ en: 'disabled', ha: 'disabled', yo: 'showing' })
})

test('a choice in the browser’s own menu is remembered like one in the player', () => {
  const { tracks, result } = start()
  act(() => tracks.chooseInMenu('yo'))
  expect(result.current).toMatchObject({ isOn: true, language: 'yo' })
  expect(start().tracks.modes()).toMatchObject({ en: 'disabled', yo: 'showing' })
  act(() => tracks.chooseInMenu(undefined))
  expect(result.current).toMatchObject({ isOn: false, language: 'yo' })
  expect(start().tracks.modes()).toMatchObject({ en: 'disabled', yo: 'disabled' })
  act(() => tracks.chooseInMenu('en'))
  expect(result.current).toMatchObject({ isOn: true, language: 'en' })
})

test('its own changes of the tracks are no choice', () => {
  const { tracks, result } = start()
  act(() => void tracks.dispatchEvent(new Event('change')))
  act(() => result.current.toggle())
  act(() => void tracks.dispatchEvent(new Event('change')))
  expect(result.current).toMatchObject({ isOn: false, language: 'en' })
  expect(phoneStorage.getItem('captionsLanguage')).toBeNull()
})

test('without a choice the language of the browser decides', () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['fr-FR', 'ha-NG', 'en-NG'])
  expect(start().result.current.language).toBe('ha')
})

test('with sound only, the captions are read from a hidden track, and a menu without a shown one turns nothing off', () => {
  const { tracks, result } = start({ isText: true })
  expect(tracks.modes()).toEqual({ en: 'hidden', ha: 'disabled', yo: 'disabled' })
  act(() => void tracks.dispatchEvent(new Event('change')))
  expect(result.current.isOn).toBe(true)
})
