import { CodeOnly } from '@baobab/contract/accounts-admin.ts'
import { accountsText } from '@baobab/contract/accounts-text.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { FormFailureNote } from '../../forms/form-failure-note.tsx'
import { useSubmit } from '../../forms/use-submit.ts'

type Props = {
  /** The login again, with the code. */
  logIn: (code: string) => Promise<unknown>
  onBack: () => void
}

/** The second step of a login: six digits of the app, or a recovery code. */
export function SecondFactorLogIn({ logIn, onBack }: Props) {
  const form = useForm({
    defaultValues: { code: '' },
    resolver: zodResolver(CodeOnly, undefined, { raw: true }),
  })
  const { submit, refusal, isSending } = useSubmit({
    form,
    fields: ['code'],
    otherwise: accountsText.adminLoginFailed,
    send: ({ code }) => logIn(code),
  })
  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      <p role="status">{accountsText.secondFactorNeeded}</p>
      <TextField
        label="Code"
        inputMode="text"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        hint="Without your phone: one of your recovery codes."
        {...form.register('code')}
        error={form.formState.errors.code?.message}
      />
      <FormFailureNote failure={refusal} />
      <Button type="submit" block busyLabel={isSending && 'Logging in...'}>
        Login
      </Button>
      <Button kind="quiet" onClick={onBack}>
        Back
      </Button>
    </form>
  )
}
