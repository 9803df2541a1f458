import { avatarLabels, avatars, profileText, type Avatar } from '@baobab/contract/profile/text.ts'
import { useId } from 'react'
import { AvatarPicture } from '../ui/avatar.tsx'

type Props = {
  /** Names the choice for screen readers. */
  label: string
  value: Avatar
  onChange: (avatar: Avatar) => void
}

/** A group of radio buttons for choosing a drawn picture. */
export function AvatarChoice({ label, value, onChange }: Props) {
  const name = useId()
  return (
    <fieldset className="avatars">
      <legend className="sr">{label}</legend>
      <p className="hint avatars__seen">{profileText.avatarIsPublic}</p>
      {avatars.map((avatar) => (
        <label key={avatar} className="avatars__one">
          <input
            type="radio"
            className="sr"
            name={name}
            value={avatar}
            checked={avatar === value}
            onChange={() => onChange(avatar)}
          />
          <AvatarPicture avatar={avatar} />
          <span className="sr">{avatarLabels[avatar]}</span>
        </label>
      ))}
    </fieldset>
  )
}
