import { checkPayment } from '@baobab/contract/payments.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { showFieldErrors } from '../api/error-message.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Note } from '../ui/note.tsx'
import { TextField } from '../ui/text-field.tsx'
import { checkPaymentStatus } from './use-my-payments.ts'
import { paymentErrorMessage } from './use-pay.ts'

type Answer = { kind: 'ok' | 'warn' | 'bad'; sentence: string }

/** For whoever was debited and saw nothing of it: a reference, and what the provider says of it now. */
export function DebitedForm() {
  const [answer, setAnswer] = useState<Answer>()
  const form = useForm({
    defaultValues: { reference: '' },
    mode: 'onSubmit',
    resolver: zodResolver(checkPayment.body),
  })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ reference }) => {
    setAnswer(undefined)
    try {
      const { verdict, message } = await checkPaymentStatus(reference)
      setAnswer({ kind: verdict === 'paid' ? 'ok' : 'warn', sentence: message })
    } catch (error) {
      if (!showFieldErrors(error, ['reference'], form.setError))
        setAnswer({ kind: 'bad', sentence: paymentErrorMessage(error) })
    }
  })

  return (
    <Card className="stack stack-3" aria-labelledby="debited">
      <h2 className="card__h" id="debited">
        I was debited
      </h2>
      <p className="muted small">
        Money left the account and nothing opened? Enter the payment’s reference: we ask the payment service now.
      </p>
      <form className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label="Reference"
          hint="It stands in the payment service’s mail, and under “Your payments”."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.register('reference')}
          error={errors.reference?.message}
        />
        <div>
          <Button kind="line" type="submit" busyLabel={isSubmitting && 'Checking...'}>
            Check this payment
          </Button>
        </div>
      </form>
      {answer && (
        <Note kind={answer.kind} role={answer.kind === 'bad' ? 'alert' : 'status'}>
          {answer.sentence}
        </Note>
      )}
    </Card>
  )
}
