import { changePassword, PasswordChange } from '@baobab/contract/accounts-admin.ts'
import { listAdminSessions } from '@baobab/contract/accounts-sessions.ts'
import { commonText } from '@baobab/contract/common-text.ts'
import { accountsAdminText } from '@baobab/contract/accounts-admin-text.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { callApi } from '../../api/call-api.ts'
import { invalidate } from '../../api/query.ts'
import { useAdminSession } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { PasswordRuleList } from '../../accounts/password-rule-list.tsx'
import { adminPasswordRules } from '../../accounts/password-rules.ts'
import { FormFailureNote } from '../../forms/form-failure-note.tsx'
import { useSubmit } from '../../forms/use-submit.ts'

export function PasswordCard() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card className="stack stack-3" aria-labelledby="password">
      <h2 className="card__h" id="password">
        Password
      </h2>
      {isOpen ? (
        <PasswordForm onDone={() => setOpen(false)} />
      ) : (
        <div>
          <Button kind="line" size="sm" onClick={() => setOpen(true)}>
            Change password
          </Button>
        </div>
      )}
    </Card>
  )
}

function usePasswordForm(onDone: () => void) {
  const [isCodeAsked, setCodeAsked] = useState(false)
  const form = useForm<z.input<typeof PasswordChange>>({
    defaultValues: { password: '', newPassword: '' },
    mode: 'onTouched',
    resolver: zodResolver(PasswordChange, undefined, { raw: true }),
  })
  const submitting = useSubmit({
    form,
    fields: ['password', 'code', 'newPassword'],
    otherwise: commonText.somethingWentWrong,
    send: async (body) => {
      toast((await callApi(changePassword, { body })).message)
      onDone()
      await invalidate(listAdminSessions)
    },
    onRefusal: ({ errors }) => {
      if (isCodeAsked || !errors.some(({ path }) => path === 'code')) return false
      flushSync(() => setCodeAsked(true))
      form.setFocus('code')
      return true
    },
  })
  return { form, isCodeAsked, ...submitting }
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const username = useAdminSession()?.username ?? ''
  const { form, isCodeAsked, submit, refusal, isSending } = usePasswordForm(onDone)
  const newPassword = useWatch({ control: form.control, name: 'newPassword' })
  const { errors } = form.formState
  return (
    <form className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        {...form.register('password')}
        error={errors.password?.message}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        {...form.register('newPassword')}
        error={errors.newPassword?.message}
      />
      <PasswordRuleList rules={adminPasswordRules} password={newPassword} />
      {isCodeAsked && (
        <TextField
          label="Code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          hint={accountsAdminText.secondFactorNeeded}
          {...form.register('code')}
          error={errors.code?.message}
        />
      )}
      <FormFailureNote failure={refusal} />
      <div className="row">
        <Button type="submit" size="sm" busyLabel={isSending && 'Changing...'}>
          Change password
        </Button>
        <Button kind="line" size="sm" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
