import { bringBeacon } from '@baobab/contract/scholarship/admin.ts'
import { useState } from 'react'
import { useApiMutation } from '../../api/query.ts'
import { MutationFailure } from '../../forms/mutation-failure.tsx'
import { toastSuccess } from '../../forms/toast-result.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { drawChanges } from './draw-changes.ts'
import { parseRound } from '../parse-round.ts'
import { text } from './text.ts'

/** Takes a round as a relay returns it, fetched anywhere: its signature proves it. */
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
