import { inviteAdmin, listTeam, NewInvitation } from '@baobab/contract/accounts-admin.ts'
import { commonText } from '@baobab/contract/common-text.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { callApi } from '../../api/call-api.ts'
import { invalidate } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { FormFailureNote } from '../../forms/form-failure-note.tsx'
import { useSubmit } from '../../forms/use-submit.ts'

export function InviteForm() {
  const form = useForm({
    defaultValues: { email: '' },
    mode: 'onSubmit',
    resolver: zodResolver(NewInvitation, undefined, { raw: true }),
  })
  const { submit, refusal, isSending } = useSubmit({
    form,
    fields: ['email'],
    otherwise: commonText.somethingWentWrong,
    send: async (body) => {
      const { message } = await callApi(inviteAdmin, { body })
      toast(message)
      form.reset()
      await invalidate(listTeam)
    },
  })
  return (
    <Card className="stack stack-3" aria-labelledby="invite">
      <h2 className="card__h" id="invite">
        Invite an admin
      </h2>
      <p className="muted">The mailed link works once, for 72 hours, and for this email alone.</p>
      <form className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label="Email"
          type="email"
          autoComplete="off"
          {...form.register('email')}
          error={form.formState.errors.email?.message}
        />
        <FormFailureNote failure={refusal} />
        <div>
          <Button type="submit" busyLabel={isSending && 'Sending...'}>
            <Icon name="paper-plane-tilt" size="sm" />
            Send invitation
          </Button>
        </div>
      </form>
    </Card>
  )
}
