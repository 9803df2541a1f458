import { makeRecoveryCodes, turnOffSecondFactor } from '@baobab/contract/accounts-admin.ts'
import { useState } from 'react'
import { callApi } from '../../api/call-api.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { formatDate } from '../../ui/dates.ts'
import { Note } from '../../ui/note.tsx'
import { ReauthenticationForm } from './reauthentication-form.tsx'

/** Below this the page says that new codes are due. */
const FEW = 3

type Props = {
  since: string | null
  recoveryCodesLeft: number
  onChanged: (message: string, recoveryCodes?: string[]) => Promise<void>
}

export function SecondFactorOn({ since, recoveryCodesLeft, onChanged }: Props) {
  const [asking, setAsking] = useState<'codes' | 'off'>()
  const stop = () => setAsking(undefined)

  async function renew(body: { password: string; code: string }) {
    const { message, recoveryCodes } = await callApi(makeRecoveryCodes, { body })
    stop()
    await onChanged(message, recoveryCodes)
  }
  async function turnOff(body: { password: string; code: string }) {
    const { message } = await callApi(turnOffSecondFactor, { body })
    await onChanged(message)
  }

  return (
    <>
      <p className="row">
        <Chip kind="ok" icon="check">
          On
        </Chip>
        {since && <span className="small muted">since {formatDate(new Date(since))}</span>}
      </p>
      {recoveryCodesLeft < FEW ? (
        <Note kind="warn">Recovery codes left: {recoveryCodesLeft}. Make new ones before you need them.</Note>
      ) : (
        <p className="muted">Recovery codes left: {recoveryCodesLeft}</p>
      )}
      {asking === undefined && (
        <div className="row">
          <Button kind="line" size="sm" onClick={() => setAsking('codes')}>
            New recovery codes
          </Button>
          <Button kind="quiet" size="sm" onClick={() => setAsking('off')}>
            Turn off
          </Button>
        </div>
      )}
      {asking === 'codes' && (
        <ReauthenticationForm
          withCode
          label="Make new codes"
          busyLabel="Making..."
          send={({ password, code = '' }) => renew({ password, code })}
          onCancel={stop}
        />
      )}
      {asking === 'off' && (
        <ReauthenticationForm
          withCode
          isDangerous
          label="Turn off"
          busyLabel="Turning off..."
          send={({ password, code = '' }) => turnOff({ password, code })}
          onCancel={stop}
        />
      )}
    </>
  )
}
