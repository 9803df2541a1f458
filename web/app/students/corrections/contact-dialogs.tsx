import { changeEmail, EmailChangeForm } from '@baobab/contract/students/email-change.ts'
import {
  changeGuardian,
  GUARDIAN_MESSAGE_MAX,
  GUARDIAN_SUBJECT_MAX,
  GuardianForm,
  GuardianMessageForm,
  writeToGuardian,
} from '@baobab/contract/students/guardian.ts'
import { useApiMutation } from '../../api/query.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { TextArea, TextField } from '../../ui/fields.tsx'
import { toast } from '../../ui/toast.tsx'
import { studentChanges } from '../student-actions.tsx'
import type { CorrectionDialogProps } from './details-dialog.tsx'
import { FormDialog } from './form-dialog.tsx'
import { text } from './text.ts'

/** Mails a link to the student's new address. */
export function EmailDialog({ student: { username, email, emailBouncedAt }, onClose }: CorrectionDialogProps) {
  const change = useApiMutation(changeEmail, { changes: studentChanges })
  const form = useApiForm({
    schema: EmailChangeForm,
    defaultValues: { email: '', reason: '' },
    send: async (body) => {
      toast((await change.mutateAsync({ params: { username }, body })).message)
      onClose()
    },
  })
  const { field } = form
  return (
    <FormDialog
      title={text.emailTitle(username)}
      confirmLabel={text.sendLink}
      busyLabel={text.sending}
      form={form}
      onClose={onClose}
    >
      <p>
        {text.emailHelp} {email !== null && (emailBouncedAt ? text.emailNoNotice(email) : text.emailNotice(email))}
      </p>
      <p>{text.emailAfter}</p>
      <TextField label={text.newEmail} type="email" autoComplete="off" data-first {...field('email')} />
      <TextArea label={text.reason} hint={text.reasonHint} rows={2} maxLength={500} {...field('reason')} />
    </FormDialog>
  )
}

/** Asks another parent or guardian for consent. */
export function GuardianDialog({ student: { username, guardianEmail }, onClose }: CorrectionDialogProps) {
  const change = useApiMutation(changeGuardian, { changes: studentChanges })
  const form = useApiForm({
    schema: GuardianForm,
    defaultValues: { guardianEmail: '', reason: '' },
    send: async (body) => {
      toast((await change.mutateAsync({ params: { username }, body })).message)
      onClose()
    },
  })
  const { field } = form
  return (
    <FormDialog
      title={guardianEmail === null ? text.addGuardianTitle(username) : text.guardianTitle(username)}
      confirmLabel={text.ask}
      busyLabel={text.sending}
      form={form}
      onClose={onClose}
    >
      <p>{guardianEmail === null ? text.addGuardianHelp : text.guardianHelp(guardianEmail)}</p>
      <TextField label={text.guardianEmail} type="email" autoComplete="off" data-first {...field('guardianEmail')} />
      <TextArea label={text.reason} hint={text.reasonHint} rows={2} maxLength={500} {...field('reason')} />
    </FormDialog>
  )
}

/** Emails a message to the guardian. */
export function MessageDialog({ student: { username, guardianEmail }, onClose }: CorrectionDialogProps) {
  const writing = useApiMutation(writeToGuardian, { changes: studentChanges })
  const form = useApiForm({
    schema: GuardianMessageForm,
    defaultValues: { subject: '', text: '' },
    send: async (body) => {
      toast((await writing.mutateAsync({ params: { username }, body })).message)
      onClose()
    },
  })
  const { field } = form
  return (
    <FormDialog
      title={text.writeTitle(guardianEmail ?? '')}
      confirmLabel={text.send}
      busyLabel={text.sending}
      form={form}
      onClose={onClose}
    >
      <p>{text.writeHelp}</p>
      <TextField label={text.subject} maxLength={GUARDIAN_SUBJECT_MAX} data-first {...field('subject')} />
      <TextArea label={text.message} rows={6} maxLength={GUARDIAN_MESSAGE_MAX} {...field('text')} />
    </FormDialog>
  )
}
