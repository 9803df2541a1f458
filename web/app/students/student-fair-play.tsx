import { readFlagged } from '@baobab/contract/fair-play/admin.ts'
import type { StudentDetails } from '@baobab/contract/students/endpoints.ts'
import { Link } from 'react-router'
import { adminPaths } from '../admin-paths.ts'
import { IfAllowed } from '../shell/if-allowed.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { formatDateTime } from '../ui/dates.ts'
import { formatCount } from '../ui/format.ts'
import { Note } from '../ui/note.tsx'
import { text } from './text.ts'

/** Says whether the points of a student are being checked, and leads to the evidence. */
export function StudentFairPlay({ student }: { student: StudentDetails['data'] }) {
  const { username, heldAt, flagCount, openFlagCount } = student
  return (
    <Card className="stack stack-3" aria-labelledby="fair-play">
      <h2 className="card__h" id="fair-play">
        {text.fairPlay}
      </h2>
      {heldAt !== null && (
        <Note kind="warn" icon="pause">
          {text.onHoldSince(formatDateTime(new Date(heldAt)))}
        </Note>
      )}
      <p className="muted">
        {flagCount === 0 ? text.noFlags : text.flags(formatCount(flagCount, 'flag'), openFlagCount)}
      </p>
      <IfAllowed who={readFlagged.who}>
        <div>
          <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={adminPaths.flagged(username)}>
            {text.openFairPlay}
          </Link>
        </div>
      </IfAllowed>
    </Card>
  )
}
