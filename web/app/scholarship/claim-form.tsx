import { claimPrize, myPrizes, type MyPrize } from '@baobab/contract/scholarship-prize.ts'
import { useEffect } from 'react'
import { useApiMutation } from '../api/query.ts'
import { FormFailureNote } from '../forms/form-failure-note.tsx'
import { useApiForm } from '../forms/use-api-form.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Note } from '../ui/note.tsx'
import { TextField } from '../ui/text-field.tsx'
import { toast } from '../ui/toast.tsx'
import { text } from './prize-text.ts'

/** Takes whom to call about a prize; until it is paid, it can be changed. */
export function ClaimForm({ prize: { month, claim } }: { prize: MyPrize }) {
  const claiming = useApiMutation(claimPrize, { changes: [myPrizes] })
  const { form, field, submit, failure, isSending } = useApiForm({
    schema: async () => (await import('@baobab/contract/scholarship-forms.ts')).PrizeClaim,
    values: {
      guardianName: claim?.guardianName ?? '',
      guardianPhone: claim?.guardianPhone ?? '',
      guardianEmail: claim?.guardianEmail ?? '',
      publicName: claim?.publicName ?? '',
      guardianAgrees: claim !== null,
    },
    send: async (body) => toast((await claiming.mutateAsync({ params: { month }, body })).message),
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
      <FormFailureNote failure={failure} />
      <div>
        <Button type="submit" busyLabel={isSending && text.sending}>
          {claim ? text.change : text.claim}
        </Button>
      </div>
    </form>
  )
}
