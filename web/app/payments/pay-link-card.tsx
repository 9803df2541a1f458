import { makePayLink } from '@baobab/contract/payments/endpoints.ts'
import { errorMessage } from '../api/error-message.ts'
import { useApiMutation } from '../api/query.ts'
import { useStudentSession } from '../api/session.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { TextField } from '../ui/fields.tsx'
import { formatDateTime } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Note } from '../ui/note.tsx'
import { toast } from '../ui/toast.tsx'
import { text } from './text.ts'

/** Makes a link for a parent to pay for this account. */
export function PayLinkCard() {
  const username = useStudentSession()?.username ?? ''
  const make = useApiMutation(makePayLink)
  return (
    <Card className="stack stack-3" aria-labelledby="pay-link">
      <h2 className="card__h" id="pay-link">
        {text.askParent}
      </h2>
      <p className="muted">{text.payLinkHelp}</p>
      {make.data ? (
        <ShareLink {...make.data} username={username} />
      ) : (
        <div>
          <Button kind="line" onClick={() => make.mutate({})} busyLabel={make.isPending && text.makingLink}>
            {text.makeLink}
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

function ShareLink({ url, expiresAt, username }: { url: string; expiresAt: string; username: string }) {
  const message = text.linkMessage(username)
  const mail = `mailto:?subject=${encodeURIComponent(text.linkSubject)}&body=${encodeURIComponent(`${message}\n${url}`)}`

  async function copy() {
    try {
      await navigator.clipboard.writeText(url)
      toast(text.copied)
    } catch {
      toast(text.notCopied, { kind: 'warn' })
    }
  }

  /** Rejects if the person closes the share sheet, which needs no message. */
  function share() {
    navigator.share({ title: text.linkSubject, text: message, url }).catch(() => undefined)
  }

  return (
    <div className="stack stack-3">
      <TextField
        ref={focusWithoutScroll}
        label={text.linkLabel}
        readOnly
        value={url}
        hint={text.linkHint(formatDateTime(new Date(expiresAt)))}
        onFocus={(event) => event.target.select()}
      />
      <div className="row">
        <Button kind="line" size="sm" onClick={() => void copy()}>
          <Icon name="clipboard-text" size="sm" />
          {text.copy}
        </Button>
        {'share' in navigator && (
          <Button kind="line" size="sm" onClick={share}>
            <Icon name="paper-plane-tilt" size="sm" />
            {text.share}
          </Button>
        )}
        <a
          className={buttonClass({ kind: 'line', size: 'sm' })}
          href={`https://wa.me/?text=${encodeURIComponent(`${message} ${url}`)}`}
          target="_blank"
          rel="noreferrer"
        >
          {text.whatsApp}
        </a>
        <a className={buttonClass({ kind: 'line', size: 'sm' })} href={mail}>
          <Icon name="envelope-simple" size="sm" />
          {text.email}
        </a>
      </div>
    </div>
  )
}

function focusWithoutScroll(field: HTMLInputElement | null) {
  field?.focus({ preventScroll: true })
}
