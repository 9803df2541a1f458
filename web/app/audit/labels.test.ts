import { describe, expect, it } from 'vitest'
import { subjectLabel } from './text.ts'

describe('an audit log line', () => {
  it('names its subject, or the kind of a deleted one', () => {
    expect(subjectLabel({ _id: '1', kind: 'student', name: 'adaobi' })).toBe('adaobi')
    expect(subjectLabel({ _id: '1', kind: 'student', name: null })).toBe('a deleted student')
    expect(subjectLabel({ _id: '1', kind: null, name: null })).toBe('a deleted item')
    expect(subjectLabel({ _id: '1', kind: 'draw', name: '2026-11' })).toBe('November 2026 draw')
    expect(subjectLabel({ _id: 'priceKobo', kind: 'setting', name: null })).toBe('Price')
  })

  it('names an action on many rows and an exported list', () => {
    expect(subjectLabel({ _id: '1', kind: 'bulk', name: 'videos.delete' })).toBe('Delete videos')
    expect(subjectLabel({ _id: '1', kind: 'export', name: 'audit' })).toBe('Audit log')
  })
})
