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
  for (const name of ['video.mkv', 'VID_1.3GP']) expect(checkVideoFile(file(name), 'new')).toBeUndefined()
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

test('captions are a file of any name that is neither empty nor huge', () => {
  expect(checkCaptionsFile({ size: 900 })).toBeUndefined()
  expect(checkCaptionsFile({ size: 0 })).toBe('Please select a captions file.')
  expect(checkCaptionsFile({ size: 600_000 })).toBe('That is too large to send.')
})
