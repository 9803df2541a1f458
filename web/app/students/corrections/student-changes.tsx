import { correctStudent, type MadeCorrection } from '@baobab/contract/students/corrections.ts'
import type { StudentDetails } from '@baobab/contract/students/endpoints.ts'
import type { GuardianMessage } from '@baobab/contract/students/guardian.ts'
import { useRef, useState } from 'react'
import { useApiMutation } from '../../api/query.ts'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { ReasonDialog, studentChanges } from '../student-actions.tsx'
import { WriteToGuardian } from './edit-profile.tsx'
import { formatValue } from './format-value.ts'
import { fieldLabels, text } from './text.ts'
import { WaitingChanges } from './waiting-changes.tsx'

const formatTime = (at: string) => formatDateTime(new Date(at))

/** The corrections that admins made to a student's data, those that await an answer, and messages to the guardian. */
export function StudentChanges({ details }: { details: StudentDetails }) {
  const { data: student, corrections, guardianMessages } = details
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <>
      <Card className="stack stack-3" aria-labelledby="corrections">
        <h2 className="card__h" id="corrections" ref={heading} tabIndex={-1}>
          {text.corrections}
        </h2>
        <WaitingChanges details={details} onDone={() => heading.current?.focus()} />
        {corrections.length === 0 && <p className="muted">{text.noCorrections}</p>}
        <ul className="notes">
          {corrections.map((correction) => (
            <Correction
              key={correction._id}
              username={student.username}
              correction={correction}
              onDone={() => heading.current?.focus()}
            />
          ))}
        </ul>
      </Card>
      {(student.guardianEmail !== null || guardianMessages.length > 0) && (
        <Card className="stack stack-3" aria-labelledby="guardian-messages">
          <h2 className="card__h" id="guardian-messages">
            {text.messages}
          </h2>
          {guardianMessages.length === 0 && <p className="muted">{text.noMessages}</p>}
          <ul className="notes">
            {guardianMessages.map((message) => (
              <Message key={message._id} {...message} />
            ))}
          </ul>
          <WriteToGuardian student={student} />
        </Card>
      )}
    </>
  )
}

type CorrectionProps = { username: string; correction: MadeCorrection; onDone: () => void }

function Correction({ username, correction, onDone }: CorrectionProps) {
  const { field, oldValue, newValue, reason, by, at, canUndo } = correction
  const label = fieldLabels[field]
  const undo = useApiMutation(correctStudent, { changes: studentChanges })
  const [isOpen, setOpen] = useState(false)
  const isConfirmed = field === 'email' || field === 'guardianEmail'
  return (
    <li className="stack stack-2">
      <p className="notes__text">
        {text.correctionOf(label, formatValue(field, oldValue), formatValue(field, newValue))}
      </p>
      <p className="small">{text.because(reason)}</p>
      <div className="row between">
        <span className="small muted">{text.madeBy(by, formatTime(at))}</span>
        {canUndo && (
          <IfAllowed who={correctStudent.who}>
            <Button kind="quiet" size="sm" onClick={() => setOpen(true)}>
              {text.undo}
              <span className="sr">{text.ofField(label)}</span>
            </Button>
          </IfAllowed>
        )}
      </div>
      {isConfirmed && <p className="small muted">{text.confirmed}</p>}
      <ReasonDialog
        isOpen={isOpen}
        title={text.undoTitle(label)}
        effect={text.undoEffect(label, formatValue(field, oldValue))}
        confirmLabel={text.undo}
        busyLabel={text.undoing}
        hint={text.reasonHint}
        send={(why) =>
          undo.mutateAsync({
            params: { username },
            body: { [field]: oldValue ?? '', seen: { [field]: newValue ?? '' }, reason: why },
          })
        }
        onClose={() => setOpen(false)}
        onDone={onDone}
      />
    </li>
  )
}

function Message({ email, subject, text: written, by, at, sentAt }: GuardianMessage) {
  return (
    <li className="stack stack-2">
      <b>{subject}</b>
      <p className="notes__text">{written}</p>
      <span className="small muted">{text.sentTo(email, by, formatTime(at), sentAt !== null)}</span>
    </li>
  )
}
