import { expect, test } from 'vitest'
import { parseUnfinishedUploads, type UnfinishedUpload } from './unfinished-uploads.ts'

const HOUR = 3_600_000
const upload: UnfinishedUpload = {
  fingerprint: 'video.mp4/61000000/1',
  name: 'video.mp4',
  size: 61_000_000,
  videoId: null,
  admin: 'amaka',
  url: '/api/uploads/0123456789abcdef0123456789abcdef',
  sent: 38_000_000,
  keptAt: 0,
  texts: { title: 'The Goat Who Counted', description: '', access: 'free' },
}

test('an upload is listed as long as the server keeps it', () => {
  const raw = JSON.stringify([upload])
  expect(parseUnfinishedUploads(raw, 23 * HOUR)).toEqual([upload])
  expect(parseUnfinishedUploads(raw, 25 * HOUR)).toEqual([])
})

test('an unreadable list is empty', () => {
  expect(parseUnfinishedUploads(null, 0)).toEqual([])
  expect(parseUnfinishedUploads('[', 0)).toEqual([])
  expect(parseUnfinishedUploads('[{"name":"video.mp4"}]', 0)).toEqual([])
})
