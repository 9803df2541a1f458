import {
  BADGE_LEVELS,
  issueCertificate,
  listAwards,
  type Badge,
  type Certificate,
  type SeriesProgress,
  awardsText,
} from '@baobab/contract/awards/endpoints.ts'
import { moralValueLabels } from '@baobab/contract/videos/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { errorMessage } from '../api/error-message.ts'
import { apiQuery, prefetch, useApiMutation } from '../api/query.ts'
import { paths } from '../paths.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { Weave } from '../ui/weave.tsx'
import { BadgeArt } from './badge-art.tsx'
import { text } from './text.ts'

export function clientLoader() {
  prefetch(listAwards, {})
  return null
}

export const meta = () => pageMeta(text.title, text.description)

/** What a student has earned: certificates of series, and a badge for each value. */
export default function Badges() {
  const awards = useQuery(apiQuery(listAwards, {}))
  return (
    <>
      <PageHead title={text.title} lead={text.lead} />
      <QueryView query={awards} failed={awardsText.awardsFailed} loading={<LoadingAwards />}>
        {({ badges, series, certificates }) => (
          <>
            <section className="stack" aria-labelledby="certificates">
              <h2 id="certificates">{text.certificates}</h2>
              {series.length === 0 && certificates.length === 0 && <p className="muted">{text.noSeries}</p>}
              <div className="grid g2">
                {series.map((one) => (
                  <SeriesCard key={one._id} series={one} />
                ))}
                {certificates
                  .filter(({ _id }) => !series.some(({ certificateId }) => certificateId === _id))
                  .map((certificate) => (
                    <FormerCertificate key={certificate._id} certificate={certificate} />
                  ))}
              </div>
            </section>
            <section className="stack" aria-labelledby="badges">
              <h2 id="badges">{text.badges}</h2>
              {badges.length === 0 && <p className="muted">{text.noBadges}</p>}
              <ul className="badges">
                {badges.map((badge) => (
                  <BadgeCard key={badge.value} badge={badge} />
                ))}
              </ul>
            </section>
          </>
        )}
      </QueryView>
    </>
  )
}

function SeriesCard({ series: { _id, title, videoCount, finishedCount, certificateId } }: { series: SeriesProgress }) {
  const progress = text.progress(finishedCount, videoCount)
  return (
    <Card as="article" className="stack stack-3">
      <h3>{title}</h3>
      <p className="small num">{progress}</p>
      <Weave percent={(100 * finishedCount) / videoCount} label={text.progressLabel(title)} valueText={progress} />
      <div>
        {certificateId !== null && <CertificateLink id={certificateId} title={title} />}
        {certificateId === null && finishedCount === videoCount && <GetCertificate seriesId={_id} title={title} />}
        {certificateId === null && finishedCount < videoCount && (
          <Link
            className={buttonClass({ kind: 'line', size: 'sm' })}
            to={paths.student.videosOfSeries(_id)}
            aria-label={text.seeVideosLabel(title)}
          >
            {text.seeVideos}
          </Link>
        )}
      </div>
    </Card>
  )
}

function CertificateLink({ id, title }: { id: string; title: string }) {
  return (
    <Link className={buttonClass({ size: 'sm' })} to={paths.certificate(id)} aria-label={text.seeLabel(title)}>
      {text.see}
    </Link>
  )
}

function GetCertificate({ seriesId, title }: { seriesId: string; title: string }) {
  const navigate = useNavigate()
  const issue = useApiMutation(issueCertificate, { changes: [listAwards] })
  const send = () =>
    issue.mutateAsync({ params: { seriesId } }).then(
      ({ message, certificate }) => {
        toast(message)
        void navigate(paths.certificate(certificate._id))
      },
      (error: unknown) => toast(errorMessage(error, awardsText.certificateFailed), { kind: 'bad' }),
    )
  return (
    <Button
      busyLabel={issue.isPending && text.getting}
      aria-label={issue.isPending ? undefined : text.getLabel(title)}
      onClick={() => void send()}
    >
      {text.get}
    </Button>
  )
}

/** A certificate for a series that has since been deleted. */
function FormerCertificate({ certificate: { _id, seriesTitle } }: { certificate: Certificate }) {
  return (
    <Card as="article" className="stack stack-3">
      <h3>{seriesTitle}</h3>
      <div>
        <CertificateLink id={_id} title={seriesTitle} />
      </div>
    </Card>
  )
}

function BadgeCard({ badge: { value, level, finishedCount, nextAt } }: { badge: Badge }) {
  const name = moralValueLabels[value]
  return (
    <li className="card badge">
      <BadgeArt value={value} level={level} hasNext={nextAt !== null} />
      <h3>{name}</h3>
      <p className="badge__level">{level > 0 ? text.level(level) : text.notYet}</p>
      {nextAt !== null && (
        <p className="small muted">{level === 0 ? text.first : text.next(nextAt - finishedCount, level + 1)}</p>
      )}
      {level === BADGE_LEVELS.length && <p className="small muted">{text.highest}</p>}
      {nextAt !== null && (
        <Link to={paths.student.videosOfValue(value)} aria-label={text.findVideosLabel(name)}>
          {text.findVideos}
        </Link>
      )}
    </li>
  )
}

function LoadingAwards() {
  return (
    <Loading text={text.loading}>
      <Skeleton shape="option" />
      <ul className="badges">
        {Array.from({ length: 6 }, (_, index) => (
          <li key={index} className="card badge">
            <Skeleton shape="thumb" />
          </li>
        ))}
      </ul>
    </Loading>
  )
}
