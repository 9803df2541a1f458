import { leaderboard } from '@baobab/contract/leaderboard/endpoints.ts'
import { EXTRA_TIME_FACTORS } from '@baobab/contract/quiz/rules.ts'
import {
  disqualifyStudent,
  listStudents,
  markBounced,
  resendVerification,
  restoreStudent,
  studentDetails,
  type StudentDetails,
  setExtraTime,
  ReasonForm,
} from '@baobab/contract/students/endpoints.ts'
import { useRef, useState, useId } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { adminPaths } from '../admin-paths.ts'
import { errorMessage } from '../api/error-message.ts'
import { useApiMutation } from '../api/query.ts'
import { FormFailureNote } from '../forms/form-failure.tsx'
import { useApiForm } from '../forms/use-api-form.ts'
import { IfAllowed } from '../shell/if-allowed.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextArea } from '../ui/fields.tsx'
import { formatDateTime } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Note } from '../ui/note.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import { toast } from '../ui/toast.tsx'
import { text } from './text.ts'

type Student = StudentDetails['data']
type EmailAction = 'resend' | 'bounced'

/** The queries to refetch after an admin has changed something about a student. */
export const studentChanges = [studentDetails, listStudents, leaderboard]

/** The actions that an admin can take on a student. Each explains what will happen and asks for confirmation. */
export function StudentActions({ student }: { student: Student }) {
  return (
    <IfAllowed who={disqualifyStudent.who} otherwise={<DisqualificationNote student={student} />}>
      <ActionCard student={student} />
    </IfAllowed>
  )
}

function ActionCard({ student }: { student: Student }) {
  const [open, setOpen] = useState<'disqualification' | EmailAction>()
  const heading = useRef<HTMLHeadingElement>(null)
  const { disqualifiedAt, email, emailBouncedAt } = student
  const isDisqualified = disqualifiedAt !== null
  // The button that opened a dialog may disappear after the action, so the focus moves to the heading.
  const dialog = { student, onClose: () => setOpen(undefined), onDone: () => heading.current?.focus() }
  return (
    <Card className="stack stack-3" aria-labelledby="actions">
      <h2 className="card__h" id="actions" ref={heading} tabIndex={-1}>
        {text.whatYouCanDo}
      </h2>
      <DisqualificationNote student={student} />
      <Link className={buttonClass({ kind: 'line' })} to={adminPaths.notifyStudent(student.username)}>
        <Icon name="paper-plane-tilt" />
        {text.sendNotification}
      </Link>
      <ExtraTime student={student} />
      {email !== null && emailBouncedAt === null && (
        <details className="folded">
          <summary>
            {text.moreActions}
            <Icon name="caret-down" />
          </summary>
          <Button kind="line" onClick={() => setOpen('bounced')}>
            {text.markBounced}
          </Button>
        </details>
      )}
      {email !== null && emailBouncedAt !== null && (
        <Button kind="line" onClick={() => setOpen('resend')}>
          {text.resendVerification}
        </Button>
      )}
      <Button kind={isDisqualified ? 'main' : 'danger'} onClick={() => setOpen('disqualification')}>
        <Icon name={isDisqualified ? 'arrow-counter-clockwise' : 'x-circle'} />
        {isDisqualified ? text.restore : text.disqualify}
      </Button>
      <p className="small muted">{text.passwordsNote}</p>
      <DisqualifyDialog isOpen={open === 'disqualification'} {...dialog} />
      <EmailDialog action={open === 'resend' || open === 'bounced' ? open : undefined} {...dialog} />
    </Card>
  )
}

/** Says since when and why a student is disqualified, or why they were restored. */
function DisqualificationNote({ student: { disqualifiedAt, disqualifiedReason } }: { student: Student }) {
  if (disqualifiedAt === null)
    return disqualifiedReason && <Note icon="arrow-counter-clockwise">{text.restoredBecause(disqualifiedReason)}</Note>
  const date = formatDateTime(new Date(disqualifiedAt))
  return (
    <Note kind="bad" icon="x-circle">
      {disqualifiedReason ? text.disqualifiedBecause(date, disqualifiedReason) : text.disqualifiedOn(date)}
    </Note>
  )
}

type DialogProps = { student: Student; onClose: () => void; onDone: () => void }

/** Disqualifies a student, or restores a disqualified one. */
function DisqualifyDialog({ student, isOpen, onClose, onDone }: DialogProps & { isOpen: boolean }) {
  const { username, disqualifiedAt } = student
  const disqualify = useApiMutation(disqualifyStudent, { changes: studentChanges })
  const restore = useApiMutation(restoreStudent, { changes: studentChanges })
  // An open dialog must not change to the opposite action when the student is reloaded.
  const [wasDisqualified, setWasDisqualified] = useState(disqualifiedAt !== null)
  if (!isOpen && wasDisqualified !== (disqualifiedAt !== null)) setWasDisqualified(disqualifiedAt !== null)
  const common = { isOpen, onClose, onDone }
  return wasDisqualified ? (
    <ReasonDialog
      key="restore"
      {...common}
      title={text.restoreTitle(username)}
      effect={text.restoreEffect(username)}
      confirmLabel={text.restore}
      busyLabel={text.restoring}
      send={(reason) => restore.mutateAsync({ params: { username }, body: { reason } })}
    />
  ) : (
    <ReasonDialog
      key="disqualify"
      {...common}
      title={text.disqualifyTitle(username)}
      effect={text.disqualifyEffect(username)}
      confirmLabel={text.disqualify}
      busyLabel={text.disqualifying}
      isDangerous
      hint={text.reasonRead}
      send={(reason) => disqualify.mutateAsync({ params: { username }, body: { reason } })}
    />
  )
}

const emailDialogs = {
  resend: { title: text.resendTitle, confirmLabel: text.resend, busyLabel: text.sending },
  bounced: { title: text.bouncedTitle, confirmLabel: text.bounced, busyLabel: text.marking },
}

/** Sends a new verification code, or marks the email as bounced. */
function EmailDialog({ student, action, onClose, onDone }: DialogProps & { action: EmailAction | undefined }) {
  const { username, email } = student
  const mutations = {
    resend: useApiMutation(resendVerification, { changes: studentChanges }),
    bounced: useApiMutation(markBounced, { changes: studentChanges }),
  }
  // The dialog keeps its content while it closes.
  const [shown, setShown] = useState<EmailAction>('resend')
  if (action && action !== shown) setShown(action)
  const mutation = mutations[shown]

  function close() {
    mutation.reset()
    onClose()
  }
  async function confirm() {
    try {
      toast((await mutation.mutateAsync({ params: { username } })).message)
      flushSync(close)
      onDone()
    } catch {
      // The dialog shows the error of the mutation.
    }
  }

  const { busyLabel, ...labels } = emailDialogs[shown]
  return (
    <Dialog
      isOpen={action !== undefined}
      {...labels}
      busyLabel={mutation.isPending && busyLabel}
      onConfirm={() => void confirm()}
      onCancel={close}
    >
      <div className="stack stack-3">
        <p>{shown === 'resend' ? text.resendEffect(email ?? '') : text.bouncedEffect(email ?? '', username)}</p>
        {mutation.error && (
          <Note kind="bad" role="alert">
            {errorMessage(mutation.error)}
          </Note>
        )}
      </div>
    </Dialog>
  )
}

const options = EXTRA_TIME_FACTORS.map((factor) => ({ value: String(factor), label: text.extraTimeOption[factor] }))

/** Says how much time a student has for a quiz, and lets an admin change it. */
function ExtraTime({ student: { username, extraTimeFactor } }: { student: StudentDetails['data'] }) {
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<string>()
  const { mutateAsync, isPending, error, reset } = useApiMutation(setExtraTime, { changes: [studentDetails] })

  function close() {
    reset()
    setOpen(false)
    setChosen(undefined)
  }
  async function save() {
    const factor = EXTRA_TIME_FACTORS.find((each) => String(each) === chosen) ?? extraTimeFactor
    try {
      toast((await mutateAsync({ params: { username }, body: { factor } })).message)
      close()
    } catch {
      // The dialog shows the error of the mutation.
    }
  }

  return (
    <>
      <Button kind="line" onClick={() => setOpen(true)}>
        <Icon name="timer" />
        {extraTimeFactor === 1 ? text.extraTime : `${text.extraTime}: ${text.extraTimeOption[extraTimeFactor]}`}
      </Button>
      <Dialog
        isOpen={isOpen}
        title={text.extraTimeTitle(username)}
        confirmLabel={text.save}
        busyLabel={isPending && text.saving}
        onConfirm={() => void save()}
        onCancel={close}
      >
        <div className="stack stack-3">
          <p>{text.extraTimeEffect}</p>
          <RadioGroup
            label={text.timeForQuiz}
            name="factor"
            options={options}
            value={chosen ?? String(extraTimeFactor)}
            onChange={(event) => setChosen(event.target.value)}
          />
          {error && (
            <Note kind="bad" role="alert">
              {errorMessage(error)}
            </Note>
          )}
        </div>
      </Dialog>
    </>
  )
}

type Props = {
  isOpen: boolean
  title: string
  /** Describes what will happen. */
  effect: string
  confirmLabel: string
  busyLabel: string
  isDangerous?: boolean
  hint?: string
  send: (reason: string) => Promise<{ message: string }>
  onClose: () => void
  /** Called after the action to move the focus, because the button that opened the dialog may have disappeared. */
  onDone: () => void
}

/** Explains what will happen and asks for a reason. Keeps the typed reason until the action succeeds or is cancelled. */
export function ReasonDialog(props: Props) {
  const { isOpen, title, effect, confirmLabel, busyLabel, isDangerous = false, send, onClose, onDone } = props
  const { hint = text.reasonHint } = props
  const formId = useId()
  const { form, field, submit, failure, clearFailure, isSending } = useApiForm({
    schema: ReasonForm,
    defaultValues: { reason: '' },
    send: async ({ reason }) => {
      toast((await send(reason)).message)
      flushSync(close)
      onDone()
    },
  })

  function close() {
    clearFailure()
    form.reset()
    onClose()
  }

  return (
    <Dialog
      isOpen={isOpen}
      title={title}
      confirmLabel={confirmLabel}
      busyLabel={isSending && busyLabel}
      isDangerous={isDangerous}
      formId={formId}
      onCancel={close}
    >
      <form id={formId} className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
        <p>{effect}</p>
        <TextArea label={text.reason} hint={hint} rows={3} maxLength={500} data-first {...field('reason')} />
        <FormFailureNote failure={failure} />
      </form>
    </Dialog>
  )
}
