import { buttonClass, Button } from '../ui/button.tsx'
import { formatDateTime } from '../ui/dates.ts'
import { Icon } from '../ui/icon.tsx'
import { TextField } from '../ui/text-field.tsx'
import { toast } from '../ui/toast.tsx'

type Props = { url: string; expiresAt: string; username: string }

/** The link, and the ways to hand it over. */
export function PayLinkShare({ url, expiresAt, username }: Props) {
  const title = 'Pay for my child on Baobab'
  const words = `Please pay for my Baobab account ${username}. You need no login:`
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`${words}\n${url}`)}`

  async function copy() {
    try {
      await navigator.clipboard.writeText(url)
      toast('Copied.')
    } catch {
      toast('Your browser did not let us copy. Please select the link.', { kind: 'warn' })
    }
  }

  /** Whoever closes the phone's sheet has changed their mind: nothing to say. */
  function share() {
    navigator.share({ title, text: words, url }).catch(() => undefined)
  }

  return (
    <div className="stack stack-3">
      <TextField
        ref={focus}
        label="Link for your parent"
        readOnly
        value={url}
        hint={`It works until ${formatDateTime(new Date(expiresAt))}, or until the account is paid.`}
        onFocus={(event) => event.target.select()}
      />
      <div className="row">
        <Button kind="line" size="sm" onClick={() => void copy()}>
          <Icon name="clipboard-text" size="sm" />
          Copy
        </Button>
        {'share' in navigator && (
          <Button kind="line" size="sm" onClick={share}>
            <Icon name="paper-plane-tilt" size="sm" />
            Share
          </Button>
        )}
        <a
          className={buttonClass({ kind: 'line', size: 'sm' })}
          href={`https://wa.me/?text=${encodeURIComponent(`${words} ${url}`)}`}
          target="_blank"
          rel="noreferrer"
        >
          WhatsApp
        </a>
        <a className={buttonClass({ kind: 'line', size: 'sm' })} href={mail}>
          <Icon name="envelope-simple" size="sm" />
          Email
        </a>
      </div>
    </div>
  )
}

function focus(field: HTMLInputElement | null) {
  field?.focus({ preventScroll: true })
}
