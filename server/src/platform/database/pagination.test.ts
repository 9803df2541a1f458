import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeCursor, toPage, decodeCursor } from './pagination.ts'
import { Refusal } from '../http/errors.ts'

const id = '00000000-0000-4000-8000-000000000000'

describe('a cursor', () => {
  it('decodes to what was encoded', () => {
    const times = fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(times, fc.uuid(), (at, id) => {
        expect(decodeCursor(encodeCursor({ at, id }))).toEqual({ at: at.toISOString(), id })
      }),
    )
  })

  it.each(['', '1', 'x.y', `99999999999999.${id}`, '1.zzz'])('cannot be %j', (cursor) => {
    expect(() => decodeCursor(cursor)).toThrow(Refusal)
  })

  it('for the next page is returned if and only if more rows were read than fit on this page', () => {
    const rows = [3, 2, 1].map((n) => ({ at: new Date(n), id }))
    expect(toPage(rows, 2, (row) => row)).toEqual({ page: rows.slice(0, 2), nextCursor: `2.${id}` })
    expect(toPage(rows, 3, (row) => row)).toEqual({ page: rows, nextCursor: null })
  })
})
