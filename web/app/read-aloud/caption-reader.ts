// Reads the captions of a video as it plays. While the voice speaks, the music is lower; when the voice is late, the video waits.
import { captionRate, measureVoice, USUAL_CHARACTERS_PER_SECOND } from './caption-rate.ts'
import { toSpokenCaption } from './spoken-text.ts'
import { readAloud } from './voice.ts'

/** The share of the volume that the music keeps under the voice. */
const LOWERED = 0.2
/** How long after a caption the music stays low, so that it does not rise and fall between two sentences, in milliseconds. */
const RISE_MS = 700

type Options = { voice: SpeechSynthesisVoice; toPlainText: (caption: string) => string }

/** Starts reading. Returns a function that ends it and leaves the video as it was. */
export function readCaptions(media: HTMLVideoElement, { voice, toPlainText }: Options): () => void {
  // Most phones have no voice for the other languages.
  const track = Array.from(media.textTracks).find(({ language }) => language === 'en')
  const listening = new AbortController()
  const { signal } = listening
  const music = lowerMusic(media)
  let stopVoice: (() => void) | undefined
  let last: TextTrackCue | undefined
  let isWaiting = false
  let charactersPerSecond = USUAL_CHARACTERS_PER_SECOND

  /** Stops the video with a playback rate of 0: pausing it would look as if the student had done so. */
  function hold() {
    isWaiting = true
    media.playbackRate = 0
  }
  function release() {
    if (isWaiting) media.playbackRate = media.defaultPlaybackRate
    isWaiting = false
  }
  function silence() {
    last = undefined
    stopVoice?.()
    release()
  }

  function readNext() {
    if (media.paused || media.seeking || document.hidden || music.isSilent()) return
    const cue = [...(track?.activeCues ?? [])].find((one) => one !== last)
    if (!cue || !('text' in cue)) return
    if (stopVoice) return hold()
    last = cue
    const text = toSpokenCaption(toPlainText(String(cue.text)))
    if (text === '') return
    const seconds = (findEnd(cue) - media.currentTime) / media.defaultPlaybackRate
    const rate = captionRate({ text, seconds, charactersPerSecond })
    const startedAt = performance.now()
    music.lower()
    stopVoice = readAloud([{ text }], {
      voice,
      rate,
      onEnd(isFinished) {
        stopVoice = undefined
        if (isFinished)
          charactersPerSecond = measureVoice(charactersPerSecond, { text, rate, ms: performance.now() - startedAt })
        music.raise()
        release()
        if (isFinished) readNext()
      },
    })
  }

  /** The voice may use the pause after a caption. */
  function findEnd(cue: TextTrackCue): number {
    const next = [...(track?.cues ?? [])].find(({ startTime }) => startTime >= cue.endTime)
    return next?.startTime ?? media.duration
  }

  /** Loads the captions, even while they are turned off or shown in another language. */
  function load() {
    if (track?.mode === 'disabled') track.mode = 'hidden'
  }

  load()
  media.textTracks.addEventListener('change', load, { signal })
  track?.addEventListener('cuechange', readNext, { signal })
  for (const type of ['playing', 'seeked']) media.addEventListener(type, readNext, { signal })
  for (const type of ['seeking', 'emptied']) media.addEventListener(type, silence, { signal })
  // The last sentence is read to its end.
  media.addEventListener('pause', () => !media.ended && silence(), { signal })
  readNext()

  return () => {
    listening.abort()
    silence()
    music.raise(0)
  }
}

/** Lowers the video's sound for a while. iPhones do not let pages set the volume, so there the video is muted while the voice speaks. */
function lowerMusic(media: HTMLVideoElement) {
  let lowered: { from: number; to: number } | 'muted' | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function restore() {
    if (lowered === 'muted') media.muted = false
    // Unless the student has changed it in the meantime.
    else if (lowered && Math.abs(media.volume - lowered.to) < 0.01) media.volume = lowered.from
    lowered = undefined
  }
  return {
    /** Whether the student has turned the sound off: then nothing is read. */
    isSilent: () => (media.muted && lowered !== 'muted') || media.volume === 0,
    lower() {
      clearTimeout(timer)
      if (lowered || media.muted) return
      const from = media.volume
      media.volume = from * LOWERED
      lowered = { from, to: media.volume }
      if (media.volume < from) return
      media.muted = true
      lowered = 'muted'
    },
    raise(afterMs = RISE_MS) {
      clearTimeout(timer)
      timer = setTimeout(restore, afterMs)
    },
  }
}
