import { expect, test } from 'vitest'
import { checkCaptionsFile } from './captions-file.ts'

test('captions are a WebVTT file that is neither empty nor huge', () => {
  expect(checkCaptionsFile({ name: 'goat.VTT', type: '', size: 900 })).toBeUndefined()
  expect(checkCaptionsFile({ name: 'goat', type: 'text/vtt', size: 900 })).toBeUndefined()
  expect(checkCaptionsFile({ name: 'goat.srt', type: 'text/plain', size: 900 })).toContain('not a captions file')
  expect(checkCaptionsFile({ name: 'goat.vtt', type: 'text/vtt', size: 0 })).toContain('not a captions file')
  expect(checkCaptionsFile({ name: 'goat.vtt', type: 'text/vtt', size: 600_000 })).toBe('That is too large to send.')
})
