import { describe, expect, it } from 'vitest'
import { chooseVoice } from './voice.ts'

const voice = (lang: string, localService = true) => ({ lang, localService })

describe('the voice', () => {
  it('is never one that sends the text to a server', () => {
    expect(chooseVoice([voice('en-GB', false), voice('en-NG', false)])).toBeUndefined()
    expect(chooseVoice([voice('en-NG', false), voice('en-US')])).toEqual(voice('en-US'))
  })

  it('speaks English, preferably Nigerian or British', () => {
    expect(chooseVoice([voice('fr-FR'), voice('yo-NG')])).toBeUndefined()
    expect(chooseVoice([voice('en-US'), voice('en_GB'), voice('en-NG')])?.lang).toBe('en-NG')
    expect(chooseVoice([voice('en-US'), voice('en_GB')])?.lang).toBe('en_GB')
  })
})
