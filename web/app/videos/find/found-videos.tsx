import { listAttempts } from '@baobab/contract/quiz/endpoints.ts'
import { type Video, moralValueLabels } from '@baobab/contract/videos/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type Ref, useCallback, useId, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { apiQuery } from '../../api/query.ts'
import { useAgeCategory } from '../../api/use-age-category.ts'
import { paths } from '../../paths.ts'
import { useAddressParams } from '../../shell/use-address-params.ts'
import { Button, buttonClass, IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useDebouncedInput } from '../../ui/debounce.ts'
import { Empty } from '../../ui/empty.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { FilterSelect } from '../../ui/select.tsx'
import { Loading, VideoCardSkeleton } from '../../ui/skeleton.tsx'
import { Weave } from '../../ui/weave.tsx'
import { createIsQuizOpen } from '../is-former-quiz.ts'
import { text } from './text.ts'
import {
  filterVideos,
  isFiltering,
  listSeries,
  type ListedSeries,
  type VideoFilter,
  listValues,
  SEARCH_MAX,
  videoStates,
  clearVideoFilter,
  readVideoFilter,
  writeVideoFilter,
} from './video-filter.ts'

type Props = {
  videos: readonly Video[]
  /** Renders the videos that fit the filter. */
  children: (found: readonly Video[]) => ReactNode
}

/** The bar for finding videos, and the results below it. */
export function FoundVideos({ videos, children }: Props) {
  const { filter, change, clear } = useVideoFilter()
  const quizzes = useOpenQuizzes(filter.state === 'open')
  const series = listSeries(videos).find(({ _id }) => _id === filter.series)
  const show = (isQuizOpen: (video: Video) => boolean) => {
    const found = filterVideos(videos, filter, isQuizOpen)
    return (
      <>
        {isFiltering(filter) && <Summary count={found.length} onClear={clear} />}
        {series && <SeriesProgress series={series} />}
        {found.length > 0 ? children(found) : <NothingFound filter={filter} onClear={clear} />}
      </>
    )
  }
  return (
    <>
      <FindBar videos={videos} filter={filter} change={change} />
      {filter.state === 'open' ? (
        <QueryView query={quizzes} failed={text.quizzesFailed} loading={<LoadingQuizzes />}>
          {show}
        </QueryView>
      ) : (
        show(() => false)
      )}
    </>
  )
}

function Summary({ count, onClear }: { count: number; onClear: () => void }) {
  return (
    <div className="row between">
      <p className="muted" role="status">
        {text.found(count)}
      </p>
      {count > 0 && (
        <Button kind="quiet" size="sm" onClick={onClear}>
          {text.clear}
        </Button>
      )}
    </div>
  )
}

function SeriesProgress({ series: { title, description, watched, total } }: { series: ListedSeries }) {
  return (
    <Card className="stack stack-3">
      <h2 className="h-20">{title}</h2>
      {description && <p className="muted">{description}</p>}
      <p className="small num">{text.seriesProgress(watched, total)}</p>
      <Weave
        percent={(100 * watched) / total}
        label={text.seriesProgressLabel(title)}
        valueText={text.seriesProgress(watched, total)}
      />
      {watched === total && (
        <div>
          <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={paths.student.badges}>
            {text.badgesAndCertificates}
          </Link>
        </div>
      )}
    </Card>
  )
}

function NothingFound({ filter, onClear }: { filter: VideoFilter; onClear: () => void }) {
  const { title, help } = explainNothing(filter)
  return (
    <Empty title={title} help={help}>
      <Button kind="line" onClick={onClear}>
        {text.clear}
      </Button>
    </Empty>
  )
}

/** Explains why nothing was found, if only one of the filters can be the reason. */
function explainNothing({ search, state, value, series }: VideoFilter): { title: string; help: string } {
  const isStateAlone = search.trim() === '' && value === null && series === null
  if (isStateAlone && state === 'bookmarked') return { title: text.noBookmarks, help: text.noBookmarksHelp }
  if (isStateAlone && state === 'unwatched') return { title: text.allWatched, help: text.allWatchedHelp }
  if (isStateAlone && state === 'open') return { title: text.noOpenQuiz, help: text.noOpenQuizHelp }
  return { title: text.nothingFound, help: text.nothingFoundHelp }
}

function LoadingQuizzes() {
  return (
    <Loading text={text.loadingQuizzes}>
      <div className="grid g3">
        <VideoCardSkeleton />
        <VideoCardSkeleton />
      </div>
    </Loading>
  )
}

const states = videoStates.map((value) => ({ value, label: text.states[value] }))

type FindBarProps = {
  /** The whole list: it decides which values and series can be chosen. */
  videos: readonly Video[]
} & Pick<ReturnType<typeof useVideoFilter>, 'filter' | 'change'>

/**
 * The bar above a list of videos: the filter by what the student did, search, values and series. On phones only the first of
 * these is shown until the student opens the others, so that the first video fits on the first screen.
 */
function FindBar({ videos, filter, change }: FindBarProps) {
  const [isOpen, setOpen] = useState(isFiltering({ ...filter, state: 'all' }))
  const search = useRef<HTMLInputElement>(null)
  const toggle = () => {
    flushSync(() => setOpen(!isOpen))
    if (!isOpen) search.current?.focus()
  }
  const values = listValues(videos)
  const series = listSeries(videos)
  return (
    <search className={isOpen ? 'find' : 'find find--short'} aria-label={text.find}>
      <div className="find__states">
        <IconButton icon="magnifying-glass" label={text.find} aria-expanded={isOpen} onClick={toggle} />
        <Segmented
          label={text.show}
          options={states}
          value={filter.state}
          look="pills"
          onChange={(state) => change({ state })}
        />
      </div>
      <SearchInput ref={search} value={filter.search} onChange={change} />
      <div className="find__selects">
        {values.length > 0 && (
          <FilterSelect
            label={text.value}
            placeholder={text.anyValue}
            options={values.map((value) => ({ value, label: moralValueLabels[value] }))}
            value={filter.value ?? ''}
            onChange={(event) => change({ value: values.find((value) => value === event.target.value) ?? null })}
          />
        )}
        {series.length > 0 && (
          <FilterSelect
            label={text.series}
            placeholder={text.anySeries}
            options={series.map(({ _id, title, watched, total }) => ({
              value: _id,
              label: text.seriesOption(title, watched, total),
            }))}
            value={filter.series ?? ''}
            onChange={(event) => change({ series: event.target.value === '' ? null : event.target.value })}
          />
        )}
      </div>
    </search>
  )
}

type SearchProps = { ref: Ref<HTMLInputElement>; value: string; onChange: (changes: Partial<VideoFilter>) => void }

function SearchInput({ ref, value, onChange }: SearchProps) {
  const id = useId()
  const settle = useCallback((search: string) => onChange({ search }), [onChange])
  const [typed, setTyped] = useDebouncedInput(value, settle)
  return (
    <div className="field">
      <label htmlFor={id}>{text.search}</label>
      <input
        ref={ref}
        className="input"
        id={id}
        type="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={SEARCH_MAX}
        placeholder={text.searchPlaceholder}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </div>
  )
}

/** The filter in the address. Changing it replaces the address, so that Back leaves the page. */
function useVideoFilter() {
  const [params, setParams] = useAddressParams()
  const filter = useMemo(() => readVideoFilter(params), [params])
  const change = useCallback(
    (changes: Partial<VideoFilter>) =>
      setParams((before) => writeVideoFilter(before, changes), { replace: true, preventScrollReset: true }),
    [setParams],
  )
  const clear = useCallback(
    () => setParams((before) => clearVideoFilter(before), { replace: true, preventScrollReset: true }),
    [setParams],
  )
  return { filter, change, clear }
}

/** Loads which quizzes are open, once the filter asks for them. */
function useOpenQuizzes(isEnabled: boolean) {
  const category = useAgeCategory()
  const listed = useQuery({ ...apiQuery(listAttempts, {}), enabled: isEnabled })
  return { ...listed, data: listed.data && createIsQuizOpen(category, listed.data) }
}
