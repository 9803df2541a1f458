import { expect, test } from 'vitest'
import { noUpload, uploadPercent, reduceUpload, describeUpload, type UploadEvent } from './upload-state.ts'

const after = (...events: UploadEvent[]) => events.reduce(reduceUpload, noUpload)
const MB = 1_000_000
const started: UploadEvent[] = [{ kind: 'queued', total: 100 * MB }, { kind: 'started' }]
const progress = (sent: number, at: number): UploadEvent => ({ kind: 'progress', sent: sent * MB, at })

test('a file waits for its turn, is sent, and is completed', () => {
  expect(describeUpload(after({ kind: 'queued', total: 100 * MB }))).toBe('Queued, 0 MB of 100 MB')
  const halfway = after(...started, progress(10, 0), progress(50, 40_000))
  expect(uploadPercent(halfway)).toBe(50)
  expect(describeUpload(halfway)).toBe('50 MB of 100 MB, less than a minute left')
  const completed = after(...started, progress(99, 0), { kind: 'completed' })
  expect(uploadPercent(completed)).toBe(100)
  expect(describeUpload(completed)).toBe('Upload complete. Checking the video...')
})

test('interruptions and pauses keep what was sent, and do not count as time', () => {
  const interrupted = after(...started, progress(10, 0), progress(38, 5_000), { kind: 'interrupted' })
  expect(describeUpload(interrupted)).toBe('Waiting for a connection, 38 MB of 100 MB')
  const resumed = reduceUpload(interrupted, progress(39, 900_000))
  expect(resumed.phase).toBe('sending')
  expect(describeUpload(resumed)).toBe('39 MB of 100 MB')
  const paused = reduceUpload(resumed, { kind: 'paused' })
  expect(describeUpload(paused)).toBe('Paused, 39 MB of 100 MB')
  expect(describeUpload(reduceUpload(paused, { kind: 'queued', total: 100 * MB }))).toContain('39 MB of 100 MB')
})

test('another file starts at 0', () => {
  const other = after(...started, progress(38, 0), { kind: 'queued', total: 7 * MB })
  expect(other.sent).toBe(0)
  expect(after(...started, { kind: 'reset' })).toEqual(noUpload)
})

test('all but the last byte is less than 100 per cent', () => {
  expect(uploadPercent({ ...noUpload, sent: 999, total: 1000 })).toBe(99)
  expect(uploadPercent(noUpload)).toBe(0)
})
