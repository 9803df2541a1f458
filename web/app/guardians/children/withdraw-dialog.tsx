import { listChildren, listFamilyPayments, withdrawFromChild } from '@baobab/contract/guardians/children.ts'
import { useId } from 'react'
import { useNavigate } from 'react-router'
import { useApiMutation } from '../../api/query.ts'
import { FormFailureNote } from '../../forms/form-failure.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { PasswordField } from '../../ui/fields.tsx'
import { toast } from '../../ui/toast.tsx'
import { childPaths } from './paths.ts'
import type { ChildDialogProps } from './password-dialog.tsx'
import { text } from './text.ts'

const changes = [listChildren, listFamilyPayments]
const empty = { password: '' }

/** Asks for the guardian's password before a child's account is deleted, and says what is deleted. */
export function WithdrawDialog({ isOpen, username, onClose }: ChildDialogProps) {
  const navigate = useNavigate()
  const withdrawing = useApiMutation(withdrawFromChild, { changes })
  const { form, field, submit, failure, clearFailure, isSending } = useApiForm<{ password: string }>({
    schema: async () => (await import('@baobab/contract/guardians/children-forms.ts')).GuardianPassword,
    defaultValues: empty,
    // Opening the dialog moves the focus, which must not count as leaving a field.
    mode: 'onSubmit',
    send: async (body) => {
      const { message } = await withdrawing.mutateAsync({ params: { username }, body })
      toast(message)
      await navigate(childPaths.list, { replace: true })
    },
  })
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
      title={text.withdraw.title(username)}
      confirmLabel={text.withdraw.confirm}
      busyLabel={isSending && text.withdraw.deleting}
      isDangerous
      formId={formId}
      onCancel={cancel}
    >
      <form id={formId} className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
        <p>{text.withdraw.effect}</p>
        <PasswordField label={text.withdraw.own} autoComplete="current-password" {...field('password')} />
        <FormFailureNote failure={failure} />
      </form>
    </Dialog>
  )
}
