import { sitePages } from '@baobab/contract/kernel/page-table.ts'
import { listNavItems, NavEntry } from './nav-entry.tsx'
import { text } from './text.ts'

/** The main pages of students. */
export const mainItems = listNavItems(sitePages, 'main')

/** The student's menu at the bottom of small screens. */
export function StudentTabs() {
  return (
    <nav className="bnav" aria-label={text.student}>
      {mainItems.map((item) => (
        <NavEntry key={item.to} {...item} />
      ))}
    </nav>
  )
}
