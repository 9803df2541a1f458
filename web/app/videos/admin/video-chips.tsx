import { ageCategories, type AgeCategory } from '@baobab/contract/accounts/rules.ts'
import type { AdminVideo } from '@baobab/contract/videos/admin.ts'
import { moralValueLabels } from '@baobab/contract/videos/endpoints.ts'
import { Chip } from '../../ui/chip.tsx'
import { formatDate, formatTime, formatCount } from '../../ui/format.ts'
import { text } from './text.ts'

/** Shows the state, access, question counts, series and values of a video. */
export function VideoChips({ video }: { video: AdminVideo }) {
  return (
    <ul className="chips">
      <StateItems video={video} />
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

/** Shows only the state and the access of a video. */
export function StateChips({ video }: { video: AdminVideo }) {
  return (
    <ul className="chips">
      <StateItems video={video} />
    </ul>
  )
}

/** What decides who sees a video. */
function StateItems({ video }: { video: AdminVideo }) {
  return (
    <>
      <li>
        <StateChip state={video.state} />
      </li>
      <PublicationItem video={video} />
      <li>
        <AccessChip access={video.access} />
      </li>
    </>
  )
}

function AccessChip({ access }: Pick<AdminVideo, 'access'>) {
  if (access === 'free') return <Chip>{text.free}</Chip>
  return (
    <Chip kind="info" icon="lock-simple">
      {text.premium}
    </Chip>
  )
}

/** Shown while students do not see the video yet. */
function PublicationItem({ video: { publication, publishAt } }: { video: AdminVideo }) {
  if (publication === 'published') return null
  return (
    <li>
      {publication === 'scheduled' && publishAt !== null ? (
        <Chip kind="info" icon="timer">
          {text.from(formatDate(new Date(publishAt)), formatTime(new Date(publishAt)))}
        </Chip>
      ) : (
        <Chip kind="warn" icon="eye-slash">
          {text.draft}
        </Chip>
      )}
    </li>
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

/** Returns how many questions a quiz has, and how many it asks if not all: '12 questions', '5 of 12 questions'. */
export function describeQuestions(
  { questionCounts, poolCounts }: Pick<AdminVideo, 'questionCounts' | 'poolCounts'>,
  category: AgeCategory,
): string {
  const [asked, pool] = [questionCounts[category], formatCount(poolCounts[category], 'question')]
  return asked === poolCounts[category] ? pool : text.askedOfPool(asked, pool)
}
