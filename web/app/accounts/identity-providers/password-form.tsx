import { listSignInMethods, setPassword } from '@baobab/contract/accounts/identity-providers.ts'
import { studentPasswordRules } from '@baobab/contract/accounts/rules.ts'
import { listSessions } from '@baobab/contract/accounts/sessions.ts'
import { accountsText } from '@baobab/contract/accounts/text.ts'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { callApi } from '../../api/call-api.ts'
import { invalidate } from '../../api/query.ts'
import { useStudentSession } from '../../api/session.ts'
import { FormButtons } from '../../forms/form-buttons.tsx'
import { FormFailureNote } from '../../forms/form-failure.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/fields.tsx'
import { EndedNote, type EndedProps } from '../ended-note.tsx'
import { PasswordRuleList } from '../password-rule-list.tsx'
import { ProofFields, type ProofKind, requestProofCode } from '../proof-fields.tsx'
import { settingsText } from './text.ts'

type Values = { newPassword: string; repassword: string; password: string; code: string }

type Props = { hasPassword: boolean; onDone: () => void }

/** Sets or changes the password, then shows what has ended with the old one until the note is closed. */
export function PasswordForm({ onDone, ...props }: Props) {
  const [saved, setSaved] = useState<EndedProps>()
  if (!saved) return <Form {...props} onSaved={setSaved} onCancel={onDone} />
  return (
    <div className="stack stack-3 method__form">
      <EndedNote {...saved} />
      <Button kind="line" size="sm" onClick={onDone}>
        {settingsText.closeNote}
      </Button>
    </div>
  )
}

type FormProps = { hasPassword: boolean; onSaved: (saved: EndedProps) => void; onCancel: () => void }

function Form({ hasPassword, onSaved, onCancel }: FormProps) {
  const [chosen, setKind] = useState<ProofKind>('password')
  const kind = hasPassword ? chosen : 'code'
  const email = useStudentSession()?.email ?? ''
  const { form, field, submit, failure, isSending } = useApiForm<Values>({
    schema: async () => (await import('../form-schemas.ts')).provenPassword[kind] as never,
    repassword: { of: 'newPassword', message: accountsText.passwordsMustMatch },
    defaultValues: { newPassword: '', repassword: '', password: '', code: '' },
    send: async ({ newPassword, repassword, ...proof }) => {
      onSaved(await callApi(setPassword, { body: { newPassword, repassword, [kind]: proof[kind] } }))
      await invalidate(listSignInMethods, listSessions)
    },
  })
  const newPassword = useWatch({ control: form.control, name: 'newPassword' })
  return (
    <form className="stack stack-3 method__form" noValidate onSubmit={(event) => void submit(event)}>
      {/* Lets a password manager know which account the password belongs to. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <ProofFields
        kind={kind}
        onSwitch={hasPassword ? setKind : undefined}
        field={field(kind)}
        mailCode={requestProofCode}
      />
      <PasswordField label={settingsText.newPassword} autoComplete="new-password" {...field('newPassword')} />
      <PasswordRuleList rules={studentPasswordRules} password={newPassword} />
      <PasswordField label={settingsText.confirm} autoComplete="new-password" {...field('repassword')} />
      <FormFailureNote failure={failure} />
      <FormButtons busyLabel={isSending && settingsText.saving} cancelLabel={settingsText.cancel} onCancel={onCancel}>
        {settingsText.save}
      </FormButtons>
    </form>
  )
}
