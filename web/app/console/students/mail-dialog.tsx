import { markBounced, resendVerification, type StudentDetails } from '@baobab/contract/console.ts'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { sentenceOf } from '../../api/errors.ts'
import { useSend } from '../../api/q.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.tsx'
import { studentChanges } from './use-student.ts'

export type MailAct = 'resend' | 'bounced'

type Props = {
  student: StudentDetails['data']
  act: MailAct | undefined
  onClose: () => void
  onDone: () => void
}

const words = {
  resend: { title: 'Resend the verification?', confirmLabel: 'Resend', busyLabel: 'Sending...' },
  bounced: { title: 'Mark this email as bounced?', confirmLabel: 'Mark as bounced', busyLabel: 'Marking...' },
}

/** What concerns a student's email: a new code, or a note that mail came back. */
export function MailDialog({ student, act, onClose, onDone }: Props) {
  const { username, email } = student
  const sends = {
    resend: useSend(resendVerification, { changes: studentChanges }),
    bounced: useSend(markBounced, { changes: studentChanges }),
  }
  const [asked, setAsked] = useState<MailAct>('resend')
  if (act && act !== asked) setAsked(act)
  const send = sends[asked]

  function close() {
    send.reset()
    onClose()
  }
  async function confirm() {
    try {
      toast((await send.mutateAsync({ params: { username } })).message)
      flushSync(close)
      onDone()
    } catch {
      // The dialog says it.
    }
  }

  const { busyLabel, ...rest } = words[asked]
  return (
    <Dialog
      isOpen={act !== undefined}
      {...rest}
      busyLabel={send.isPending && busyLabel}
      onConfirm={() => void confirm()}
      onCancel={close}
    >
      <div className="stack stack-3">
        <p>
          {asked === 'resend'
            ? `A new code goes to ${email}. The code before it stops working.`
            : `Mail to ${email} came back. No more is sent there until ${username} verifies the email anew.`}
        </p>
        {send.error && (
          <Note kind="bad" role="alert">
            {sentenceOf(send.error)}
          </Note>
        )}
      </div>
    </Dialog>
  )
}
