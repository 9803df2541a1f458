import { beforeEach, describe, expect, it, vi } from 'vitest'
import { firstVoice, nearVoice, stubSpeech } from '../../test-speech.ts'
import { readCaptions } from './caption-reader.ts'

type Cue = { startTime: number; endTime: number; text: string }

/** Plays by itself with the fake clock, and shows cues like a browser. */
class FakeVideo extends EventTarget {
  paused = false
  seeking = false
  ended = false
  muted = false
  defaultPlaybackRate = 1
  playbackRate = 1
  currentTime = 0
  duration = 20
  hasFixedVolume = false
  private level = 1
  readonly track = Object.assign(new EventTarget(), {
    language: 'en',
    mode: 'disabled',
    cues: [] as Cue[],
    activeCues: [] as Cue[],
  })
  /** The other one is never read. */
  readonly textTracks = Object.assign(new EventTarget(), { length: 2, 0: { language: 'ha' }, 1: this.track })

  constructor(...texts: string[]) {
    super()
    this.track.cues = texts.map((text, index) => ({ startTime: 4 * index, endTime: 4 * index + 3.9, text }))
    this.show()
  }
  get volume() {
    return this.level
  }
  set volume(to: number) {
    if (!this.hasFixedVolume) this.level = to
  }
  private show() {
    const { cues, activeCues } = this.track
    const now = cues.filter(({ startTime, endTime }) => startTime <= this.currentTime && this.currentTime < endTime)
    if (now[0] === activeCues[0]) return
    this.track.activeCues = now
    this.track.dispatchEvent(new Event('cuechange'))
  }
  /** Lets time pass. */
  play(seconds: number) {
    for (let step = 0; step < seconds * 10; step += 1) {
      if (!this.paused) this.currentTime += 0.1 * this.playbackRate
      this.show()
      vi.advanceTimersByTime(100)
    }
  }
  send(type: string, changes: Partial<Pick<FakeVideo, 'paused' | 'seeking' | 'ended' | 'currentTime'>> = {}) {
    Object.assign(this, changes)
    this.dispatchEvent(new Event(type))
    this.show()
  }
}

const LONG =
  'A sentence of more than one hundred and twelve characters, which no voice can read in the four seconds of its caption.'

describe('the reading of captions', () => {
  let speech: ReturnType<typeof stubSpeech>
  beforeEach(() => {
    vi.useFakeTimers()
    speech = stubSpeech(nearVoice)
  })
  const start = (video: FakeVideo) =>
    readCaptions(video as unknown as HTMLVideoElement, { voice: firstVoice(), toPlainText: (caption) => caption })

  it('loads the English captions, and only those, even after the browser’s menu turned them off', () => {
    const video = new FakeVideo('Ehoro had a drum.')
    const stop = start(video)
    expect(video.textTracks).toMatchObject({ 0: { language: 'ha' }, 1: { mode: 'hidden' } })
    video.track.mode = 'disabled'
    video.textTracks.dispatchEvent(new Event('change'))
    expect(video.track.mode).toBe('hidden')
    video.track.mode = 'showing'
    video.textTracks.dispatchEvent(new Event('change'))
    expect(video.track.mode).toBe('showing')
    stop()
  })

  it('keeps step with the video, whose music is lower while the voice speaks', () => {
    const video = new FakeVideo('Ehoro had a drum.', '[rain]', 'Ìjàpá lied.')
    start(video)
    video.play(1)
    expect([speech.said, video.volume]).toEqual([['Ehoro had a drum.'], 0.2])
    video.play(2)
    expect(video.volume).toBe(1)
    video.play(6)
    expect(speech.said).toEqual(['Ehoro had a drum.', 'Ìjàpá lied.'])
  })

  it('is faster for a long caption, and then the video waits for the voice', () => {
    const video = new FakeVideo(LONG, 'Then she came.')
    start(video)
    video.play(5)
    expect([speech.said, video.playbackRate, video.paused]).toEqual([[`1.3: ${LONG}`], 0, false])
    video.play(3)
    expect([speech.said.at(-1), video.playbackRate]).toEqual(['Then she came.', 1])
  })

  it('waits longer if the video plays faster, and restores that speed', () => {
    const video = new FakeVideo('Ehoro had the finest drum of the village, and all danced.', 'Then she came.')
    video.playbackRate = video.defaultPlaybackRate = 2
    start(video)
    video.play(2.5)
    expect(video.playbackRate).toBe(0)
    video.play(2)
    expect([speech.said.at(-1), video.playbackRate]).toEqual(['Then she came.', 2])
  })

  it.each(['pause', 'seeking', 'emptied'])('stops at %s, and the sentence is read again afterwards', (type) => {
    const video = new FakeVideo(LONG)
    start(video)
    video.play(1)
    video.send(type, { paused: type === 'pause', seeking: type === 'seeking' })
    video.play(1)
    expect([speech.said.at(-1), video.volume, video.playbackRate]).toEqual(['stop', 1, 1])
    video.send(type === 'seeking' ? 'seeked' : 'playing', { paused: false, seeking: false })
    expect(speech.said.filter((text) => text !== 'stop')).toHaveLength(2)
  })

  it('reads the last sentence to its end', () => {
    const video = new FakeVideo(LONG)
    start(video)
    video.play(1)
    video.send('pause', { paused: true, ended: true })
    video.play(10)
    expect([speech.said, video.volume]).toEqual([[LONG], 1])
  })

  it('mutes the video instead if the phone does not let pages set the volume', () => {
    const video = new FakeVideo('Ehoro had a drum.')
    video.hasFixedVolume = true
    start(video)
    video.play(1)
    expect(video.muted).toBe(true)
    video.play(3)
    expect([video.muted, video.volume]).toEqual([false, 1])
  })

  it('is silent while the student has turned the sound off', () => {
    const video = new FakeVideo('Ehoro had a drum.', 'Then she came.')
    video.muted = true
    start(video)
    video.play(5)
    expect([speech.said, video.muted]).toEqual([[], true])
  })

  it('ends when it is turned off, and leaves the video as it was', () => {
    const video = new FakeVideo(LONG, 'Then she came.')
    const stop = start(video)
    video.play(5)
    stop()
    video.play(5)
    expect([speech.said.at(-1), video.volume, video.playbackRate]).toEqual(['stop', 1, 1])
  })
})
