import { describe, expect, it } from 'vitest'
import { formatDetails, subjectLabel } from './text.ts'

describe('an audit log line', () => {
  it('names its subject, or the kind of a deleted one', () => {
    expect(subjectLabel({ _id: '1', kind: 'student', name: 'adaobi' })).toBe('adaobi')
    expect(subjectLabel({ _id: '1', kind: 'student', name: null })).toBe('a deleted student')
    expect(subjectLabel({ _id: '1', kind: null, name: null })).toBe('a deleted item')
    expect(subjectLabel({ _id: '1', kind: 'draw', name: '2026-11' })).toBe('November 2026 draw')
    expect(subjectLabel({ _id: 'priceKobo', kind: 'setting', name: null })).toBe('Price')
  })

  it('formats its details, with prices in naira', () => {
    const subject = { _id: 'priceKobo', kind: 'setting' as const, name: null }
    expect(formatDetails({ subject, details: { before: 100_000, after: 150_050 } })).toEqual([
      { name: 'Before', value: '₦1,000' },
      { name: 'After', value: '₦1,500.50' },
    ])
    expect(formatDetails({ subject: null, details: { wasRenamed: true, row_count: 3, reason: null } })).toEqual([
      { name: 'Was renamed', value: 'yes' },
      { name: 'Row count', value: '3' },
      { name: 'Reason', value: 'none' },
    ])
  })
})
