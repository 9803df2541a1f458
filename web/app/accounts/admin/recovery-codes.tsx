import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toast.tsx'
import { text } from './text.ts'

type Props = { codes: readonly string[]; username: string; onSaved: () => void }

/** Shows new recovery codes, once: the server stores only their hashes. */
export function RecoveryCodes({ codes, username, onSaved }: Props) {
  const lines = codes.join('\n')

  async function copy() {
    try {
      await navigator.clipboard.writeText(lines)
      toast(text.recoveryCodes.copied)
    } catch {
      toast(text.recoveryCodes.copyFailed, { kind: 'warn' })
    }
  }

  return (
    <section className="stack stack-3" aria-labelledby="recovery-codes">
      <div className="paper stack stack-3">
        <h3 ref={focusHeading} tabIndex={-1} id="recovery-codes">
          {text.recoveryCodes.title}
        </h3>
        <p className="print-only">{text.recoveryCodes.printed(username)}</p>
        <ul className="codes num">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <Note kind="warn">{text.recoveryCodes.help}</Note>
      <div className="row">
        <Button kind="line" size="sm" onClick={() => void copy()}>
          <Icon name="clipboard-text" size="sm" />
          {text.recoveryCodes.copy}
        </Button>
        <Button
          kind="line"
          size="sm"
          onClick={() => saveFile(`baobab-recovery-codes-${username}.txt`, 'text/plain', `${lines}\n`)}
        >
          <Icon name="download-simple" size="sm" />
          {text.recoveryCodes.download}
        </Button>
        <Button kind="line" size="sm" onClick={() => print()}>
          {text.recoveryCodes.print}
        </Button>
      </div>
      <div>
        <Button size="sm" onClick={onSaved}>
          {text.recoveryCodes.saved}
        </Button>
      </div>
    </section>
  )
}

function focusHeading(heading: HTMLElement | null) {
  heading?.focus()
}
