import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { text } from './text.ts'
import { toast } from './toast.tsx'

/** How much of a long reference is shown. */
const SHOWN = 8

/** A reference of many characters: its start, the whole one as a tooltip and for screen readers, and a button that copies it. */
export function Reference({ reference }: { reference: string }) {
  return (
    <span className="reference">
      <ShortReference reference={reference} />
      <CopyReference reference={reference} />
    </span>
  )
}

/** The start of a reference, without a button, for links and sentences. */
export function ShortReference({ reference }: { reference: string }) {
  // A shortened reference must be clearly shorter than the whole one.
  if (reference.length <= SHOWN + 4) return <span className="code">{reference}</span>
  return (
    <span className="nobr" title={reference}>
      <span className="sr">{reference}</span>
      <span aria-hidden="true">{`${reference.slice(0, SHOWN)}…`}</span>
    </span>
  )
}

/** Copies a reference and says so. */
export function CopyReference({ reference }: { reference: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(reference)
      toast(text.referenceCopied)
    } catch {
      toast(text.referenceNotCopied(reference), { kind: 'warn' })
    }
  }
  return (
    <Button
      kind="quiet"
      size="sm"
      className="reference__copy"
      aria-label={text.copyReference(reference)}
      title={reference}
      onClick={() => void copy()}
    >
      <Icon name="clipboard-text" size="sm" />
    </Button>
  )
}
