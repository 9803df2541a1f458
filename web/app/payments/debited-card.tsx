import { useOnDemand } from '../shell/use-on-demand.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { text } from './text.ts'

const loadDebitedForm = async () => (await import('./debited-form.tsx')).DebitedForm

/** For students who were debited but got no access. The form opens on demand, because few need it. */
export function DebitedCard() {
  const { Loaded: Form, open, busyLabel } = useOnDemand(loadDebitedForm)
  return (
    <Card className="stack stack-3" aria-labelledby="debited">
      <h2 className="card__h" id="debited">
        {text.debited}
      </h2>
      <p className="muted small">{text.debitedHelp}</p>
      {Form ? (
        <Form />
      ) : (
        <div>
          <Button kind="line" busyLabel={busyLabel} onClick={() => void open()}>
            {text.enterReference}
          </Button>
        </div>
      )}
    </Card>
  )
}
