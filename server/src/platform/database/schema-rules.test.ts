import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareSchemas } from './schema-rules.ts'

const since = (migration: number) => ({ release: '0.9.0', migration })

describe('a release', () => {
  it('has to migrate an empty or an older database', () => {
    const upToDate = { isNewer: false, refusal: undefined }
    expect(compareSchemas({ known: [1, 2, 3], applied: [], oldest: undefined })).toEqual({ ...upToDate, pending: 3 })
    expect(compareSchemas({ known: [1, 2, 3], applied: [1], oldest: since(1) })).toEqual({ ...upToDate, pending: 2 })
    expect(compareSchemas({ known: [1, 2], applied: [1, 2], oldest: since(2) })).toEqual({ ...upToDate, pending: 0 })
  })

  it('may run on a newer schema that still has everything it uses', () => {
    const onNewer = { pending: 0, isNewer: true, refusal: undefined }
    expect(compareSchemas({ known: [1, 2], applied: [1, 2, 3], oldest: since(1) })).toEqual(onNewer)
    expect(compareSchemas({ known: [1, 2], applied: [1, 2, 3, 4], oldest: since(2) })).toEqual(onNewer)
  })

  it.each([
    ['took away what it uses', { known: [1, 2], applied: [1, 2, 3, 4], oldest: since(3) }],
    ['says nothing about older releases', { known: [1, 2], applied: [1, 2, 3], oldest: undefined }],
    ['lacks a migration of its own', { known: [1, 2], applied: [1, 3], oldest: since(1) }],
    ['contains another branch’s migration before its last', { known: [1, 3], applied: [1, 2, 3], oldest: since(1) }],
  ])('must not run on a schema that %s', (_what, schemas) => {
    expect(compareSchemas(schemas)).toMatchObject({ pending: 0, isNewer: true, refusal: expect.any(String) as unknown })
  })

  it('is told which release the schema needs', () => {
    const { refusal } = compareSchemas({ known: [1], applied: [1, 86_400_000], oldest: since(86_400_000) })
    expect(refusal).toMatch(
      /^The database belongs to a newer version of Baobab and needs 0\.9\.0 or newer \(.*1970-01-02T00:00/,
    )
  })

  it('can be rolled back step by step, down to the oldest that the schema names and no further', () => {
    const count = fc.integer({ min: 1, max: 20 })
    fc.assert(
      fc.property(count, count, count, (applied, own, oldest) => {
        fc.pre(oldest <= applied && own <= applied)
        const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)
        const { refusal } = compareSchemas({ known: upTo(own), applied: upTo(applied), oldest: since(oldest) })
        expect(refusal === undefined).toBe(own >= oldest || own === applied)
      }),
    )
  })
})
