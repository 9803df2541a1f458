import { VIDEO_BYTES } from '@baobab/contract/limits.ts'
import { expect, test } from 'vitest'
import { checkVideoFile } from './video-file.ts'

const file = (name: string, type = '', size = 5_000_000) => ({ name, type, size })

test('a new video needs a file that is not empty', () => {
  expect(checkVideoFile(undefined, 'new')).toBe('Please select a video file.')
  expect(checkVideoFile(file('film.mp4', 'video/mp4', 0), 'new')).toBe('Please select a video file.')
  expect(checkVideoFile(file('film.mp4', 'video/mp4'), 'new')).toBeUndefined()
})

test('a dropped file that is no video by name and type does not go up; a film of an unknown type does', () => {
  expect(checkVideoFile(file('story.txt', 'text/plain'), 'new')).toBe('This file is not a playable video.')
  expect(checkVideoFile(file('film.mkv'), 'new')).toBeUndefined()
})

test('a replacement may be left out and is an mp4', () => {
  expect(checkVideoFile(undefined, 'replacement')).toBeUndefined()
  expect(checkVideoFile(file('film.MP4'), 'replacement')).toBeUndefined()
  expect(checkVideoFile(file('film.webm', 'video/webm'), 'replacement')).toContain('Please use an mp4')
})

test('a file of 500 MB goes up, one byte more does not', () => {
  expect(checkVideoFile(file('film.mp4', 'video/mp4', VIDEO_BYTES), 'new')).toBeUndefined()
  expect(checkVideoFile(file('film.mp4', 'video/mp4', VIDEO_BYTES + 1), 'new')).toBe('That is too large to send.')
})
