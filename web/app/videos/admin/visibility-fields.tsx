import type { ComponentProps } from 'react'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { text } from './text.ts'

const accessOptions = [
  { value: 'free', label: text.free, detail: text.freeDetail },
  { value: 'premium', label: text.premium, detail: text.premiumDetail },
]
const publishOptions = [
  { value: 'now', label: text.published, detail: text.publishedDetail },
  { value: 'draft', label: text.draft, detail: text.draftDetail },
  { value: 'later', label: text.atADate, detail: text.atADateDetail },
]

type Field = ComponentProps<'input'> & { name: string; error?: string | undefined }
type Props = Record<'access' | 'publish' | 'publishAt', Field> & {
  /** Whether a time is to be chosen. */
  isLater: boolean
}

/** Who sees a video: free or premium, and when. */
export function VisibilityFields({ access, publish, publishAt, isLater }: Props) {
  return (
    <>
      <RadioGroup label={text.access} cards options={accessOptions} {...access} />
      <RadioGroup label={text.publication} cards options={publishOptions} {...publish} />
      {isLater && <TextField label={text.dateAndTime} type="datetime-local" hint={text.lagosTime} {...publishAt} />}
    </>
  )
}
