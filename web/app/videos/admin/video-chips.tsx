import { ageCategories } from '@baobab/contract/age.ts'
import { moralValueLabels } from '@baobab/contract/moral-values.ts'
import type { AdminVideo } from '@baobab/contract/videos-admin.ts'
import { Chip } from '../../ui/chip.tsx'
import { describeQuestions } from './describe-questions.ts'
import { text } from './text.ts'

/** Shows the state, access, question counts, series and values of a video. */
export function VideoChips({ video }: { video: AdminVideo }) {
  return (
    <ul className="chips">
      <li>
        <StateChip state={video.state} />
      </li>
      <li>
        {video.access === 'premium' ? (
          <Chip kind="info" icon="lock-simple">
            {text.premium}
          </Chip>
        ) : (
          <Chip>{text.free}</Chip>
        )}
      </li>
      {ageCategories.map((category) => (
        <li key={category}>
          <Chip icon="question">{text.questionCount(category, describeQuestions(video, category))}</Chip>
        </li>
      ))}
      {video.series && (
        <li>
          <Chip icon="film-strip">{video.series.title}</Chip>
        </li>
      )}
      {video.values.map((value) => (
        <li key={value}>
          <Chip kind="earth">{moralValueLabels[value]}</Chip>
        </li>
      ))}
    </ul>
  )
}

function StateChip({ state }: Pick<AdminVideo, 'state'>) {
  if (state === 'ready') {
    return (
      <Chip kind="ok" icon="check">
        {text.ready}
      </Chip>
    )
  }
  return state === 'failed' ? (
    <Chip kind="bad" icon="warning-circle">
      {text.failed}
    </Chip>
  ) : (
    <Chip kind="warn" icon="timer">
      {text.processing}
    </Chip>
  )
}
