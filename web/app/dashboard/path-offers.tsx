import type { Today } from '@baobab/contract/quiz/practice.ts'
import type { Video } from '@baobab/contract/videos/endpoints.ts'
import type { ReactNode } from 'react'
import { paths } from '../paths.ts'
import type { NextStep } from '../quiz/next-step.ts'
import { Later } from '../shell/later.tsx'
import { MakeAPayment } from '../settings/make-a-payment.tsx'
import { PageLink } from '../shell/page-link.tsx'
import { buttonClass } from '../ui/button.tsx'
import { text } from './text.ts'

const loadChallengeOffer = async () => (await import('../friends/challenge-offer.tsx')).ChallengeOffer

type Props = { step: NextStep; videos: readonly Video[]; today: Today | undefined }

/** The maximum number of old videos that are offered at once. */
const MAX_REPLAYS = 3

/** What a student can do once the path is finished, in order. Each shows nothing if it would lead to nothing or is the next step itself. */
const offers: readonly ((props: Props) => ReactNode)[] = [Replays, Unlock]

/** Other things to do below the step of a finished path. */
export function PathOffers(props: Props) {
  return (
    <>
      <ul className="offers">
        {offers.map((Offer, at) => (
          <Offer key={at} {...props} />
        ))}
      </ul>
      <Later load={loadChallengeOffer} props={{}} />
    </>
  )
}

/** Old videos with questions that are new to the student. */
function Replays({ step, today }: Props) {
  const others = (today?.replays ?? []).filter((replay) => step.kind !== 'replay' || replay !== step.replay)
  return others.slice(0, MAX_REPLAYS).map(({ videoId, videoTitle, ageCategory, newCount }) => (
    <li key={videoId + ageCategory}>
      <span>{videoTitle}</span>
      <PageLink
        className={buttonClass({ kind: 'line', size: 'sm' })}
        to={paths.student.replay(videoTitle, ageCategory)}
        aria-label={text.replayOf(videoTitle, newCount)}
      >
        {text.newQuestions(newCount)}
      </PageLink>
    </li>
  ))
}

/** The videos that require a payment. */
function Unlock({ step, videos }: Props) {
  const locked = videos.filter(({ isLocked }) => isLocked).length
  if (locked === 0 || step.kind === 'unlock') return null
  return (
    <li>
      <span>{text.moreAfterPayment(locked)}</span>
      <PageLink className={buttonClass({ kind: 'line', size: 'sm' })} to={paths.student.payment} reloadDocument>
        <MakeAPayment />
      </PageLink>
    </li>
  )
}
