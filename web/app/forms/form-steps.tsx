// A long form in short steps on a phone. Wider screens show all steps at once, and the style sheet decides which
// (form-steps.css), so all fields stay mounted and keep what was typed.
import { useEffect, useId, useRef, useState, type ReactNode, type SyntheticEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Button } from '../ui/button.tsx'
import { formsText } from './text.ts'

/** As in form-steps.css. */
const PHONE = '(max-width: 639px)'

type Options = {
  /** The names of each step's fields. */
  steps: readonly (readonly string[])[]
  /** The form's errors by field. */
  errors: object
  /** Checks some fields, and moves the focus to the first invalid one. Resolves with whether all are valid. */
  check: (...names: never[]) => Promise<boolean>
  submit: (event?: SyntheticEvent<HTMLFormElement>) => Promise<void>
}

/** Returns the step that is shown on a phone, counted from 0, and what the form's buttons do. Each step is a history entry, so Back works. */
export function useFormSteps({ steps, errors, check, submit }: Options) {
  const { key, state } = useLocation()
  const navigate = useNavigate()
  const asked = Math.min(readStep(state), steps.length - 1)
  const [shown, setShown] = useState({ key, step: asked })
  if (shown.key !== key) setShown({ key, step: asked })
  // Errors must be on the screen, even if the server found one in an earlier step.
  const withError = steps.findIndex((names) => names.some((name) => name in errors))
  if (withError >= 0 && withError < shown.step) setShown({ key, step: withError })
  const { step } = shown

  async function handleSubmit(event: SyntheticEvent<HTMLFormElement>) {
    const names = steps[step]
    if (!names || step === steps.length - 1 || !matchMedia(PHONE).matches) return submit(event)
    event.preventDefault()
    if (await check(...(names as never[]))) await navigate('.', { state: { step: step + 1 } })
  }

  function goBack() {
    if (step === asked) void navigate(-1)
    else setShown({ key, step: step - 1 })
  }

  return { step, count: steps.length, handleSubmit, goBack }
}

function readStep(state: unknown): number {
  const step = typeof state === 'object' && state !== null && 'step' in state ? state.step : 0
  return typeof step === 'number' ? step : 0
}

type Steps = ReturnType<typeof useFormSteps>

/** The fields of one step, which a screen reader announces by its title. The first field gets the focus when the step opens. */
export function FormStep({
  steps,
  at,
  title,
  children,
}: {
  steps: Steps
  at: number
  title: string
  children: ReactNode
}) {
  const isCurrent = at === steps.step
  const id = useId()
  const element = useRef<HTMLDivElement>(null)
  const wasCurrent = useRef(isCurrent)
  useEffect(() => {
    if (isCurrent && !wasCurrent.current) element.current?.querySelector<HTMLElement>('input, select')?.focus()
    wasCurrent.current = isCurrent
  }, [isCurrent])
  return (
    <div
      className={isCurrent ? 'form-step is-current stack' : 'form-step stack'}
      role="group"
      aria-labelledby={id}
      ref={element}
    >
      <p className="form-step__n" id={id}>
        <b>{title}</b> <span className="muted small">{formsText.stepOf(at + 1, steps.count)}</span>
      </p>
      {children}
    </div>
  )
}

/** The buttons of a form in steps. `children` is the button that sends it. */
export function FormStepButtons({ steps, children }: { steps: Steps; children: ReactNode }) {
  const isLast = steps.step === steps.count - 1
  return (
    <div className={isLast ? 'form-step__do is-last' : 'form-step__do'}>
      <div className="form-step__next">
        <Button type="submit" block>
          {formsText.next}
        </Button>
      </div>
      <div className="form-step__send">{children}</div>
      {steps.step > 0 && (
        <div className="form-step__back">
          <Button kind="quiet" block onClick={steps.goBack}>
            {formsText.back}
          </Button>
        </div>
      )}
    </div>
  )
}
