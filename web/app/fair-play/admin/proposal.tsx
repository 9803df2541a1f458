import {
  agreeToEntrantProposal,
  withdrawEntrantProposal,
  type EntrantProposal,
} from '@baobab/contract/fair-play/admin.ts'
import { errorMessage } from '../../api/error-message.ts'
import { useApiMutation } from '../../api/query.ts'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatDateTime } from '../../ui/dates.ts'
import { toast } from '../../ui/toast.tsx'
import { decisionChanges } from './decision-changes.ts'
import { reasonLabels, text } from './text.ts'

/** A change of a student in an open draw that another admin has to agree to. */
export function Proposal({ proposal }: { proposal: EntrantProposal }) {
  const { _id: proposalId, change, reason, text: written, proposedBy, at, canAgree } = proposal
  const agreeing = useApiMutation(agreeToEntrantProposal, { changes: decisionChanges })
  const withdrawing = useApiMutation(withdrawEntrantProposal, { changes: decisionChanges })

  async function decide(mutation: typeof agreeing | typeof withdrawing) {
    try {
      toast((await mutation.mutateAsync({ params: { proposalId } })).message)
    } catch (error) {
      toast(errorMessage(error), { kind: 'bad' })
    }
  }

  return (
    <Card className="stack stack-3" aria-labelledby="proposal">
      <h2 className="card__h" id="proposal">
        {text.proposal}
      </h2>
      <p>
        <b>{text.proposedChanges[change]}</b>
        {reason && `: ${reasonLabels[reason]}`}
      </p>
      {written && <p className="wrap-any">{written}</p>}
      <p className="small muted">{text.decidedBy(proposedBy, formatDateTime(new Date(at)))}</p>
      <p className="small">{text.proposalHelp}</p>
      <IfAllowed who={agreeToEntrantProposal.who}>
        <div className="row">
          {canAgree && (
            <Button busyLabel={agreeing.isPending && text.approving} onClick={() => void decide(agreeing)}>
              {text.approve}
            </Button>
          )}
          <Button
            kind="line"
            busyLabel={withdrawing.isPending && text.withdrawing}
            onClick={() => void decide(withdrawing)}
          >
            {text.withdraw}
          </Button>
        </div>
      </IfAllowed>
    </Card>
  )
}
