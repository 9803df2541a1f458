import { languageNames } from '@baobab/contract/kernel/languages.ts'
import { makeAPayment } from '@baobab/contract/payments/text.ts'
import { listCaptions } from './captions.ts'
import { moralValueLabels, type Video } from '@baobab/contract/videos/endpoints.ts'
import { posterOfWidth } from '@baobab/contract/videos/rules.ts'
import { videosText } from '@baobab/contract/videos/text.ts'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { NotLoaded } from '../shell/not-loaded.tsx'
import { PageLink, RegisterLink } from '../shell/page-link.tsx'
import { pageMeta } from '../shell/page-meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { Empty } from '../ui/empty.tsx'
import { Icon } from '../ui/icon.tsx'
import { motifAt, type MotifName } from '../ui/motif.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Select } from '../ui/select.tsx'
import { CostTag, VideoCard } from '../ui/video-card.tsx'
import type { PublicVideoList } from './find-public-videos.ts'
import { text as findText } from './find/text.ts'
import { isFiltering, listValues, SEARCH_MAX, type VideoFilter } from './find/video-filter.ts'
import { maxQuestionCount } from './max-question-count.ts'
import { DEFAULT_QUALITY, findSource, playbackBytes } from './quality.ts'
import { text } from './text.ts'

/** @param asked the video that the address names */
export const meta = (asked: Video | undefined) =>
  asked ? pageMeta(asked.title, asked.description) : pageMeta(text.videos, text.videosDescription)

type Props = {
  /** Null if they could not be loaded. */
  videos: readonly Video[] | null
  /** The page of the list that is shown. */
  list: PublicVideoList
  priceKobo: number
  /** The video that the address names. */
  asked: Video | undefined
}

/**
 * The public list of videos. Free ones are played here, without an account. A video that the address names comes before
 * everything else, so that it is on the screen of a small phone.
 */
export default function PublicVideos({ videos, ...props }: Props) {
  const { asked } = props
  return (
    <div className="wrap sec stack stack-6 find-page">
      {videos && asked && (
        <div className="measure">
          <Card heading="h1" video={asked} motif={motifAt(videos.indexOf(asked))} isFirst priceKobo={props.priceKobo} />
        </div>
      )}
      <PageHead heading={asked ? 'h2' : 'h1'} title={asked ? text.moreVideos : text.videos} lead={text.videosLead}>
        <RegisterLink className={buttonClass({ kind: 'accent' })}>{text.startNow}</RegisterLink>
      </PageHead>
      {videos === null && <NotLoaded title={videosText.videosFailed} href={paths.videoList} />}
      {videos?.length === 0 && (
        <Empty title={videosText.noVideos} help={text.noVideosHelp}>
          <Link className={buttonClass({ kind: 'line' })} to={paths.leaderboard}>
            {text.leaderboard}
          </Link>
        </Empty>
      )}
      {videos && videos.length > 0 && <Found videos={videos} {...props} />}
    </div>
  )
}

function Found({ videos, list, asked, priceKobo }: Props & { videos: readonly Video[] }) {
  const { filter } = list
  return (
    <>
      <FindForm videos={videos} filter={filter} />
      {isFiltering(filter) && list.found > 0 && (
        <div className="row between">
          <p className="muted">{findText.found(list.found)}</p>
          <Link className={buttonClass({ kind: 'quiet', size: 'sm' })} to={paths.videoList}>
            {findText.clear}
          </Link>
        </div>
      )}
      {list.found === 0 ? (
        <Empty title={findText.nothingFound} help={findText.nothingFoundHelp}>
          <Link className={buttonClass({ kind: 'line' })} to={paths.videoList}>
            {findText.clear}
          </Link>
        </Empty>
      ) : (
        <div className="grid players">
          {list.videos.map((video, at) => (
            <Card
              key={video._id}
              heading="h2"
              video={video}
              motif={motifAt(videos.indexOf(video))}
              isFirst={at === 0 && asked === undefined}
              priceKobo={priceKobo}
            />
          ))}
        </div>
      )}
      {list.pageCount > 1 && <Pages list={list} />}
    </>
  )
}

/** The links to the pages before and after. */
function Pages({ list: { filter, page, pageCount } }: Pick<Props, 'list'>) {
  const look = { className: buttonClass({ kind: 'line' }) }
  return (
    <nav className="row between" aria-label={text.pages}>
      <p className="muted">{text.pageOf(page, pageCount)}</p>
      <div className="row">
        {page > 1 && (
          <Link {...look} rel="prev" to={paths.videoListPage(page - 1, filter)}>
            {text.previousVideos}
          </Link>
        )}
        {page < pageCount && (
          <Link {...look} rel="next" to={paths.videoListPage(page + 1, filter)}>
            {text.moreVideos}
          </Link>
        )}
      </div>
    </nav>
  )
}

function FindForm({ videos, filter }: { videos: readonly Video[]; filter: VideoFilter }) {
  const values = listValues(videos).map((value) => ({ value, label: moralValueLabels[value] }))
  return (
    <search aria-label={findText.find}>
      <form className="find find--public" action={paths.videoList}>
        <div className="field">
          <label htmlFor="search">{findText.search}</label>
          <input
            className="input"
            id="search"
            name="search"
            type="search"
            maxLength={SEARCH_MAX}
            placeholder={findText.searchPlaceholder}
            defaultValue={filter.search}
          />
        </div>
        {values.length > 0 && (
          <Select
            id="value"
            name="value"
            label={findText.value}
            placeholder={findText.anyValue}
            options={values}
            defaultValue={filter.value ?? ''}
          />
        )}
        <button className={buttonClass({ kind: 'line' })}>{findText.searchButton}</button>
      </form>
    </search>
  )
}

type CardProps = { heading: 'h1' | 'h2'; video: Video; motif: MotifName; isFirst: boolean; priceKobo: number }

/** The actions need an account: they open the app's page, which asks for the login first. */
function Card({ heading, video, motif, isFirst, priceKobo }: CardProps) {
  const bytes = playbackBytes(video, DEFAULT_QUALITY)
  const source = video.isLocked ? undefined : findSource(video, DEFAULT_QUALITY)
  return (
    <VideoCard
      heading={heading}
      title={video.title}
      description={video.description}
      posterUrl={video.posterUrl}
      motif={motif}
      isFirst={isFirst}
      durationSeconds={video.durationSeconds}
      sizeBytes={bytes}
      isLocked={video.isLocked}
      tags={video.values.map((value) => moralValueLabels[value])}
      questionCount={(!video.isLocked && maxQuestionCount(video)) || undefined}
      {...(source && { media: <SimplePlayer video={video} url={source.fileUrl} bytes={bytes} /> })}
    >
      {video.isLocked ? <PayAction title={video.title} priceKobo={priceKobo} /> : <FreeActions video={video} />}
    </VideoCard>
  )
}

function PayAction({ title, priceKobo }: { title: string; priceKobo: number }) {
  const label = makeAPayment(priceKobo)
  return (
    <>
      <Chip kind="warn" icon="lock-simple">
        {text.premium}
      </Chip>
      <PageLink
        className={buttonClass({ kind: 'line', size: 'sm' })}
        to={paths.student.payment}
        aria-label={`${label}: ${title}`}
      >
        {label}
      </PageLink>
    </>
  )
}

function FreeActions({ video: { _id: id, title } }: { video: Video }) {
  return (
    <div className="row">
      <Link
        className={buttonClass({ size: 'sm' })}
        to={paths.student.video(id)}
        aria-label={text.markAsWatchedLabel(title)}
      >
        <Icon name="check" />
        {text.markAsWatched}
      </Link>
      <Link
        className={buttonClass({ kind: 'line', size: 'sm' })}
        to={paths.student.triviaOf(id)}
        aria-label={text.showTriviaLabel(title)}
      >
        {text.showTrivia}
      </Link>
    </div>
  )
}

/** The browser's own player. It loads nothing but the poster before the tap. */
function SimplePlayer({ video, url, bytes }: { video: Video; url: string; bytes: number }) {
  return (
    <div className="vcard__player">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- it has a track for each language */}
      <video
        controls
        preload="none"
        playsInline
        width={320}
        height={240}
        aria-label={video.title}
        poster={video.posterUrl === null ? undefined : posterOfWidth(video.posterUrl, 640)}
        src={url}
      >
        {listCaptions(video).map((one) => (
          <track
            key={one.language}
            kind="captions"
            srcLang={one.language}
            label={languageNames[one.language]}
            src={one.url}
          />
        ))}
        <a href={url}>{text.cannotPlay}</a>
      </video>
      <CostTag durationSeconds={video.durationSeconds} sizeBytes={bytes} />
    </div>
  )
}
