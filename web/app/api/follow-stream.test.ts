import { describe, expect, it, test } from 'vitest'
import { parseEvents, type StreamEvent } from './follow-stream.ts'

/** Parses the chunks one after another. */
function readAll(pieces: readonly string[]): StreamEvent[] {
  let rest = ''
  return pieces.flatMap((piece) => {
    const read = parseEvents(rest, piece)
    rest = read.rest
    return read.events
  })
}

const heartbeat = ':\n\n'
const stream =
  ': hello\n\nid: "a"\nevent: board\ndata: {"etag":"Ọ̀yọ́"}\n\n' + heartbeat + 'event: other\ndata: one\ndata:two\n\n'
const events = [
  { event: 'board', data: '{"etag":"Ọ̀yọ́"}' },
  { event: 'other', data: 'one\ntwo' },
]

describe('events are the same wherever the stream is cut', () => {
  for (const [name, end] of Object.entries({ LF: '\n', CRLF: '\r\n', CR: '\r' }))
    test(`in two or three pieces, with ${name}`, () => {
      // After a CR, the parser needs one more character to know that it was not half of a CRLF.
      const text = stream.replaceAll('\n', end) + (end === '\r' ? ':' : '')
      expect(readAll([text])).toEqual(events)
      for (let first = 0; first <= text.length; first += 1)
        for (let second = first; second <= text.length; second += 1)
          expect(readAll([text.slice(0, first), text.slice(first, second), text.slice(second)])).toEqual(events)
    })

  test('one character at a time', () => {
    expect(readAll(Array.from(stream))).toEqual(events)
  })
})

it('returns nothing for a heartbeat, an event without data and an incomplete event', () => {
  expect(readAll([heartbeat, 'event: board\n\n', 'event: board\ndata: {}\n'])).toEqual([])
})

it('removes only one space after the colon', () => {
  expect(readAll(['data:  a: b\n\n'])).toEqual([{ event: 'message', data: ' a: b' }])
})

it('ignores unknown fields', () => {
  expect(readAll(['retry: 5\ndata\nx\n\n'])).toEqual([{ event: 'message', data: '' }])
})
