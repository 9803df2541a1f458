import { Button } from '../button.tsx'
import { Note } from '../note.tsx'

/** Shown above rows that could not be refreshed, with a button for trying again. `failure` says what did not load. */
export function RefreshFailed({ failure, isBusy, onRetry }: { failure: string; isBusy: boolean; onRetry: () => void }) {
  return (
    <Note kind="warn" role="status">
      <div className="row between">
        <span>{`${failure} You see what was loaded before.`}</span>
        <Button kind="line" size="sm" busyLabel={isBusy && 'Trying again...'} onClick={onRetry}>
          Try again
        </Button>
      </div>
    </Note>
  )
}
