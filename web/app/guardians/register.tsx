import { studentPasswordRules } from '@baobab/contract/accounts/rules.ts'
import { accountsText } from '@baobab/contract/accounts/text.ts'
import { registerGuardian } from '@baobab/contract/guardians/endpoints.ts'
import type { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { useWatch } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { PasswordRuleList } from '../accounts/password-rule-list.tsx'
import { callApi } from '../api/call-api.ts'
import { FormFailureNote } from '../forms/form-failure.tsx'
import { useApiForm } from '../forms/use-api-form.ts'
import { paths } from '../paths.ts'
import { PageLink } from '../shell/page-link.tsx'
import { type AuthHandle, pageMeta } from '../shell/page-meta.ts'
import { Button } from '../ui/button.tsx'
import { PasswordField, TextField } from '../ui/fields.tsx'
import { richText } from '../ui/rich-text.tsx'
import { toast } from '../ui/toast.tsx'
import { AddressField, showUnderAddress, toAddressField } from './address.tsx'
import { text } from './text.ts'
import { useLeaveIfGuardian } from './use-leave-if-guardian.ts'

export const meta = () => pageMeta(text.register.title, text.register.metaDescription)

export const handle = { greeting: text.register.greeting } satisfies AuthHandle

/** A parent or guardian makes an account: a name, an email or phone number, and a password. */
export default function RegisterGuardian() {
  useLeaveIfGuardian()
  return (
    <div>
      <h1>{text.register.title}</h1>
      <p>{text.register.lead}</p>
      <SignUpForm />
      <p>
        {richText(text.register.hasAccount, {
          logIn: (
            <Link className="auth__link" to={paths.guardian.logIn}>
              {text.register.logIn}
            </Link>
          ),
        })}
      </p>
    </div>
  )
}

function SignUpForm() {
  const navigate = useNavigate()
  const { form, field, submit, failure, isSending } = useApiForm({
    schema: async () => (await import('./form-schemas.ts')).SignUp,
    repassword: { of: 'password', message: accountsText.passwordsMustMatch },
    defaultValues: { name: '', address: '', password: '', repassword: '' },
    send: async ({ name, address, password }) => {
      const body = { name, password, ...toAddressField(address) }
      const { message, registration } = await callApi(registerGuardian, { body })
      toast(message)
      await navigate(paths.guardian.verify, { state: { address, registration } })
    },
    failureMessage: text.register.failed,
    onFailure: (error: ApiError): boolean => showUnderAddress(form, error),
  })
  const [name, password] = useWatch({ control: form.control, name: ['name', 'password'] })
  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      <TextField label={text.name} autoComplete="name" hint={text.register.nameHint} {...field('name')} />
      <AddressField hint={text.addressHint} {...field('address')} />
      <PasswordField label={text.password} autoComplete="new-password" {...field('password')} />
      <PasswordRuleList rules={studentPasswordRules} password={password} username={name} />
      <PasswordField label={text.repeatPassword} autoComplete="new-password" {...field('repassword')} />
      <p className="small muted">
        {richText(text.register.terms, {
          terms: <PageLink to={paths.terms}>{text.register.termsLink}</PageLink>,
          privacy: <PageLink to={paths.privacy}>{text.register.privacyLink}</PageLink>,
        })}
      </p>
      <FormFailureNote failure={failure} />
      <Button type="submit" block busyLabel={isSending && text.register.busy}>
        {text.register.button}
      </Button>
    </form>
  )
}
