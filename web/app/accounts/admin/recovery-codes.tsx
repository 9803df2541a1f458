import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.tsx'
import { saveFile } from '../../ui/save-file.ts'

type Props = { codes: readonly string[]; username: string; onKept: () => void }

/** Shown once: nobody can read them again, us included. */
export function RecoveryCodes({ codes, username, onKept }: Props) {
  const lines = codes.join('\n')

  async function copy() {
    try {
      await navigator.clipboard.writeText(lines)
      toast('Copied.')
    } catch {
      toast('Your browser did not let us copy. Please select the codes.', { kind: 'warn' })
    }
  }

  return (
    <section className="stack stack-3" aria-labelledby="recovery-codes">
      <div className="paper stack stack-3">
        <h3 ref={focus} tabIndex={-1} id="recovery-codes">
          Your recovery codes
        </h3>
        <p className="print-only">Baobab, admin {username}. Each code works once in place of the phone.</p>
        <ul className="codes num">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <Note kind="warn">
        Keep them where your phone is not. Each lets you in once without it. They are not shown again.
      </Note>
      <div className="row">
        <Button kind="line" size="sm" onClick={() => void copy()}>
          <Icon name="clipboard-text" size="sm" />
          Copy
        </Button>
        <Button
          kind="line"
          size="sm"
          onClick={() => saveFile(`baobab-recovery-codes-${username}.txt`, 'text/plain', `${lines}\n`)}
        >
          <Icon name="download-simple" size="sm" />
          Download
        </Button>
        <Button kind="line" size="sm" onClick={() => print()}>
          Print
        </Button>
      </div>
      <div>
        <Button size="sm" onClick={onKept}>
          I have kept them
        </Button>
      </div>
    </section>
  )
}

function focus(heading: HTMLElement | null) {
  heading?.focus()
}
