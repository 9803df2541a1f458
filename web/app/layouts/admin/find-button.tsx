import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { isApple } from './is-apple.ts'
import { text } from './text.ts'

type Props = { onOpen: () => void }

/** Opens the palette, and shows the key that does so. For the sidebar. */
export function FindButton({ onOpen }: Props) {
  return (
    <button type="button" className="side__find" onClick={onOpen}>
      <Icon name="magnifying-glass" />
      {text.find}
      <kbd>{text.findKeys(isApple())}</kbd>
    </button>
  )
}

/** The same for the top bar of touch screens. */
export function FindIconButton({ onOpen }: Props) {
  return <IconButton icon="magnifying-glass" label={text.find} onClick={onOpen} />
}
