import { initializeByLink } from '@baobab/contract/payments/endpoints.ts'
import { callApi } from '../api/call-api.ts'
import { FormFailureNote } from '../forms/form-failure-note.tsx'
import { useApiForm } from '../forms/light/use-api-form.ts'
import { Card } from '../ui/card.tsx'
import { Note } from '../ui/note.tsx'
import { richText } from '../ui/rich-text.tsx'
import { TextField } from '../ui/text-field.tsx'
import { Benefits } from './benefits.tsx'
import { OrderSummary } from './order-summary.tsx'
import { PayButton } from './pay-button.tsx'
import { text } from './text.ts'
import { usePay } from './use-pay.ts'
import { WalletButton } from './wallet-button.tsx'

type Props = {
  token: string
  username: string
  onPaid: (reference: string) => void
  onClosed: (reference?: string) => void
}

/** The checkout of a parent: what is paid for, the parent's email, and the pay button. */
export function ParentCheckout({ token, username, onPaid, onClosed }: Props) {
  const paying = usePay({ initialize: () => initialize('checkout'), onPaid, onClosed })
  const { form, field, submit, failure } = useApiForm({
    schema: async () => (await import('@baobab/contract/payments/endpoints.ts')).Payer,
    values: { email: '' },
    send: () => paying.pay(),
  })

  /** Errors in the email are shown at its field, all other failures at the button. */
  async function initialize(method: 'checkout' | 'wallet') {
    const body = { ...form.getValues(), method }
    return callApi(initializeByLink, { params: { token }, body }).catch((error: unknown) => {
      form.showErrors(error)
      throw error
    })
  }

  async function initializeWallet() {
    return (await form.trigger()) ? initialize('wallet') : undefined
  }

  return (
    <div className="grid split">
      <div className="stack stack-6">
        <div className="stack stack-2">
          <h1>{text.payForMyChild}</h1>
          <p className="lead">{richText(text.parentLead, { username: <b>{username}</b> })}</p>
        </div>
        <Card>
          <form className="stack stack-6" noValidate onSubmit={(event) => void submit(event)}>
            <Benefits />
            <div className="strip strip--thin" />
            <OrderSummary username={username} />
            <TextField
              label={text.yourEmail}
              type="email"
              autoComplete="email"
              hint={text.yourEmailHint}
              {...field('email')}
            />
            <FormFailureNote failure={failure} />
            <PayButton paying={paying} type="submit" />
            <WalletButton initialize={initializeWallet} onPaid={onPaid} onClosed={onClosed} />
          </form>
        </Card>
      </div>
      <div className="stack">
        <Note kind="warn" icon="users-three">
          <b>{text.knowChildQuestion(username)}</b> {text.knowChild}
        </Note>
        <Note icon="wifi-slash">
          <b>{text.networkLostQuestion}</b> {text.parentNetworkLost}
        </Note>
        <Note icon="credit-card">
          <b>{text.cardIsSafeTitle}</b> {text.cardIsSafe}
        </Note>
      </div>
    </div>
  )
}
