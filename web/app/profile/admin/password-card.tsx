import { changePassword } from '@baobab/contract/accounts/admin.ts'
import { PasswordChange } from '@baobab/contract/accounts/forms.ts'
import { listAdminSessions } from '@baobab/contract/accounts/sessions.ts'
import { adminPasswordRules } from '@baobab/contract/accounts/rules.ts'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { HiddenUsername, SecondFactorCodeField, useCodeWhenAsked } from '../../accounts/admin/reauthentication-form.tsx'
import { EndedNote, type EndedProps } from '../../accounts/ended-note.tsx'
import { PasswordRuleList } from '../../accounts/password-rule-list.tsx'
import { callApi } from '../../api/call-api.ts'
import { invalidate } from '../../api/query.ts'
import { FormButtons } from '../../forms/form-buttons.tsx'
import { FormFailureNote } from '../../forms/form-failure-note.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { text } from './text.ts'

export function PasswordCard() {
  const [isOpen, setOpen] = useState(false)
  const [saved, setSaved] = useState<EndedProps>()
  return (
    <Card className="stack stack-3" aria-labelledby="password">
      <h2 className="card__h" id="password">
        {text.password}
      </h2>
      {isOpen ? (
        <PasswordForm onSaved={setSaved} onDone={() => setOpen(false)} />
      ) : (
        <div>
          <Button kind="line" size="sm" onClick={() => setOpen(true)}>
            {text.changePassword}
          </Button>
        </div>
      )}
      {saved && !isOpen && <EndedNote {...saved} />}
    </Card>
  )
}

type FormProps = { onSaved: (saved: EndedProps) => void; onDone: () => void }

function PasswordForm({ onSaved, onDone }: FormProps) {
  const { isCodeAsked, showCode } = useCodeWhenAsked()
  const { form, field, submit, failure, isSending } = useApiForm({
    schema: PasswordChange,
    defaultValues: { password: '', newPassword: '' },
    send: async (body) => {
      onSaved(await callApi(changePassword, { body }))
      onDone()
      await invalidate(listAdminSessions)
    },
    onFailure: (error): boolean => showCode(error, focusCode),
  })
  const newPassword = useWatch({ control: form.control, name: 'newPassword' })
  function focusCode(): void {
    form.setFocus('code')
  }

  return (
    <form className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
      <HiddenUsername />
      <PasswordField label={text.currentPassword} autoComplete="current-password" {...field('password')} />
      <PasswordField label={text.newPassword} autoComplete="new-password" {...field('newPassword')} />
      <PasswordRuleList rules={adminPasswordRules} password={newPassword} />
      {isCodeAsked && <SecondFactorCodeField {...field('code')} />}
      <FormFailureNote failure={failure} />
      <FormButtons busyLabel={isSending && text.changing} cancelLabel={text.cancel} onCancel={onDone}>
        {text.changePassword}
      </FormButtons>
    </form>
  )
}
