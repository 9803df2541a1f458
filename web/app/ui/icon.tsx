import sprite from './art/icons.svg?no-inline'

/** The drawings in art/icons.svg: Phosphor, bold weight. */
export type IconName =
  | 'apple-logo'
  | 'arrow-counter-clockwise'
  | 'arrow-down'
  | 'arrow-left'
  | 'arrow-up'
  | 'bell'
  | 'bookmark'
  | 'bookmark-fill'
  | 'caret-down'
  | 'check'
  | 'check-circle'
  | 'clipboard-text'
  | 'closed-captioning'
  | 'corners-in'
  | 'corners-out'
  | 'credit-card'
  | 'device-mobile'
  | 'dots-three'
  | 'download-simple'
  | 'envelope-simple'
  | 'envelope-simple-open'
  | 'eye'
  | 'eye-slash'
  | 'file-xls'
  | 'film-strip'
  | 'gear-six'
  | 'graduation-cap'
  | 'house'
  | 'linkedin-logo'
  | 'list'
  | 'lock-simple'
  | 'magnifying-glass'
  | 'paper-plane-tilt'
  | 'pause'
  | 'pencil-simple'
  | 'picture-in-picture'
  | 'pinterest-logo'
  | 'play'
  | 'play-circle'
  | 'plus'
  | 'question'
  | 'ranking'
  | 'sign-out'
  | 'speaker-high'
  | 'speaker-x'
  | 'tiktok-logo'
  | 'timer'
  | 'trash'
  | 'upload-simple'
  | 'users'
  | 'users-three'
  | 'video'
  | 'warning'
  | 'warning-circle'
  | 'wifi-slash'
  | 'windows-logo'
  | 'x'
  | 'x-circle'
  | 'x-logo'

type Props = { name: IconName; size?: 'sm' | 'md' | 'lg' }

/** Decorative: a control that shows only an icon needs an aria-label. */
export function Icon({ name, size = 'md' }: Props) {
  return (
    <svg className={size === 'md' ? 'i' : `i i--${size}`} viewBox="0 0 256 256" aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}
