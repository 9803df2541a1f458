import { readSecondFactor } from '@baobab/contract/accounts-admin.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../../api/error-message.ts'
import { invalidate, apiQuery } from '../../api/query.ts'
import { useAdminSession } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { RowsSkeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { SecondFactorOff } from './second-factor-off.tsx'
import { SecondFactorOn } from './second-factor-on.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** A code of the phone at each login, for those who want it. */
export function SecondFactorCard() {
  const username = useAdminSession()?.username ?? ''
  const state = useQuery(apiQuery(readSecondFactor, {}))
  const [codes, setCodes] = useState<string[]>()

  async function changed(message: string, recoveryCodes?: string[]) {
    toast(message)
    setCodes(recoveryCodes)
    await invalidate(readSecondFactor)
  }

  return (
    <Card className="stack stack-3" aria-labelledby="second-factor">
      <h2 className="card__h" id="second-factor">
        Second factor
      </h2>
      {state.isPending && <RowsSkeleton rows={1} />}
      {state.isError && (
        <>
          <p className="muted">{errorMessage(state.error)}</p>
          <div>
            <Button
              kind="line"
              size="sm"
              busyLabel={state.isFetching && 'Trying again...'}
              onClick={() => void state.refetch()}
            >
              Try again
            </Button>
          </div>
        </>
      )}
      {codes && <RecoveryCodes codes={codes} username={username} onKept={() => setCodes(undefined)} />}
      {!codes && state.data?.isOn === false && <SecondFactorOff onTurnedOn={changed} />}
      {!codes && state.data?.isOn && <SecondFactorOn {...state.data} onChanged={changed} />}
    </Card>
  )
}
