// Students who say they are missing from a list, with what keeps them out and the answer to each.
import { RefuseClaimForm } from '@baobab/contract/scholarship/forms.ts'
import {
  countOpenListClaims,
  listListClaims,
  refuseClaim,
  type AdminListClaim,
} from '@baobab/contract/scholarship/prize.ts'
import { LIST_CLAIM_ANSWER_MAX, monthName } from '@baobab/contract/scholarship/rules.ts'
import { scholarshipText } from '@baobab/contract/scholarship/text.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { apiQuery, useApiMutation } from '../../api/query.ts'
import { FormFailureNote } from '../../forms/form-failure.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/fields.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, RowsSkeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { leftOutLabels, text } from './text.ts'

export function ListClaims() {
  const query = useQuery(apiQuery(listListClaims, {}))
  return (
    <section className="stack" aria-labelledby="list-claims">
      <h2 className="h-20" id="list-claims">
        {text.claims}
      </h2>
      <QueryView
        query={query}
        failed={scholarshipText.claimsFailed}
        heading="h3"
        loading={
          <Loading text={scholarshipText.claimsLoading}>
            <RowsSkeleton rows={2} />
          </Loading>
        }
      >
        {({ open, claims }) =>
          claims.length === 0 ? (
            <Card className="stack stack-2">
              <p>
                <b>{text.noClaims}</b>
              </p>
              <p className="small muted">{text.noClaimsHelp}</p>
            </Card>
          ) : (
            <>
              <p className="muted">{text.claimsHelp(open)}</p>
              {claims.map((claim) => (
                <Claim key={claim._id} claim={claim} />
              ))}
            </>
          )
        }
      </QueryView>
    </section>
  )
}

function Claim({ claim }: { claim: AdminListClaim }) {
  const { _id, month, username, text: written, at, isOpen, claimBy, answer, answerText } = claim
  const [isRefusing, setIsRefusing] = useState(false)
  const id = `list-claim-${_id}`
  const state = isOpen ? 'open' : (answer ?? 'unanswered')
  return (
    <Card as="article" className="stack" aria-labelledby={id}>
      <div className="row">
        <h3 className="grow wrap-any" id={id}>
          <Link to={adminPaths.student(username)}>{username}</Link>
        </h3>
        <Chip kind={isOpen ? 'info' : 'plain'}>{text.claimStates[state]}</Chip>
      </div>
      <p className="muted small">{text.claimedAt({ month: monthName(month), time: formatDateTime(new Date(at)) })}</p>
      <p className="wrap-any">{written}</p>
      {isOpen && (
        <>
          <p>{describePosition(claim)}</p>
          <p className="muted">{text.answerBy(formatDateTime(new Date(claimBy)))}</p>
          <IfAllowed who={refuseClaim.who}>
            <div>
              <Button kind="line" size="sm" onClick={() => setIsRefusing(true)}>
                {text.refuseClaim}
              </Button>
            </div>
            <RefuseDialog claim={claim} isOpen={isRefusing} onClose={() => setIsRefusing(false)} />
          </IfAllowed>
        </>
      )}
      {answerText !== null && (
        <div>
          <p className="muted small">{text.yourAnswer}</p>
          <p className="wrap-any">{answerText}</p>
        </div>
      )}
    </Card>
  )
}

function describePosition({ positionNow }: AdminListClaim): string {
  if (!positionNow) return text.notInTop
  const { leftOut } = positionNow
  return leftOut ? text.keptOut({ ...positionNow, reason: leftOutLabels[leftOut] }) : text.wouldBeOnList(positionNow)
}

type DialogProps = { claim: AdminListClaim; isOpen: boolean; onClose: () => void }

function RefuseDialog({ claim: { _id: claimId, username }, isOpen, onClose }: DialogProps) {
  const formId = useId()
  const refusing = useApiMutation(refuseClaim, { changes: [listListClaims, countOpenListClaims] })
  const { form, field, submit, failure, clearFailure, isSending } = useApiForm({
    schema: RefuseClaimForm,
    mode: 'onSubmit',
    defaultValues: { text: '' },
    async send(body) {
      toast((await refusing.mutateAsync({ params: { claimId }, body })).message)
      flushSync(close)
    },
  })
  function close() {
    clearFailure()
    form.reset()
    onClose()
  }
  return (
    <Dialog
      isOpen={isOpen}
      title={text.refuseClaimTitle(username)}
      confirmLabel={text.send}
      busyLabel={isSending && text.sending}
      formId={formId}
      onCancel={close}
    >
      <form id={formId} className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
        <p>{text.refuseClaimHelp}</p>
        <TextArea label={text.answer} rows={4} maxLength={LIST_CLAIM_ANSWER_MAX} data-first {...field('text')} />
        <FormFailureNote failure={failure} />
      </form>
    </Dialog>
  )
}
