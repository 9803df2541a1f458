import type { MessageState } from '@baobab/contract/contact/conversation.ts'
import { Chip } from '../../ui/chip.tsx'
import { text } from './text.ts'

/** The state of a message, unless it is open, as most are. */
export function StateChip({ state }: { state: MessageState }) {
  if (state === 'open') return null
  return state === 'waiting' ? (
    <Chip kind="ok" icon="check">
      {text.waiting}
    </Chip>
  ) : (
    <Chip>{text.closed}</Chip>
  )
}
