import { act, render, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { Link, MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clearStudentSession, storeStudentSession } from '../api/session.ts'
import { phoneStorage } from '../browser/storage.ts'
import { CelebrationHost, preloadCelebration } from './celebration-host.tsx'
import { areSoundsOn, celebrate, celebrateOnce, endCelebration, readWaiting, turnSounds } from './celebrate.ts'

const played: string[] = []
const vibrations: unknown[] = []
let isTapped = true

class StandInContext {
  destination = {}
  decodeAudioData = async (data: ArrayBuffer) => new TextDecoder().decode(data)
}
class StandInSource {
  buffer: string
  constructor(_context: unknown, options: { buffer: string }) {
    this.buffer = options.buffer
  }
  connect() {}
  start() {
    played.push(this.buffer)
  }
}

const host = (
  <MemoryRouter>
    <CelebrationHost />
  </MemoryRouter>
)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('AudioContext', StandInContext)
  vi.stubGlobal('AudioBufferSourceNode', StandInSource)
  vi.stubGlobal('fetch', async (file: string) => new Response(/(\w+)\.mp3/.exec(file)?.[1] ?? file))
  Object.defineProperty(navigator, 'userActivation', {
    value: {
      get hasBeenActive() {
        return isTapped
      },
    },
    configurable: true,
  })
  navigator.vibrate = (pattern) => vibrations.push(pattern) > 0
})

afterEach(() => {
  while (readWaiting().length > 0) endCelebration()
  phoneStorage.removeItem('celebrated')
  clearStudentSession()
  turnSounds(true)
  isTapped = true
  played.length = 0
  vibrations.length = 0
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('celebrations', () => {
  it('come one after another, only the two most important, the most important last, and none twice', () => {
    celebrate('badge')
    celebrate('quiz')
    celebrate('badge')
    expect(readWaiting()).toEqual(['quiz', 'badge'])
    celebrate('rank')
    expect(readWaiting()).toEqual(['rank', 'badge'])
    endCelebration()
    expect(readWaiting()).toEqual(['badge'])
  })

  it('of one thing come once for a student, and once for another one on the same phone', () => {
    const session = { token: 't', username: 'ada', email: 'ada@home.example', ageCategory: '11-20' }
    storeStudentSession({ ...session, studentId: 's1' }, true)
    celebrateOnce('quiz', 'a')
    endCelebration()
    celebrateOnce('quiz', 'a')
    expect(readWaiting()).toEqual([])
    celebrateOnce('best', 'a')
    celebrateOnce('quiz', 'b')
    expect(readWaiting()).toEqual(['quiz', 'best'])
    endCelebration()
    endCelebration()
    storeStudentSession({ ...session, studentId: 's2' }, true)
    celebrateOnce('quiz', 'a')
    expect(readWaiting()).toEqual(['quiz'])
  })

  it('show the mascot and leaves with a sound, then end by themselves', async () => {
    await preloadCelebration()
    const { container } = render(host)
    await act(async () => celebrate('badge'))
    expect(container.querySelector('.mascot--cheering')).not.toBeNull()
    expect(container.querySelectorAll('.party i').length).toBeGreaterThan(0)
    await vi.waitFor(() => expect(played).toEqual(['badge']))
    expect(vibrations).toHaveLength(1)
    await act(async () => vi.advanceTimersByTime(3_000))
    expect(container.innerHTML).toBe('')
  })

  it('show a glad mascot without leaves after a hard quiz', async () => {
    await preloadCelebration()
    const { container } = render(host)
    await act(async () => celebrate('done'))
    expect(container.querySelector('.mascot--glad')).not.toBeNull()
    expect(container.querySelector('.party i')).toBeNull()
  })

  it('let nothing move for a student who asked for less motion', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    await preloadCelebration()
    const { container } = render(host)
    await act(async () => celebrate('quiz'))
    expect(container.querySelector('.mascot')).not.toBeNull()
    expect(container.querySelector('.party i')).toBeNull()
    await vi.waitFor(() => expect(played).toEqual(['done']))
    expect(vibrations).toEqual([])
  })

  it('end when the student goes to another page, which then shows its own', async () => {
    function Page() {
      const { pathname } = useLocation()
      useEffect(() => {
        if (pathname === '/next') celebrate('prize')
      }, [pathname])
      return <Link to="/next">Next</Link>
    }
    render(
      <MemoryRouter>
        <Page />
        <CelebrationHost />
      </MemoryRouter>,
    )
    await act(async () => {
      celebrate('quiz')
      celebrate('badge')
    })
    await act(async () => screen.getByText('Next').click())
    expect(readWaiting()).toEqual(['prize'])
  })

  it.each(['turned off', 'before the first tap'])('are silent when sounds are %s', async (reason) => {
    if (reason === 'turned off') turnSounds(false)
    else isTapped = false
    expect(areSoundsOn()).toBe(reason !== 'turned off')
    await preloadCelebration()
    render(host)
    await act(async () => celebrate('prize'))
    await act(async () => vi.advanceTimersByTimeAsync(100))
    expect(played).toEqual([])
    expect(vibrations).toEqual([])
  })
})
