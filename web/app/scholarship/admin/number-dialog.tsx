import { bringBeacon, scholarshipOverview } from '@baobab/contract/scholarship/admin.ts'
import { listDraws } from '@baobab/contract/scholarship/endpoints.ts'
import { countOpenListClaims, listListClaims, listPrizes } from '@baobab/contract/scholarship/prize.ts'
import { useState } from 'react'
import { useApiMutation } from '../../api/query.ts'
import { MutationFailure, toastSuccess } from '../../forms/mutation-result.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { parseRound } from '../parse-round.ts'
import { text } from './text.ts'

/** Accepts a round as a relay returns it. It may come from anywhere, because its signature proves that it is genuine. */
export function NumberDialog(props: { month: string; round: number; isOpen: boolean; onClose: () => void }) {
  const { month, round, isOpen, onClose } = props
  const bringing = useApiMutation(bringBeacon, { changes: drawChanges })
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  function close() {
    setTyped('')
    setError(undefined)
    bringing.reset()
    onClose()
  }
  const send = async () => {
    const body = parseRound(typed)
    if (!body) return setError(text.notANumber)
    setError(undefined)
    if (await toastSuccess(bringing.mutateAsync({ params: { month }, body }))) close()
  }
  return (
    <Dialog
      isOpen={isOpen}
      title={text.bringNumberTitle}
      confirmLabel={text.drawNow}
      busyLabel={bringing.isPending && text.drawing}
      onConfirm={() => void send()}
      onCancel={close}
    >
      <p>{text.bringNumberHelp(round)}</p>
      <MutationFailure mutation={bringing} />
      <TextField
        label={text.numberLabel}
        name="number"
        value={typed}
        error={error}
        onChange={(event) => setTyped(event.target.value)}
      />
    </Dialog>
  )
}

/** The queries that change with every action on a draw. */
export const drawChanges = [scholarshipOverview, listDraws, listPrizes, listListClaims, countOpenListClaims]
