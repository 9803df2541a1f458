import { confirmClock, readClock } from '@baobab/contract/system/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery, useApiMutation } from '../api/query.ts'
import { toastResult } from '../forms/mutation-result.tsx'
import { IfAllowed } from '../shell/if-allowed.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { formatDate } from '../ui/format.ts'
import { Note } from '../ui/note.tsx'
import { text } from './text.ts'

/** Asks for confirmation of the date if jobs are waiting for it; otherwise shows nothing. */
export function ClockHold() {
  const clock = useQuery(apiQuery(readClock, {}))
  if (!clock.data?.isHeld) return null
  const today = formatDate(new Date(clock.data.now))
  return (
    <Card aria-labelledby="clock-hold" className="stack stack-3">
      <h2 className="card__h" id="clock-hold">
        {text.clockHeld}
      </h2>
      <Note kind="warn">
        <p>{text.clockHeldLead(today, formatDate(new Date(clock.data.seenAt)))}</p>
        <p>{text.clockHeldEffect}</p>
      </Note>
      <IfAllowed who={confirmClock.who}>
        <ConfirmButton label={text.clockIsRight(today)} />
      </IfAllowed>
    </Card>
  )
}

function ConfirmButton({ label }: { label: string }) {
  const confirming = useApiMutation(confirmClock, { changes: [readClock] })
  return (
    <div>
      <Button
        busyLabel={confirming.isPending && text.confirming}
        onClick={() => void toastResult(confirming.mutateAsync({}))}
      >
        {label}
      </Button>
    </div>
  )
}
