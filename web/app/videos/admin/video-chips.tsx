import { ageCategories } from '@baobab/contract/age.ts'
import type { AdminVideo } from '@baobab/contract/videos-admin.ts'
import { Chip } from '../../ui/chip.tsx'
import { formatCount } from '../../ui/format.ts'

/** State, access and question counts of a video, in words. */
export function VideoChips({ video }: { video: AdminVideo }) {
  return (
    <ul className="chips">
      <li>
        <StateChip state={video.state} />
      </li>
      <li>
        {video.access === 'premium' ? (
          <Chip kind="info" icon="lock-simple">
            Premium
          </Chip>
        ) : (
          <Chip>Free</Chip>
        )}
      </li>
      {ageCategories.map((category) => (
        <li key={category}>
          <Chip icon="question">
            {category}: {formatCount(video.questionCounts[category], 'question')}
          </Chip>
        </li>
      ))}
    </ul>
  )
}

function StateChip({ state }: Pick<AdminVideo, 'state'>) {
  if (state === 'ready') {
    return (
      <Chip kind="ok" icon="check">
        Ready
      </Chip>
    )
  }
  return state === 'failed' ? (
    <Chip kind="bad" icon="warning-circle">
      Failed
    </Chip>
  ) : (
    <Chip kind="warn" icon="timer">
      Processing
    </Chip>
  )
}
