import { useEffect, useState } from 'react'
import { FormFailureNote } from '../forms/form-failure.tsx'
import { useApiForm } from '../forms/use-api-form.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/fields.tsx'
import { Note } from '../ui/note.tsx'
import { text } from './text.ts'
import { checkPaymentStatus } from './your-payments.tsx'

type Answer = { kind: 'ok' | 'warn'; message: string }

/** Checks a reference with the payment service. */
export function DebitedForm() {
  const [answer, setAnswer] = useState<Answer>()
  const { form, field, submit, failure, isSending } = useApiForm({
    // Extracts a reference from a pasted text.
    schema: async () => (await import('@baobab/contract/payments/endpoints.ts')).PaymentCheck,
    isParsed: true,
    defaultValues: { reference: '' },
    mode: 'onSubmit',
    send: async ({ reference }) => {
      setAnswer(undefined)
      const { verdict, message } = await checkPaymentStatus(reference)
      setAnswer({ kind: verdict === 'paid' ? 'ok' : 'warn', message })
    },
  })
  const { setFocus } = form
  useEffect(() => setFocus('reference'), [setFocus])
  return (
    <>
      <form className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={text.reference}
          hint={text.referenceHint}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...field('reference')}
        />
        <FormFailureNote failure={failure} />
        <div>
          <Button kind="line" type="submit" busyLabel={isSending && text.checking}>
            {text.checkPayment}
          </Button>
        </div>
      </form>
      {answer && (
        <Note kind={answer.kind} role="status">
          {answer.message}
        </Note>
      )}
    </>
  )
}
