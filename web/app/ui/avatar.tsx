import sprite from './art/avatars.svg?no-inline'

type Props = {
  name: string
  /** A photo. */
  src?: string | null | undefined
  /** The id of the drawn picture shown if there is no photo. */
  avatar?: string | undefined
  size?: 'sm' | 'md' | 'lg'
}

const TONES = 5

/** A photo, a drawn picture, or the first letter of the name on a coloured square. Decorative: the name is shown next to it. */
export function Avatar({ name, src, avatar, size = 'md' }: Props) {
  const look = size === 'md' ? 'avatar' : `avatar avatar--${size}`
  if (src) {
    return (
      <span className={look}>
        <img className="av" src={src} alt="" width={92} height={92} decoding="async" />
      </span>
    )
  }
  if (avatar) {
    return (
      <span className={look}>
        <AvatarPicture avatar={avatar} />
      </span>
    )
  }
  return (
    <span className={`${look} avatar--tone-${toneOf(name)}`} aria-hidden="true">
      {name.charAt(0).toUpperCase()}
    </span>
  )
}

function toneOf(name: string): number {
  let sum = 0
  for (const letter of name) sum += letter.codePointAt(0) ?? 0
  return sum % TONES
}

/** A drawn picture. All of them are in one small file, which the browser loads once and keeps. Decorative. */
export function AvatarPicture({ avatar }: { /** Its id in the file. */ avatar: string }) {
  return (
    <svg className="av" viewBox="0 0 96 96" aria-hidden="true">
      <use href={`${sprite}#${avatar}`} />
    </svg>
  )
}
