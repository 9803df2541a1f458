import type { ComponentProps, MouseEvent } from 'react'
import { Icon, type IconName } from './icon.tsx'

type Look = {
  kind?: 'main' | 'accent' | 'line' | 'quiet' | 'danger'
  size?: 'md' | 'sm'
  block?: boolean
}

/** For links that look like buttons: `<Link className={buttonClass({ kind: 'accent' })} to={...}>`. */
export function buttonClass({ kind = 'main', size = 'md', block = false }: Look = {}): string {
  return ['btn', kind !== 'main' && `btn--${kind}`, size === 'sm' && 'btn--sm', block && 'btn--block']
    .filter(Boolean)
    .join(' ')
}

type Props = Look & ComponentProps<'button'> & { busyLabel?: string | false | undefined }

/**
 * While `busyLabel` is a text ("Submitting..."), the button shows it with a spinner and ignores clicks. It stays focusable, so that screen
 * readers announce the new label.
 */
export function Button({
  kind,
  size,
  block,
  busyLabel,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: Props) {
  const busy = typeof busyLabel === 'string'
  const look = buttonClass({
    ...(kind && { kind }),
    ...(size && { size }),
    ...(block && { block }),
  })
  return (
    <button
      {...rest}
      type={type}
      className={className ? `${look} ${className}` : look}
      aria-disabled={busy || undefined}
      onMouseDown={type === 'submit' ? keepFocus : undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy && <span className="spin" aria-hidden="true" />}
      {busy ? busyLabel : children}
    </button>
  )
}

/**
 * Keeps the focus in the field when a submit button is pressed. Otherwise the blur may show or hide an error, so the button moves between
 * press and release and the browser fires no click.
 */
function keepFocus(event: MouseEvent) {
  event.preventDefault()
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & { icon: IconName; label: string; danger?: boolean }

/** A button that shows only an icon. Screen readers read `label`. */
export function IconButton({ icon, label, danger = false, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button {...rest} type={type} className={danger ? 'icon-btn icon-btn--danger' : 'icon-btn'} aria-label={label}>
      <Icon name={icon} />
    </button>
  )
}
