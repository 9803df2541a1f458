import { makePayLink } from '@baobab/contract/payments.ts'
import { errorMessage } from '../api/error-message.ts'
import { useApiMutation } from '../api/query.ts'
import { useStudentSession } from '../api/session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Note } from '../ui/note.tsx'
import { PayLinkShare } from './pay-link-share.tsx'

/** Makes the link by which somebody else pays for this account. */
export function PayLinkCard() {
  const username = useStudentSession()?.username ?? ''
  const make = useApiMutation(makePayLink)
  return (
    <Card className="stack stack-3" aria-labelledby="pay-link">
      <h2 className="card__h" id="pay-link">
        Pay for my child
      </h2>
      <p className="muted">
        Your parent or guardian can pay from their own phone. The link shows your username and the price, and opens
        nothing else of your account.
      </p>
      {make.data ? (
        <PayLinkShare {...make.data} username={username} />
      ) : (
        <div>
          <Button kind="line" onClick={() => make.mutate({})} busyLabel={make.isPending && 'Making the link...'}>
            Make a link for a parent
          </Button>
        </div>
      )}
      {make.isError && (
        <Note kind="bad" role="alert">
          {errorMessage(make.error)}
        </Note>
      )}
    </Card>
  )
}
