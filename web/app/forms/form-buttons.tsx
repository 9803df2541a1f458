import type { ComponentProps } from 'react'
import { Button } from '../ui/button.tsx'

type Props = Omit<ComponentProps<typeof Button>, 'type' | 'block' | 'onClick'> & {
  cancelLabel: string
  onCancel: () => void
}

/** The buttons of a form that can be closed: Cancel, and the one that submits it, which takes the other props. */
export function FormButtons({ cancelLabel, onCancel, size = 'sm', ...submit }: Props) {
  return (
    <div className="row">
      <Button {...submit} type="submit" size={size} />
      <Button kind="line" size={size} onClick={onCancel}>
        {cancelLabel}
      </Button>
    </div>
  )
}
