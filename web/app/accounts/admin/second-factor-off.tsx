import { beginSecondFactor } from '@baobab/contract/accounts-admin.ts'
import { accountsText } from '@baobab/contract/accounts-text.ts'
import { useState } from 'react'
import { callApi } from '../../api/call-api.ts'
import { Button } from '../../ui/button.tsx'
import { ReauthenticationForm } from './reauthentication-form.tsx'
import { SecondFactorSetup } from './second-factor-setup.tsx'

type Stage = { name: 'rest' | 'password' } | { name: 'setup'; secret: string; uri: string }

type Props = { onTurnedOn: (message: string, recoveryCodes: string[]) => Promise<void> }

/** The way to a second factor: the password, the key, the first code. */
export function SecondFactorOff({ onTurnedOn }: Props) {
  const [stage, setStage] = useState<Stage>({ name: 'rest' })
  const stop = () => setStage({ name: 'rest' })

  if (stage.name === 'setup') {
    return (
      <SecondFactorSetup
        secret={stage.secret}
        uri={stage.uri}
        onTurnedOn={(codes) => void onTurnedOn(accountsText.secondFactorOn, codes)}
        onCancel={stop}
      />
    )
  }
  if (stage.name === 'password') {
    return (
      <ReauthenticationForm
        withCode={false}
        label="Go on"
        busyLabel="Checking..."
        send={async ({ password }) =>
          setStage({ name: 'setup', ...(await callApi(beginSecondFactor, { body: { password } })) })
        }
        onCancel={stop}
      />
    )
  }
  return (
    <>
      <p className="muted">
        With it, a login wants a code of an app on your phone as well. Whoever learns your password cannot get in alone.
      </p>
      <div>
        <Button kind="line" size="sm" onClick={() => setStage({ name: 'password' })}>
          Turn on
        </Button>
      </div>
    </>
  )
}
