import { timeline, type Video } from './video.ts'

const two = (value: number) => String(value).padStart(2, '0')

function stamp(seconds: number): string {
  const thousandths = Math.round(seconds * 1000)
  const s = Math.floor(thousandths / 1000)
  return `${two(Math.floor(s / 3600))}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}.${String(thousandths % 1000).padStart(3, '0')}`
}

/** Returns the video's sentences as WebVTT. A scene's sentences share its duration in proportion to their lengths. */
export function captions(video: Video): string {
  const cues = timeline(video).flatMap((scene) => {
    const letters = scene.captions.reduce((sum, words) => sum + words.length, 0)
    let start = scene.start
    return scene.captions.map((words) => {
      const seconds = (scene.seconds * words.length) / letters
      const cue = `${stamp(start)} --> ${stamp(start + seconds - 0.08)}\n${words}\n`
      start += seconds
      return cue
    })
  })
  return `WEBVTT\n\n${cues.join('\n')}`.normalize('NFC')
}
