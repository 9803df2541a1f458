import type { Video } from '@baobab/contract/videos/endpoints.ts'
import { formatNaira } from '@baobab/contract/payments/rules.ts'
import type { PublicSettings } from '@baobab/contract/settings/endpoints.ts'
import { videosText } from '@baobab/contract/videos/text.ts'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { NotLoaded } from '../shell/not-loaded.tsx'
import { RegisterLink } from '../shell/page-link.tsx'
import { pageMeta } from '../shell/page-meta.ts'
import { Accordion } from '../ui/accordion.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { motifAt } from '../ui/motif.tsx'
import { richText } from '../ui/rich-text.tsx'
import { HeroArt } from '../ui/scene.tsx'
import { VideoCard } from '../ui/video-card.tsx'
import { maxQuestionCount } from '../videos/max-question-count.ts'
import { DEFAULT_QUALITY, playbackBytes } from '../videos/quality.ts'
import { faqQuestions } from './faq-questions.ts'
import { Operator } from './operator.tsx'
import { SampleContent } from './sample-content.tsx'
import { Steps } from './steps.tsx'
import { text } from './text.ts'
import { TriviaGames } from './trivia-games.tsx'

export const meta = () => pageMeta(text.pageTitle, text.pageDescription)

type Props = { videos: readonly Video[] | null; settings: PublicSettings | null }

/** Each prop is null if it could not be loaded. */
export default function Home({ videos, settings }: Props) {
  return (
    <>
      <Hero prizeKobo={settings?.prizeKobo ?? null} />
      <div className="strip" />
      <Facts prizeKobo={settings?.prizeKobo ?? null} />
      <TriviaGames />
      <section className="sec" id="how">
        <div className="wrap">
          <div className="sec__h">
            <h2>{text.howItWorks}</h2>
            <p className="lead">{text.howItWorksLead}</p>
          </div>
          <Steps />
        </div>
      </section>
      <FeaturedVideos videos={videos} />
      <AboutUs settings={settings} />
      <Faq settings={settings} />
      {settings?.hasSampleContent && <SampleContent shown={['testimonials', 'funders', 'partners']} />}
    </>
  )
}

function Hero({ prizeKobo }: { prizeKobo: number | null }) {
  const prize = prizeKobo === null ? text.aScholarship : formatNaira(prizeKobo)
  const [watch, answer, rise] = text.sloganLines
  return (
    <section className="hero cloth">
      <div className="wrap">
        <div className="hero__t stack stack-6">
          <h1>
            <span>{watch}</span>
            <span>{answer}</span>
            <span className="y">{rise}</span>
          </h1>
          <p className="lead">{text.heroLead(prize)}</p>
          <div className="row">
            <RegisterLink className={buttonClass({ kind: 'accent' })}>{text.startNow}</RegisterLink>
            <RegisterLink className={buttonClass({ kind: 'line' })}>{text.claimYourSpot}</RegisterLink>
          </div>
        </div>
        <HeroArt />
      </div>
    </section>
  )
}

/** Three facts that fit beside each other on a phone. */
function Facts({ prizeKobo }: { prizeKobo: number | null }) {
  const prize = prizeKobo === null ? text.scholarship : formatNaira(prizeKobo)
  const facts: { icon: IconName; title: string; detail: string }[] = [
    { icon: 'device-mobile', title: text.free, detail: text.freeDetail },
    { icon: 'timer', title: text.twoMinutes, detail: text.twoMinutesDetail },
    { icon: 'graduation-cap', title: prize, detail: text.prizeDetail },
  ]
  return (
    <section className="facts" aria-label={text.facts}>
      <ul className="wrap">
        {facts.map(({ icon, title, detail }) => (
          <li key={icon}>
            <Icon name={icon} size="lg" />
            <b>{title}</b>
            <span className="muted small">{detail}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function AboutUs({ settings }: Pick<Props, 'settings'>) {
  return (
    <section className="cloth about" id="about">
      <div className="sec wrap">
        <div className="sec__h">
          <h2>{text.aboutUs}</h2>
        </div>
        <div className="grid g2 about__cols">
          <p className="d about__say">{text.aboutQuote}</p>
          <div className="stack">
            <p>{text.aboutParagraph}</p>
            {settings && <Operator settings={settings} />}
            <p>
              <Link to={paths.about}>{text.readMore}</Link>
            </p>
          </div>
        </div>
      </div>
    </section>
  )
}

function Faq({ settings }: Pick<Props, 'settings'>) {
  return (
    <section className="sec sec--surface" id="faq">
      <div className="wrap">
        <div className="grid faqg">
          <div className="sec__h">
            <h2>{text.faq}</h2>
            <p className="muted">
              {richText(text.faqHelp, { contact: <Link to={paths.contact}>{text.contactUs}</Link> })}
            </p>
          </div>
          <Accordion name="faq" items={faqQuestions(settings)} openAt={0} />
        </div>
      </div>
    </section>
  )
}

/** The number of videos shown. */
const COUNT = 3

/** @param props.videos null if they could not be loaded */
function FeaturedVideos({ videos }: { videos: readonly Video[] | null }) {
  return (
    <section className="sec sec--surface" id="videos">
      <div className="wrap">
        <div className="sec__h">
          <h2>{text.featuredVideos}</h2>
          <p className="lead">{text.featuredLead}</p>
        </div>
        <Covers videos={videos} />
      </div>
    </section>
  )
}

function Covers({ videos }: { videos: readonly Video[] | null }) {
  if (videos === null) return <NotLoaded heading="h3" title={videosText.videosFailed} href={paths.home} />
  if (videos.length === 0) {
    return (
      <Empty heading="h3" title={text.noVideos} help={text.noVideosHelp}>
        <RegisterLink className={buttonClass()}>{text.signUp}</RegisterLink>
      </Empty>
    )
  }
  return (
    <div className="grid g3 slides">
      {videos.slice(0, COUNT).map((video, at) => (
        <CoverCard key={video._id} video={video} at={at} />
      ))}
    </div>
  )
}

function CoverCard({ video, at }: { video: Video; at: number }) {
  const isLocked = video.access === 'premium'
  const look = { className: buttonClass({ size: 'sm' }) }
  return (
    <VideoCard
      title={video.title}
      description={video.description}
      posterUrl={video.posterUrl}
      motif={motifAt(at)}
      durationSeconds={video.durationSeconds}
      sizeBytes={playbackBytes(video, DEFAULT_QUALITY)}
      questionCount={maxQuestionCount(video)}
      isLocked={isLocked}
    >
      {isLocked ? (
        <RegisterLink
          {...look}
          inApp={paths.student.video(video._id)}
          aria-label={text.actionOnVideo(text.signUp, video.title)}
        >
          {text.signUp}
        </RegisterLink>
      ) : (
        <Link {...look} to={paths.videoOfList(video._id)} aria-label={text.actionOnVideo(text.watchVideo, video.title)}>
          {text.watchVideo}
        </Link>
      )}
    </VideoCard>
  )
}
