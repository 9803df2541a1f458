import type { StudentDetails } from '@baobab/contract/students.ts'
import { useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { formatDateTime } from '../ui/dates.ts'
import { Icon } from '../ui/icon.tsx'
import { Note } from '../ui/note.tsx'
import { EmailDialog, type EmailAction } from './email-dialog.tsx'
import { DisqualifyDialog } from './disqualify-dialog.tsx'

type Student = StudentDetails['data']
type Act = 'place' | EmailAction

/** What an admin may do about a student. Each asks first and says what will happen. */
export function StudentActions({ student }: { student: Student }) {
  const [asked, setAsked] = useState<Act>()
  const heading = useRef<HTMLHeadingElement>(null)
  const { disqualifiedAt, disqualifiedReason, verifiedAt, emailBouncedAt } = student
  const dialog = { student, onClose: () => setAsked(undefined), onDone: () => heading.current?.focus() }
  return (
    <Card className="stack stack-3" aria-labelledby="actions">
      <h2 className="card__h" id="actions" ref={heading} tabIndex={-1}>
        What you can do
      </h2>
      {disqualifiedAt !== null && (
        <Note kind="bad" icon="x-circle">
          {`Disqualified on ${formatDateTime(new Date(disqualifiedAt))}${disqualifiedReason ? `: ${disqualifiedReason}` : ''}`}
        </Note>
      )}
      {disqualifiedAt === null && disqualifiedReason !== null && (
        <Note icon="arrow-counter-clockwise">{`Restored: ${disqualifiedReason}`}</Note>
      )}
      <Button kind={disqualifiedAt === null ? 'danger' : 'main'} onClick={() => setAsked('place')}>
        <Icon name={disqualifiedAt === null ? 'x-circle' : 'arrow-counter-clockwise'} />
        {disqualifiedAt === null ? 'Disqualify' : 'Restore'}
      </Button>
      {(verifiedAt === null || emailBouncedAt !== null) && (
        <Button kind="line" onClick={() => setAsked('resend')}>
          Resend verification
        </Button>
      )}
      {emailBouncedAt === null && (
        <Button kind="line" onClick={() => setAsked('bounced')}>
          Mark email as bounced
        </Button>
      )}
      <p className="small muted">Passwords are seen and set by nobody but their owners.</p>
      <DisqualifyDialog isOpen={asked === 'place'} {...dialog} />
      <EmailDialog act={asked === 'resend' || asked === 'bounced' ? asked : undefined} {...dialog} />
    </Card>
  )
}
