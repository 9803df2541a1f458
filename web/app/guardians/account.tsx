import { studentPasswordRules } from '@baobab/contract/accounts/rules.ts'
import {
  listGuardianSessions,
  readGuardian,
  renameGuardian,
  setGuardianPassword,
  type GuardianAccount,
} from '@baobab/contract/guardians/endpoints.ts'
import { guardiansText } from '@baobab/contract/guardians/text.ts'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { PasswordRuleList } from '../accounts/password-rule-list.tsx'
import { callApi } from '../api/call-api.ts'
import { apiQuery, prefetch, useApiMutation } from '../api/query.ts'
import { guardianSession, storeGuardianSession } from '../api/session.ts'
import { FormFailureNote } from '../forms/form-failure.tsx'
import { useApiForm } from '../forms/use-api-form.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { PasswordField, TextField } from '../ui/fields.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { DevicesCard } from './devices-card.tsx'
import { GuardianDataCard } from './guardian-data-card.tsx'
import { text } from './text.ts'

export function clientLoader() {
  prefetch(readGuardian, {})
  prefetch(listGuardianSessions, {})
  return null
}

export const meta = () => pageMeta(text.account.title)

/** A guardian's own account: name, password, devices and data. */
export default function GuardianAccountPage() {
  const query = useQuery(apiQuery(readGuardian, {}))
  return (
    <>
      <PageHead title={text.account.title} lead={text.account.lead} />
      <QueryView query={query} failed={guardiansText.accountFailed} loading={<LoadingAccount />}>
        {(account) => (
          <div className="stack">
            <NameCard account={account} />
            <PasswordCard account={account} />
            <DevicesCard />
            <GuardianDataCard account={account} />
          </div>
        )}
      </QueryView>
    </>
  )
}

function LoadingAccount() {
  return (
    <Card>
      <Loading text={guardiansText.accountLoading}>
        <RowsSkeleton rows={2} />
      </Loading>
    </Card>
  )
}

const nameChanges = [readGuardian]

function NameCard({ account }: { account: GuardianAccount }) {
  const renaming = useApiMutation(renameGuardian, { changes: nameChanges })
  const { field, submit, failure, isSending } = useApiForm({
    schema: async () => (await import('@baobab/contract/guardians/forms.ts')).GuardianName,
    values: { name: account.name },
    send: async (body) => {
      const { message, guardian } = await renaming.mutateAsync({ body })
      const session = guardianSession()
      if (session) storeGuardianSession({ ...session, username: guardian.name })
      toast(message)
    },
    failureMessage: text.account.nameFailed,
  })
  return (
    <Card className="stack stack-3" aria-labelledby="about-you">
      <h2 className="card__h" id="about-you">
        {text.account.details}
      </h2>
      <p>{account.address}</p>
      <form className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
        <TextField label={text.name} autoComplete="name" {...field('name')} />
        <FormFailureNote failure={failure} />
        <div>
          <Button type="submit" size="sm" busyLabel={isSending && text.account.saving}>
            {text.account.saveName}
          </Button>
        </div>
      </form>
    </Card>
  )
}

const emptyPasswords = { newPassword: '', password: '' }

function PasswordCard({ account }: { account: GuardianAccount }) {
  const { form, field, submit, failure, isSending } = useApiForm({
    schema: async () => (await import('./form-schemas.ts')).ChangedPassword,
    defaultValues: emptyPasswords,
    send: async (body) => {
      const { message } = await callApi(setGuardianPassword, { body })
      toast(message)
      form.reset(emptyPasswords)
    },
    failureMessage: text.account.passwordFailed,
  })
  const newPassword = useWatch({ control: form.control, name: 'newPassword' })
  return (
    <Card className="stack stack-3" aria-labelledby="change-password">
      <h2 className="card__h" id="change-password">
        {text.account.changePassword}
      </h2>
      <form className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
        {/* Lets a password manager know which account the password belongs to. */}
        <input type="text" autoComplete="username" value={account.address} readOnly hidden />
        <PasswordField label={text.account.oldPassword} autoComplete="current-password" {...field('password')} />
        <PasswordField label={text.newPassword} autoComplete="new-password" {...field('newPassword')} />
        <PasswordRuleList rules={studentPasswordRules} password={newPassword} username={account.name} />
        <FormFailureNote failure={failure} />
        <div>
          <Button type="submit" size="sm" busyLabel={isSending && text.account.saving}>
            {text.account.savePassword}
          </Button>
        </div>
      </form>
    </Card>
  )
}
