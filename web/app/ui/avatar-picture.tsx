import sprite from './art/avatars.svg?no-inline'

/** A drawn picture. All of them are one small file, which the browser loads once and keeps. Decorative. */
export function AvatarPicture({ avatar }: { /** Its id in the file. */ avatar: string }) {
  return (
    <svg className="av" viewBox="0 0 96 96" aria-hidden="true">
      <use href={`${sprite}#${avatar}`} />
    </svg>
  )
}
