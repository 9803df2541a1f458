import { studentPasswordRules } from '@baobab/contract/accounts/rules.ts'
import { accountsText } from '@baobab/contract/accounts/text.ts'
import { setChildPassword } from '@baobab/contract/guardians/children.ts'
import type { ChildPassword } from '@baobab/contract/guardians/children-forms.ts'
import { useId } from 'react'
import { useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { PasswordRuleList } from '../../accounts/password-rule-list.tsx'
import { callApi } from '../../api/call-api.ts'
import { FormFailureNote } from '../../forms/form-failure.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { PasswordField } from '../../ui/fields.tsx'
import { toast } from '../../ui/toast.tsx'
import { text } from './text.ts'

export type ChildDialogProps = { isOpen: boolean; username: string; onClose: () => void }

const empty = { newPassword: '', repassword: '', password: '' }

/** Sets a child's password, given the guardian's own. */
export function PasswordDialog({ isOpen, username, onClose }: ChildDialogProps) {
  const { form, field, submit, failure, clearFailure, isSending } = useApiForm<z.input<typeof ChildPassword>>({
    schema: async () => (await import('@baobab/contract/guardians/children-forms.ts')).ChildPassword,
    repassword: { of: 'newPassword', message: accountsText.passwordsMustMatch },
    defaultValues: empty,
    // Opening the dialog moves the focus, which must not count as leaving a field.
    mode: 'onSubmit',
    send: async (body) => {
      const { message } = await callApi(setChildPassword, { params: { username }, body })
      toast(message)
      form.reset(empty)
      onClose()
    },
  })
  const newPassword = useWatch({ control: form.control, name: 'newPassword' })
  const formId = useId()

  function cancel() {
    // A request that has been sent cannot be withdrawn, so the dialog stays open until the reply arrives.
    if (isSending) return
    form.reset(empty)
    clearFailure()
    onClose()
  }

  return (
    <Dialog
      isOpen={isOpen}
      title={text.setPassword.title(username)}
      confirmLabel={text.setPassword.save}
      busyLabel={isSending && text.setPassword.saving}
      formId={formId}
      onCancel={cancel}
    >
      <form id={formId} className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
        <p>{text.setPassword.help}</p>
        <PasswordField label={text.setPassword.newPassword} autoComplete="new-password" {...field('newPassword')} />
        <PasswordRuleList rules={studentPasswordRules} password={newPassword} username={username} />
        <PasswordField label={text.setPassword.repeat} autoComplete="new-password" {...field('repassword')} />
        <PasswordField label={text.setPassword.own} autoComplete="current-password" {...field('password')} />
        <FormFailureNote failure={failure} />
      </form>
    </Dialog>
  )
}
