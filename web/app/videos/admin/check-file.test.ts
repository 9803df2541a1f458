import { VIDEO_BYTES } from '@baobab/contract/videos/rules.ts'
import { expect, test } from 'vitest'
import { checkCaptionsFile, checkVideoFile } from './check-file.ts'

const file = (name: string, type = '', size = 5_000_000) => ({ name, type, size })

test('a new video needs a file, and an empty one is none', () => {
  expect(checkVideoFile(undefined, 'new')).toBe('Please select a video file.')
  for (const use of ['new', 'replacement'] as const)
    expect(checkVideoFile(file('video.mp4', 'video/mp4', 0), use)).toBe('Please select a video file.')
  expect(checkVideoFile(file('video.mp4', 'video/mp4'), 'new')).toBeUndefined()
})

test('a file whose name and type are not a video’s is refused; a video of an unknown type is not', () => {
  expect(checkVideoFile(file('notes.txt', 'text/plain'), 'new')).toBe('This file is not a playable video.')
  expect(checkVideoFile(file('video.mkv'), 'new')).toBeUndefined()
})

test.each(['tale.avi', 'TALE.AVI', 'tale.wmv', 'tale.flv', 'tale.mpg', 'tale.m2ts', 'tale.ogv', 'tale.rmvb'])(
  '%s is refused before it is sent, with what to do',
  (name) => {
    for (const use of ['new', 'replacement'] as const) {
      const refusal = checkVideoFile(file(name, 'video/whatever'), use)
      expect(refusal).toMatch(/^This is an? .+ file, which phones cannot play\. Please use MP4, MOV, WebM or MKV\./)
      expect(refusal).toContain('To convert it, open it in HandBrake')
    }
  },
)

test('a replacement may be missing, and is of any kind that a new video may be', () => {
  expect(checkVideoFile(undefined, 'replacement')).toBeUndefined()
  for (const name of ['video.MP4', 'video.mov', 'video.webm', 'video.mkv'])
    expect(checkVideoFile(file(name), 'replacement')).toBeUndefined()
})

test('a file can be at most 500 MB', () => {
  expect(checkVideoFile(file('video.mp4', 'video/mp4', VIDEO_BYTES), 'new')).toBeUndefined()
  expect(checkVideoFile(file('video.mp4', 'video/mp4', VIDEO_BYTES + 1), 'new')).toBe('That is too large to send.')
})

test('captions are a WebVTT, SubRip or SSA file that is neither empty nor huge', () => {
  for (const name of ['goat.srt', 'goat.ASS', 'goat.ssa'])
    expect(checkCaptionsFile({ name, type: 'text/plain', size: 900 })).toBeUndefined()
  expect(checkCaptionsFile({ name: 'goat.VTT', type: '', size: 900 })).toBeUndefined()
  expect(checkCaptionsFile({ name: 'goat', type: 'text/vtt', size: 900 })).toBeUndefined()
  expect(checkCaptionsFile({ name: 'goat.txt', type: 'text/plain', size: 900 })).toContain('not a captions file')
  expect(checkCaptionsFile({ name: 'goat.vtt', type: 'text/vtt', size: 0 })).toContain('not a captions file')
  expect(checkCaptionsFile({ name: 'goat.vtt', type: 'text/vtt', size: 600_000 })).toBe('That is too large to send.')
})
