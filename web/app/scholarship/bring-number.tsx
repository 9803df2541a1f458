import { bringRound, readDraw, listDraws } from '@baobab/contract/scholarship/endpoints.ts'
import { useState, type SyntheticEvent } from 'react'
import { useApiMutation } from '../api/query.ts'
import { MutationFailure, toastSuccess } from '../forms/mutation-result.tsx'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/fields.tsx'
import { useFirstError } from '../ui/use-first-error.ts'
import { parseRound } from './parse-round.ts'
import { text } from './text.ts'

type Props = {
  month: string
  /** Undefined in the sandbox, whose source has no address. */ chainHash: string | undefined
  round: number
}

/** Lets anybody submit a late public number, so that nobody can hold it back. */
export function BringNumber({ month, chainHash, round }: Props) {
  const bringing = useApiMutation(bringRound, { changes: [readDraw, listDraws] })
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const showFirstError = useFirstError()
  const send = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const body = parseRound(typed)
    setError(body ? undefined : text.notANumber)
    if (body) await toastSuccess(bringing.mutateAsync({ params: { month }, body }))
    showFirstError(form)
  }
  return (
    <form className="stack stack-3" onSubmit={(event) => void send(event)} noValidate>
      <p>
        {text.bringNumberHelp} <a href={`https://api.drand.sh/${chainHash}/public/${round}`}>{text.numberAddress}</a>
      </p>
      <MutationFailure mutation={bringing} />
      <TextArea
        label={text.numberField}
        rows={3}
        value={typed}
        error={error}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div>
        <Button type="submit" kind="line" busyLabel={bringing.isPending && text.bringing}>
          {text.bringNumber}
        </Button>
      </div>
    </form>
  )
}
