import { paths } from '../paths.ts'
import { NavEntry, type NavItem } from './nav-entry.tsx'
import { text } from './text.ts'

const { student } = paths

/** The main pages of students. */
export const mainItems: readonly NavItem[] = [
  { to: student.dashboard, label: text.dashboard, icon: 'house', also: [paths.dashboard] },
  { to: student.videos, label: text.videos, icon: 'play-circle' },
  { to: student.trivia, label: text.trivia, icon: 'question', also: [student.reviews] },
  { to: student.scholarship, label: text.leaderboard, icon: 'ranking', also: [student.draws, paths.userRank] },
]
export const settingsItem: NavItem = { to: student.setting, label: text.settings, icon: 'gear-six' }

/** The student's menu at the bottom of small screens. */
export function StudentTabs() {
  return (
    <nav className="bnav" aria-label={text.student}>
      {[...mainItems, settingsItem].map((item) => (
        <NavEntry key={item.to} {...item} />
      ))}
    </nav>
  )
}
