import { readSecondFactor } from '@baobab/contract/admins.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../api/errors.ts'
import { invalidate, q } from '../api/q.ts'
import { useAdminSession } from '../api/session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { RowsSkeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { FactorOff } from './factor-off.tsx'
import { FactorOn } from './factor-on.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** A code of the phone at each login, for those who want it. */
export function SecondFactorCard() {
  const username = useAdminSession()?.username ?? ''
  const state = useQuery(q(readSecondFactor, {}))
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
          <p className="muted">{sentenceOf(state.error)}</p>
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
      {!codes && state.data?.isOn === false && <FactorOff onTurnedOn={changed} />}
      {!codes && state.data?.isOn && <FactorOn {...state.data} onChanged={changed} />}
    </Card>
  )
}
