import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'

type Props = { text: string; discardLabel: string; onDiscard: () => void }

/** Says that a form is not empty because a draft was put back. */
export function RestoredDraft({ text, discardLabel, onDiscard }: Props) {
  return (
    <Note icon="arrow-counter-clockwise">
      <div className="row">
        <span className="grow">{text}</span>
        <Button kind="line" size="sm" onClick={onDiscard}>
          {discardLabel}
        </Button>
      </div>
    </Note>
  )
}
