import { Chip } from '../ui/chip.tsx'

type Props = { isVerified: boolean; isDisqualified: boolean; emailBounced: boolean }

/** What is out of the ordinary about a student; nothing where nothing is. */
export function StudentChips({ isVerified, isDisqualified, emailBounced }: Props) {
  if (isVerified && !isDisqualified && !emailBounced) return null
  return (
    <span className="chips student__chips">
      {isDisqualified && (
        <Chip kind="bad" icon="x-circle">
          Disqualified
        </Chip>
      )}
      {!isVerified && (
        <Chip kind="warn" icon="warning">
          Not verified
        </Chip>
      )}
      {emailBounced && (
        <Chip kind="warn" icon="warning">
          Email bounced
        </Chip>
      )}
    </span>
  )
}
