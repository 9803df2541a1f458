import { listSignInMethods } from '@baobab/contract/accounts/identity-providers.ts'
import { claimPrize, myPrizes, type MyPrize } from '@baobab/contract/scholarship/prize.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ProofFields, type ProofKind, requestProofCode } from '../accounts/proof-fields.tsx'
import { apiQuery, useApiMutation } from '../api/query.ts'
import { useStudentSession } from '../api/session.ts'
import { FormFailureNote } from '../forms/form-failure.tsx'
import { useApiForm } from '../forms/use-api-form.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { TextField } from '../ui/fields.tsx'
import { Note } from '../ui/note.tsx'
import { toast } from '../ui/toast.tsx'
import { text } from './prize-text.ts'

type Values = {
  guardianName: string
  guardianPhone: string
  guardianEmail: string
  publicName: string
  guardianAgrees: boolean
  password: string
  code: string
}

/** Asks whom to call about a prize, and for proof of identity. It can be changed until the prize is confirmed. */
export function ClaimForm({ prize: { month, claim } }: { prize: MyPrize }) {
  const claiming = useApiMutation(claimPrize, { changes: [myPrizes] })
  const { data: methods } = useQuery(apiQuery(listSignInMethods, {}))
  const hasPassword = methods?.hasPassword ?? true
  const email = useStudentSession()?.email ?? ''
  const [chosen, setKind] = useState<ProofKind>('password')
  const kind = hasPassword ? chosen : 'code'
  const { form, field, submit, failure, isSending } = useApiForm<Values>({
    schema: async () => (await import('./claim-schemas.ts')).provenClaim[kind] as never,
    values: {
      guardianName: claim?.guardianName ?? '',
      guardianPhone: claim?.guardianPhone ?? '',
      guardianEmail: claim?.guardianEmail ?? '',
      publicName: claim?.publicName ?? '',
      guardianAgrees: claim !== null,
      password: '',
      code: '',
    },
    send: async ({ password, code, ...body }) => {
      const proof = kind === 'password' ? { password } : { code }
      toast((await claiming.mutateAsync({ params: { month }, body: { ...body, ...proof } })).message)
      form.resetField('password')
      form.resetField('code')
    },
  })
  const { setFocus } = form
  useEffect(() => setFocus('guardianName'), [setFocus])
  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      <Note kind="info">{text.safety}</Note>
      <TextField label={text.guardianName} autoComplete="off" {...field('guardianName')} />
      <TextField label={text.guardianPhone} type="tel" inputMode="tel" autoComplete="off" {...field('guardianPhone')} />
      <TextField
        label={text.guardianEmail}
        hint={text.guardianEmailHint}
        type="email"
        autoComplete="off"
        {...field('guardianEmail')}
      />
      <TextField label={text.publicName} hint={text.publicNameHint} autoComplete="off" {...field('publicName')} />
      <Checkbox label={text.guardianAgrees} {...field('guardianAgrees')} />
      <p>{text.proof}</p>
      {/* Lets a password manager know which account the password belongs to. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <ProofFields
        kind={kind}
        onSwitch={hasPassword ? setKind : undefined}
        field={field(kind)}
        mailCode={requestProofCode}
      />
      <FormFailureNote failure={failure} />
      <div>
        <Button type="submit" busyLabel={isSending && text.sending}>
          {claim ? text.change : text.claim}
        </Button>
      </div>
    </form>
  )
}
