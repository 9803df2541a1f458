import { certificateIdPattern, readCertificate, awardsText } from '@baobab/contract/awards/endpoints.ts'
import { ApiError, type ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { moralValueLabels } from '@baobab/contract/videos/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ReactElement } from 'react'
import { data as response, useParams, type ClientLoaderFunctionArgs } from 'react-router'
import { apiQuery, prefetch } from '../api/query.ts'
import { useStudentSession } from '../api/session.ts'
import { paths } from '../paths.ts'
import { PageLink, BackLink } from '../shell/page-link.tsx'
import { pageMeta } from '../shell/page-meta.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { formatLongDate } from '../ui/format.ts'
import { Logo } from '../ui/logo.tsx'
import { Motif } from '../ui/motif.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Scene } from '../ui/scene.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { valueMotifs } from './badge-art.tsx'
import { text } from './text.ts'

export function clientLoader({ params }: ClientLoaderFunctionArgs) {
  const certificateId = params['certificateId'] ?? ''
  if (!certificateIdPattern.test(certificateId)) throw response(null, { status: 404 })
  prefetch(readCertificate, { params: { certificateId } })
  return null
}

/** Hidden from search engines, because the page names a student. */
export const meta = () => [...pageMeta(text.certificate), { name: 'robots', content: 'noindex' }]

/** The public page of a certificate, which prints on one page in landscape. */
export default function CertificatePage() {
  const { certificateId = '' } = useParams()
  const session = useStudentSession()
  const isStudent = session !== undefined
  // The page shows a username, which young children should not send around.
  const maySend = 'share' in navigator && session?.ageCategory !== '5-10'
  const certificate = useQuery(apiQuery(readCertificate, { params: { certificateId } }))
  const isMissing = certificate.error instanceof ApiError && certificate.error.code === 'not_found'
  return (
    <div className={isStudent ? 'certificate__page stack' : 'certificate__page wrap sec stack'}>
      {isStudent && <BackLink to={paths.student.badges} label={text.allBadges} />}
      {isMissing ? (
        <Empty heading="h1" title={awardsText.certificateNotFound} help={text.notFoundHelp}>
          <PageLink className={buttonClass({ kind: 'line' })} to={paths.home}>
            {text.home}
          </PageLink>
        </Empty>
      ) : (
        <QueryView query={certificate} heading="h1" failed={text.failed} loading={<LoadingCertificate />}>
          {(data) => (
            <>
              <CertificateSheet certificate={data} />
              <div className="row certificate__actions">
                {maySend && <Button onClick={share}>{text.share}</Button>}
                <Button kind={maySend ? 'line' : 'main'} onClick={() => print()}>
                  {text.print}
                </Button>
              </div>
            </>
          )}
        </QueryView>
      )}
    </div>
  )
}

/** Rejects if the person closes the share sheet, which needs no message. */
function share() {
  navigator.share({ title: text.certificate, url: location.href }).catch(() => undefined)
}

type SheetProps = { certificate: ReplyOf<typeof readCertificate> }

function CertificateSheet({ certificate }: SheetProps) {
  const { _id, username, seriesTitle, values, achievement, issuedAt } = certificate
  return (
    <article className="certificate" aria-labelledby="certificate">
      <header className="certificate__head">
        <span className="logo">
          <Logo />
        </span>
        <h1 id="certificate">{text.certificate}</h1>
      </header>
      <div className="certificate__body">
        <Scene name="trophy" />
        <div className="stack stack-3">
          <p>{text.thisCertifies}</p>
          <p className="certificate__name">{username}</p>
          <p>{achievement ? text.hasFinished(achievement.videoCount) : text.hasDoneQuizzes}</p>
          <p className="certificate__series">{seriesTitle}</p>
          {achievement && achievement.questionCount > 0 && (
            <p>{text.rightAnswers(achievement.correctCount, achievement.questionCount)}</p>
          )}
          <p className="certificate__date">{text.issued(formatLongDate(new Date(issuedAt)))}</p>
        </div>
      </div>
      <footer className="certificate__foot">
        {values.length > 0 && (
          <div>
            <p className="small">{text.about}</p>
            <ul>
              {values.map((value) => (
                <li key={value}>
                  <Motif name={valueMotifs[value]} />
                  {moralValueLabels[value]}
                </li>
              ))}
            </ul>
          </div>
        )}
        <Address path={paths.certificate(_id)} />
      </footer>
    </article>
  )
}

/** The page's address and its QR code, for people who hold the printed certificate. */
function Address({ path }: { path: string }) {
  const [code, setCode] = useState<ReactElement>()
  useEffect(() => {
    let isShown = true
    // Loaded after the page, because the library is larger than the page. If it fails, only the address is shown.
    void import('../ui/qr-code.tsx')
      .then(({ QrCode }) => isShown && setCode(<QrCode content={location.origin + path} />))
      .catch(() => undefined)
    return () => {
      isShown = false
    }
  }, [path])
  return (
    <figure className="certificate__qr">
      {code}
      <figcaption>
        <b>{text.check}</b>
        <br />
        {location.host + path}
      </figcaption>
    </figure>
  )
}

function LoadingCertificate() {
  return (
    <Loading text={text.loadingCertificate}>
      <h1 className="sr">{text.certificate}</h1>
      <Skeleton shape="thumb" />
      <Skeleton shape="title" />
    </Loading>
  )
}
