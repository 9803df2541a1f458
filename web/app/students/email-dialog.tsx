import { markBounced, resendVerification, type StudentDetails } from '@baobab/contract/students.ts'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { errorMessage } from '../api/error-message.ts'
import { useApiMutation } from '../api/query.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Note } from '../ui/note.tsx'
import { toast } from '../ui/toast.tsx'
import { studentChanges } from './use-student.ts'

export type EmailAction = 'resend' | 'bounced'

type Props = {
  student: StudentDetails['data']
  act: EmailAction | undefined
  onClose: () => void
  onDone: () => void
}

const words = {
  resend: { title: 'Resend the verification?', confirmLabel: 'Resend', busyLabel: 'Sending...' },
  bounced: { title: 'Mark this email as bounced?', confirmLabel: 'Mark as bounced', busyLabel: 'Marking...' },
}

/** What concerns a student's email: a new code, or a note that mail came back. */
export function EmailDialog({ student, act, onClose, onDone }: Props) {
  const { username, email } = student
  const sends = {
    resend: useApiMutation(resendVerification, { changes: studentChanges }),
    bounced: useApiMutation(markBounced, { changes: studentChanges }),
  }
  const [asked, setAsked] = useState<EmailAction>('resend')
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
            {errorMessage(send.error)}
          </Note>
        )}
      </div>
    </Dialog>
  )
}
