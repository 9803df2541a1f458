import { claimPrize, myPrizes, type MyPrize } from '@baobab/contract/scholarship-prize.ts'
import { PrizeClaim } from '@baobab/contract/scholarship-forms.ts'
import { scholarshipText } from '@baobab/contract/scholarship-text.ts'
import { monthName } from '@baobab/contract/scholarship-month.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { apiQuery, prefetch, useApiMutation } from '../api/query.ts'
import { FormFailureNote } from '../forms/form-failure-note.tsx'
import { useApiForm } from '../forms/use-api-form.ts'
import { paths } from '../paths.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Chip } from '../ui/chip.tsx'
import { formatDateTime, formatDay } from '../ui/dates.ts'
import { Empty } from '../ui/empty.tsx'
import { Note } from '../ui/note.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { TextField } from '../ui/text-field.tsx'
import { toast } from '../ui/toast.tsx'
import { prizeStateLabels, text } from './prize-text.ts'

export function clientLoader() {
  prefetch(myPrizes, {})
  return null
}

export const meta = () => pageMeta(text.title)

/** Where a winner tells us whom to call, and sees how far the prize has come. */
export default function ClaimPage() {
  const prizes = useQuery(apiQuery(myPrizes, {}))
  return (
    <>
      <PageHead title={text.title} />
      <QueryView
        query={prizes}
        failed={scholarshipText.prizesFailed}
        loading={
          <Loading text={scholarshipText.prizesLoading}>
            <RowsSkeleton rows={4} />
          </Loading>
        }
      >
        {(list) => (list.length === 0 ? <NoPrize /> : list.map((prize) => <Prize key={prize.month} prize={prize} />))}
      </QueryView>
    </>
  )
}

function NoPrize() {
  return (
    <Empty title={text.none} help={text.noneHelp} scene="trophy">
      <Link className={buttonClass({ kind: 'line' })} to={paths.student.draws}>
        {text.toDraws}
      </Link>
    </Empty>
  )
}

function Prize({ prize }: { prize: MyPrize }) {
  const { month, state, claimBy, paidOn, isHeld } = prize
  const id = `prize-${month}`
  return (
    <Card className="stack stack-6 measure" aria-labelledby={id}>
      <div className="row">
        <h2 className="card__h grow" id={id}>
          {text.wonIn(monthName(month))}
        </h2>
        <Chip kind={state === 'unclaimed' ? 'info' : 'ok'}>{prizeStateLabels[state]}</Chip>
      </div>
      {state === 'unclaimed' && !isHeld && (
        <>
          <p>{text.lead}</p>
          <p>
            <b>{text.claimBy(formatDateTime(new Date(claimBy)))}</b>
          </p>
        </>
      )}
      {state === 'confirmed' && !isHeld && <Note kind="ok">{text.confirmed}</Note>}
      {paidOn !== null && <Note kind="ok">{text.paidOn(formatDay(new Date(paidOn)))}</Note>}
      {paidOn === null && (isHeld ? <Note kind="warn">{text.waits}</Note> : <ClaimForm prize={prize} />)}
    </Card>
  )
}

function ClaimForm({ prize: { month, claim } }: { prize: MyPrize }) {
  const claiming = useApiMutation(claimPrize, { changes: [myPrizes] })
  const { field, submit, failure, isSending } = useApiForm({
    schema: PrizeClaim,
    values: {
      guardianName: claim?.guardianName ?? '',
      guardianPhone: claim?.guardianPhone ?? '',
      guardianEmail: claim?.guardianEmail ?? '',
      publicName: claim?.publicName ?? '',
      guardianAgrees: claim !== null,
    },
    send: async (body) => toast((await claiming.mutateAsync({ params: { month }, body })).message),
  })
  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      <Note kind="info">{text.safety}</Note>
      <TextField label={text.guardianName} autoComplete="off" {...field('guardianName')} />
      <TextField label={text.guardianPhone} type="tel" inputMode="tel" autoComplete="off" {...field('guardianPhone')} />
      <TextField
        label={text.guardianEmail}
        hint={text.guardianEmailHint}
        type="email"
        autoComplete="off"
        {...field('guardianEmail')}
      />
      <TextField label={text.publicName} hint={text.publicNameHint} autoComplete="off" {...field('publicName')} />
      <Checkbox label={text.guardianAgrees} {...field('guardianAgrees')} />
      <FormFailureNote failure={failure} />
      <div>
        <Button type="submit" busyLabel={isSending && text.sending}>
          {claim ? text.change : text.claim}
        </Button>
      </div>
    </form>
  )
}
