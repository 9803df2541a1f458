import { initializeByLink } from '@baobab/contract/payments.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { showFieldErrors } from '../api/error-message.ts'
import { callApi } from '../api/call-api.ts'
import { Card } from '../ui/card.tsx'
import { Note } from '../ui/note.tsx'
import { TextField } from '../ui/text-field.tsx'
import { Benefits } from './benefits.tsx'
import { Order } from './order.tsx'
import { PayButton } from './pay-button.tsx'
import { usePay } from './use-pay.ts'
import { WalletButton } from './wallet-button.tsx'

type Props = {
  token: string
  username: string
  onPaid: (reference: string) => void
  onClosed: (reference?: string) => void
}

const Payer = initializeByLink.body.pick({ email: true })

/** What is paid for, the payer's email, and the button. */
export function ParentCheckout({ token, username, onPaid, onClosed }: Props) {
  const form = useForm({
    defaultValues: { email: '' },
    mode: 'onTouched',
    resolver: zodResolver(Payer, undefined, { raw: true }),
  })

  async function initialize(method: 'checkout' | 'wallet') {
    const body = { email: form.getValues('email'), method }
    return callApi(initializeByLink, { params: { token }, body }).catch((error: unknown) => {
      showFieldErrors(error, ['email'], form.setError)
      throw error
    })
  }

  const paying = usePay({ initialize: () => initialize('checkout'), onPaid, onClosed })
  return (
    <div className="grid split">
      <div className="stack stack-6">
        <div className="stack stack-2">
          <h1>Pay for my child</h1>
          <p className="lead">
            <b>{username}</b> sent you this link. Pay once, and more videos, trivia and monthly scholarships open to
            that account. You need no login.
          </p>
        </div>
        <Card>
          <form
            className="stack stack-6"
            noValidate
            onSubmit={(event) => void form.handleSubmit(() => paying.pay())(event)}
          >
            <Benefits />
            <div className="strip strip--thin" />
            <Order username={username} />
            <TextField
              label="Your email"
              type="email"
              autoComplete="email"
              hint="The receipt goes here, and to the student."
              {...form.register('email')}
              error={form.formState.errors.email?.message}
            />
            <PayButton paying={paying} type="submit" />
            <WalletButton
              initialize={async () => {
                const isReady = await form.trigger('email', { shouldFocus: true })
                return isReady ? initialize('wallet') : undefined
              }}
              onPaid={onPaid}
              onClosed={onClosed}
            />
          </form>
        </Card>
      </div>
      <div className="stack">
        <Note kind="warn" icon="users-three">
          <b>Do you know {username}?</b> Pay only for a child whom you know. This page never asks for a password.
        </Note>
        <Note icon="wifi-slash">
          <b>Network dropped?</b> Do not pay again. Open the link once more: it says when the payment has arrived.
        </Note>
        <Note icon="credit-card">
          <b>Your card stays yours.</b> The details go to our payment partner. Baobab never sees them.
        </Note>
      </div>
    </div>
  )
}
