import { expect, test } from 'vitest'
import { parseUnfinished, type UnfinishedUpload } from './unfinished.ts'

const HOUR = 3_600_000
const upload: UnfinishedUpload = {
  fingerprint: 'film.mp4/61000000/1',
  name: 'film.mp4',
  size: 61_000_000,
  videoId: null,
  admin: 'office',
  url: '/api/uploads/0123456789abcdef0123456789abcdef',
  sent: 38_000_000,
  keptAt: 0,
  texts: { title: 'The Goat Who Counted', description: '', access: 'free' },
}

test('an upload is listed for as long as the server keeps it', () => {
  const raw = JSON.stringify([upload])
  expect(parseUnfinished(raw, 23 * HOUR)).toEqual([upload])
  expect(parseUnfinished(raw, 25 * HOUR)).toEqual([])
})

test('what cannot be read counts as nothing', () => {
  expect(parseUnfinished(null, 0)).toEqual([])
  expect(parseUnfinished('[', 0)).toEqual([])
  expect(parseUnfinished('[{"name":"film.mp4"}]', 0)).toEqual([])
})
