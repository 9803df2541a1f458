import { describe, expect, it } from 'vitest'
import { parseSelection, withFilter } from './audit-view.ts'
import { formatDetails, subjectLabel } from './labels.ts'

describe('a line of the audit log', () => {
  it('names its subject, and a deleted one by its kind', () => {
    expect(subjectLabel({ _id: '1', kind: 'student', name: 'adaobi' })).toBe('adaobi')
    expect(subjectLabel({ _id: '1', kind: 'student', name: null })).toBe('a deleted student')
    expect(subjectLabel({ _id: '1', kind: null, name: null })).toBe('a deleted item')
    expect(subjectLabel({ _id: '1', kind: 'draw', name: '2026-11' })).toBe('Draw of November 2026')
    expect(subjectLabel({ _id: 'priceKobo', kind: 'setting', name: null })).toBe('Price')
  })

  it('formats its details, a price in naira', () => {
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

describe('the address of the audit log', () => {
  it('ignores values that the server would refuse', () => {
    const params = new URLSearchParams('search=+ada+&from=yesterday&to=2026-11-02&cursor=5&admin=')
    expect(parseSelection(params)).toEqual({ search: 'ada', to: '2026-11-02' })
  })

  it('returns to the first page when a filter changes', () => {
    const params = new URLSearchParams('admin=office&cursor=5&page=2')
    expect(withFilter(params, 'action', 'video.deleted').toString()).toBe('admin=office&action=video.deleted')
    expect(withFilter(params, 'admin', '').toString()).toBe('')
  })
})
