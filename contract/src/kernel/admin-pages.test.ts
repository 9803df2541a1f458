import { expect, it } from 'vitest'
import { findAdminPage, mayOpen } from './admin-pages.ts'

it('a page is found by every spelling of its path that the router accepts, and unknown pages stay closed', () => {
  for (const path of ['/admin/team', '/admin/team/', '/Admin/TEAM']) {
    expect(mayOpen('owner', path)).toBe(true)
    expect(mayOpen('finance', path)).toBe(false)
  }
  expect(mayOpen('owner', '/admin/unknown')).toBe(false)
  expect(findAdminPage('/admin/unknown')).toBeUndefined()
})
