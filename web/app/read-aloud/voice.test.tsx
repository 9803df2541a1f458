import { renderHook, act } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { firstVoice, nearVoice, stubSpeech } from '../../test-speech.ts'
import { useVoice } from './use-voice.ts'
import { chooseVoice, readAloud } from './voice.ts'

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

  it('is found when it loads late', () => {
    const speech = stubSpeech()
    const { result } = renderHook(useVoice)
    expect(result.current).toBeUndefined()
    act(() => speech.load(nearVoice))
    expect(result.current).toEqual(nearVoice)
  })
})

describe('reading', () => {
  let speech: ReturnType<typeof stubSpeech>
  beforeEach(() => {
    vi.useFakeTimers()
    speech = stubSpeech(nearVoice)
  })
  const read = (...texts: string[]) => {
    const onEnd = vi.fn<(isFinished: boolean) => void>()
    const stop = readAloud(
      texts.map((text) => ({ text })),
      { voice: firstVoice(), onEnd },
    )
    return { stop, onEnd }
  }

  it('goes from one passage to the next, and ends once', () => {
    const { onEnd } = read('One.', 'It costs ₦1,000.')
    expect(speech.said).toEqual(['One.'])
    vi.runAllTimers()
    expect(speech.said).toEqual(['One.', 'It costs 1,000 naira.'])
    expect(onEnd.mock.calls).toEqual([[true]])
  })

  it('stops at once, and nothing follows', () => {
    const { stop, onEnd } = read('One.', 'Two.')
    stop()
    stop()
    vi.runAllTimers()
    expect(speech.said).toEqual(['One.', 'stop'])
    expect(onEnd.mock.calls).toEqual([[false]])
  })

  it('of another text stops the first', () => {
    const first = read('One.', 'Two.')
    const second = read('Three.')
    vi.runAllTimers()
    expect(speech.said).toEqual(['One.', 'stop', 'Three.'])
    expect([first.onEnd.mock.calls, second.onEnd.mock.calls]).toEqual([[[false]], [[true]]])
  })

  it('stops in a hidden tab', () => {
    const { onEnd } = read('One.')
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    document.dispatchEvent(new Event('visibilitychange'))
    expect(onEnd.mock.calls).toEqual([[false]])
  })

  it('continues after a passage that the browser has lost', () => {
    speech.isLost = true
    const { onEnd } = read('One.', 'Two.')
    vi.runAllTimers()
    expect(speech.said).toEqual(['One.', 'stop', 'Two.', 'stop'])
    expect(onEnd.mock.calls).toEqual([[true]])
  })
})
