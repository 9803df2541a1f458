import fc from 'fast-check'
import { expect, test } from 'vitest'
import { languages } from '@baobab/contract/kernel/languages.ts'
import { chooseCaptions, listCaptions } from './captions.ts'

const captionsIn = (...all: (typeof languages)[number][]) => all.map((language) => ({ language, url: `/${language}` }))
const choose = (all: (typeof languages)[number][], ...wishes: (string | null)[]) =>
  chooseCaptions(captionsIn(...all), wishes)?.language

test('captions are listed in the order of the languages, whichever there are', () => {
  expect(listCaptions({ captionsUrl: '/en', otherCaptions: captionsIn('yo', 'pcm') })).toEqual(
    captionsIn('en', 'pcm', 'yo'),
  )
  expect(listCaptions({ captionsUrl: null, otherCaptions: captionsIn('ig', 'ha') })).toEqual(captionsIn('ha', 'ig'))
  expect(listCaptions({ captionsUrl: '/en' })).toEqual(captionsIn('en'))
  expect(listCaptions({ captionsUrl: null })).toEqual([])
})

test('the first wish that there is decides, whatever its region; without one it is English, then the first', () => {
  expect(choose(['en', 'ha', 'yo'], 'yo', 'ha')).toBe('yo')
  expect(choose(['en', 'ha'], null, 'yo-NG', 'ha-NG', 'en-NG')).toBe('ha')
  expect(choose(['en', 'ha'], 'HA-Latn-NG')).toBe('ha')
  expect(choose(['en', 'ha'], null, 'fr-FR', 'hau')).toBe('en')
  expect(choose(['ha', 'ig'], null, 'en-NG')).toBe('ha')
  expect(choose([], 'en')).toBeUndefined()
})

test('no stored text and no language of a browser leaves a student without captions', () => {
  const captions = fc.subarray([...languages], { minLength: 1 })
  const wish = fc.option(fc.oneof(fc.string(), fc.constantFrom(...languages)))
  fc.assert(
    fc.property(captions, fc.array(wish), (all, wishes) => {
      expect(all).toContain(choose(all, ...wishes))
    }),
  )
})
