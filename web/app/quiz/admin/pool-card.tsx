import { setAskedCount } from '@baobab/contract/quiz/admin.ts'
import { POINTS_PER_ANSWER, isTooFast } from '@baobab/contract/quiz/rules.ts'
import { quizAdminText } from '@baobab/contract/quiz/text.ts'
import { useState, type FormEvent } from 'react'
import { errorMessage } from '../../api/error-message.ts'
import { useApiMutation } from '../../api/query.ts'
import { useIsAllowed } from '../../shell/if-allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatCount } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFirstError } from '../../ui/use-first-error.ts'
import { text } from './text.ts'
import { questionChanges, type QuizKey, type Pool } from './with-questions.tsx'

type Props = { quiz: QuizKey; pool: Pool; /** The number of questions. */ poolCount: number }

/** Shows how many of its questions a quiz asks each student. Admins can change it until a student starts the quiz. */
export function PoolCard({ quiz, pool, poolCount }: Props) {
  const asked = pool.askedCount ?? poolCount
  const maySet = useIsAllowed(setAskedCount.who) && !pool.isFixed
  const [questions, points] = [formatCount(asked, 'question'), formatCount(asked * POINTS_PER_ANSWER, 'point')]
  return (
    <Card className="stack stack-3" aria-labelledby="pool">
      <h2 className="card__h" id="pool">
        {text.poolTitle}
      </h2>
      <p>
        {asked === poolCount ? text.poolAll(questions, points) : text.poolShare(questions, points)}
        {pool.isFixed && ` ${text.poolFixed}`}
        {pool.isFixed && asked === poolCount && ` ${text.poolFull}`}
      </p>
      <TooFastNote asked={asked} />
      {maySet && <AskedCountForm quiz={quiz} pool={pool} poolCount={poolCount} />}
    </Card>
  )
}

/** The option to ask all questions. */
const ALL = 'all' as const

function AskedCountForm({ quiz, pool: { askedCount }, poolCount }: Props) {
  const [value, setValue] = useState(String(askedCount ?? ALL))
  const showFirstError = useFirstError()
  const mutation = useApiMutation(setAskedCount, { changes: questionChanges })
  const numbers = Array.from({ length: poolCount }, (_, index) => String(index + 1))
  const options = [{ value: ALL, label: text.askAll }, ...numbers.map((number) => ({ value: number, label: number }))]

  async function submit(event: FormEvent) {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const body = { ...quiz, askedCount: value === ALL ? ALL : Number(value) }
    const reply = await mutation.mutateAsync({ body }).catch(() => undefined)
    if (reply) toast(reply.message)
    showFirstError(form)
  }

  return (
    <form className="stack stack-3" onSubmit={(event) => void submit(event)}>
      <Select
        label={text.askedCount}
        hint={text.askedCountHint}
        options={options}
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
      {mutation.error && (
        <Note kind="bad" role="alert">
          {errorMessage(mutation.error, quizAdminText.askedCountFailed)}
        </Note>
      )}
      <div>
        <Button type="submit" kind="line" busyLabel={mutation.isPending && text.saving}>
          {text.saveAskedCount}
        </Button>
      </div>
    </form>
  )
}

/** Warns if a quiz asks each student more questions than there is time for. */
export function TooFastNote({ asked }: { asked: number }) {
  if (!isTooFast(asked)) return null
  return (
    <Note kind="warn" role="status">
      {quizAdminText.tooFast(asked)}
    </Note>
  )
}
