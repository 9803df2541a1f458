import { listSignInMethods } from '@baobab/contract/accounts/identity-providers.ts'
import { claimPrize, myPrizes, type MyPrize } from '@baobab/contract/scholarship/prize.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type SyntheticEvent } from 'react'
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

/** The fields of each step; the first one gets the focus. The last step also asks for the proof. */
const steps = [
  ['guardianName', 'publicName'],
  ['guardianPhone', 'guardianEmail'],
  ['guardianAgrees'],
] as const satisfies (keyof Values)[][]
const lastStep = steps.length - 1

/** Asks in three steps whom to call about a prize, and for proof of identity. It can be changed until the prize is confirmed. */
export function ClaimForm({ prize: { month, claim } }: { prize: MyPrize }) {
  const claiming = useApiMutation(claimPrize, { changes: [myPrizes] })
  const { data: methods } = useQuery(apiQuery(listSignInMethods, {}))
  const hasPassword = methods?.hasPassword ?? true
  const email = useStudentSession()?.email ?? ''
  const [chosen, setKind] = useState<ProofKind>('password')
  const kind = hasPassword ? chosen : 'code'
  const [step, setStep] = useState(0)
  const { form, field, check, submit, failure, errors, isSending } = useApiForm<Values>({
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
  // The server may refuse what was entered in an earlier step.
  const wrongStep = steps.findIndex((names) => names.some((name) => errors[name]))
  if (wrongStep >= 0 && wrongStep < step) setStep(wrongStep)
  useEffect(() => setFocus(steps[step]?.[0] ?? 'guardianName'), [setFocus, step])
  const handleSubmit = async (event: SyntheticEvent<HTMLFormElement>) => {
    if (step === lastStep) return submit(event)
    event.preventDefault()
    if (await check(...(steps[step] ?? []))) setStep(step + 1)
  }
  return (
    <form className="stack" noValidate onSubmit={(event) => void handleSubmit(event)}>
      <div className="stack" role="group" aria-labelledby="claim-step">
        <h3 id="claim-step">{text.step(step + 1, text.steps[step] ?? '')}</h3>
        {step === 0 && (
          <>
            <Note kind="info">{text.safety}</Note>
            <TextField label={text.guardianName} autoComplete="off" {...field('guardianName')} />
            <TextField label={text.publicName} hint={text.publicNameHint} autoComplete="off" {...field('publicName')} />
          </>
        )}
        {step === 1 && (
          <>
            <p>{text.howWePay}</p>
            <TextField
              label={text.guardianPhone}
              type="tel"
              inputMode="tel"
              autoComplete="off"
              {...field('guardianPhone')}
            />
            <TextField
              label={text.guardianEmail}
              hint={text.guardianEmailHint}
              type="email"
              autoComplete="off"
              {...field('guardianEmail')}
            />
          </>
        )}
        {step === lastStep && (
          <>
            <Summary values={form.getValues()} />
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
          </>
        )}
      </div>
      <FormFailureNote failure={failure} />
      <div className="row">
        <Button type="submit" busyLabel={isSending && text.sending}>
          {step < lastStep ? text.next : claim ? text.change : text.send}
        </Button>
        {step > 0 && (
          <Button kind="quiet" onClick={() => setStep(step - 1)}>
            {text.back}
          </Button>
        )}
      </div>
    </form>
  )
}

/** What was entered in the earlier steps. */
function Summary({ values }: { values: Values }) {
  const lines = [
    [text.guardianName, values.guardianName],
    [text.guardianPhone, values.guardianPhone],
    [text.guardianEmail, values.guardianEmail || text.noEmail],
    [text.publicName, values.publicName || text.onlyUsername],
  ] as const
  return (
    <dl className="stack stack-2">
      {lines.map(([label, value]) => (
        <div key={label}>
          <dt className="muted small">{label}</dt>
          <dd className="wrap-any">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
