import type { Video } from '@baobab/contract/videos/endpoints.ts'
import { videosText } from '@baobab/contract/videos/text.ts'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { NotLoaded } from '../shell/not-loaded.tsx'
import { RegisterLink } from '../shell/page-link.tsx'
import { pageMeta } from '../shell/page-meta.ts'
import { Accordion } from '../ui/accordion.tsx'
import { Avatar } from '../ui/avatar.tsx'
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
import { LogoStrip } from './logo-strip.tsx'
import { funders, partners, sampleNotes, testimonials } from './sample-content.ts'
import { Steps } from './steps.tsx'
import { text } from './text.ts'
import { TriviaGames } from './trivia-games.tsx'

export const meta = () => pageMeta(text.pageTitle, text.pageDescription)

/** @param props.videos null if they could not be loaded */
export default function Home({ videos }: { videos: readonly Video[] | null }) {
  return (
    <>
      <Hero />
      <div className="strip" />
      <Facts />
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
      <TriviaGames videos={videos} />
      <AboutUs />
      <Testimonials />
      <Faq />
      <section className="sec">
        <div className="wrap stack stack-8">
          <div className="stack">
            <h2>{text.funders}</h2>
            <LogoStrip supporters={funders} note={sampleNotes.funders} />
          </div>
          <div className="stack">
            <h2>{text.partners}</h2>
            <LogoStrip supporters={partners} note={sampleNotes.partners} />
          </div>
        </div>
      </section>
    </>
  )
}

function Hero() {
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
          <p className="lead">{text.heroLead}</p>
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

const facts: { icon: IconName; title: string; detail: string }[] = [
  { icon: 'device-mobile', title: 'Light on data', detail: 'You see the size of a video before you tap.' },
  { icon: 'timer', title: '2 minutes', detail: 'That is a quiz, with 10 points for each correct answer.' },
  { icon: 'graduation-cap', title: 'Every month', detail: 'One scholarship, for a winner who will be drawn.' },
]

function Facts() {
  return (
    <section className="facts" aria-label={text.facts}>
      <div className="wrap">
        <ul>
          {facts.map(({ icon, title, detail }) => (
            <li key={title}>
              <Icon name={icon} size="lg" />
              <div>
                <b>{title}</b>
                <span className="muted small">{detail}</span>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function AboutUs() {
  return (
    <section className="cloth about" id="about">
      <div className="sec wrap">
        <div className="sec__h">
          <h2>{text.aboutUs}</h2>
        </div>
        <div className="grid g2 about__cols">
          <p className="d about__say">{text.aboutQuote}</p>
          <div className="stack">
            {text.aboutParagraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            <p>
              <Link to={paths.about}>{text.readMore}</Link>
            </p>
          </div>
        </div>
      </div>
    </section>
  )
}

function Testimonials() {
  return (
    <section className="sec">
      <div className="wrap">
        <div className="sec__h">
          <h2>{text.testimonials}</h2>
          <p className="small muted">{sampleNotes.testimonials}</p>
        </div>
        <div className="grid g3">
          {testimonials.map(({ quote, name, place, picture }) => (
            <figure className="quote" key={name}>
              <blockquote>{quote}</blockquote>
              <figcaption>
                <Avatar name={name} src={picture} />
                <span>
                  <b>{name}</b>
                  {place}
                </span>
              </figcaption>
            </figure>
          ))}
        </div>
      </div>
    </section>
  )
}

function Faq() {
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
          <Accordion name="faq" items={faqQuestions} openAt={1} />
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
    <div className="grid g3">
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
