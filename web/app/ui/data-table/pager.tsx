import { buttonClass } from '../button.tsx'

type Props = {
  /** What the page shows: "1 to 25 of 9,324". */
  shown: string
  /** The rows are still those of another page or selection: its cursor would lead to a wrong page, so no step can be taken. */
  isStale: boolean
  /** Undefined on the first page. */
  onPrevious?: (() => void) | undefined
  /** Undefined on the last page. */
  onNext?: (() => void) | undefined
  label?: string
}

export function Pager({ shown, isStale, onPrevious, onNext, label = 'Pages' }: Props) {
  return (
    <nav className="row between" aria-label={label}>
      <span className="small muted" role="status">
        {shown}
      </span>
      <div className="row nowrap">
        <Step label="Previous" onStep={isStale ? undefined : onPrevious} />
        <Step label="Next" onStep={isStale ? undefined : onNext} />
      </div>
    </nav>
  )
}

/** `aria-disabled` instead of `disabled`, so that the button keeps the focus on the last page. */
function Step({ label, onStep }: { label: string; onStep: (() => void) | undefined }) {
  return (
    <button
      type="button"
      className={buttonClass({ kind: 'line', size: 'sm' })}
      aria-disabled={onStep === undefined || undefined}
      onClick={onStep}
    >
      {label}
    </button>
  )
}
