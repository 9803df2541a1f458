import { roleTexts } from '@baobab/contract/accounts/text.ts'
import type { AdminRole } from '@baobab/contract/accounts/rules.ts'
import { Link } from 'react-router'
import { adminPaths } from '../admin-paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { text } from './text.ts'

/** Shown in place of an admin page that is not part of the role's work. */
export function NotYourPage({ role }: { role: AdminRole }) {
  return (
    <Empty heading="h1" title={text.notYourPage} help={text.notYourPageHelp(roleTexts[role].label)}>
      <Link className={buttonClass({ kind: 'line' })} to={adminPaths.dashboard}>
        {text.goToDashboard}
      </Link>
    </Empty>
  )
}
