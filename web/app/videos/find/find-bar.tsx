import { moralValueLabels, type Video } from '@baobab/contract/videos/endpoints.ts'
import { useCallback, useId } from 'react'
import { useDebouncedInput } from '../../ui/data-table/use-debounced-input.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { FilterSelect } from '../../ui/select.tsx'
import { text } from './text.ts'
import type { useVideoFilter } from './use-video-filter.ts'
import { listSeries, listValues, SEARCH_MAX, videoStates, type VideoFilter } from './video-filter.ts'

const states = videoStates.map((value) => ({ value, label: text.states[value] }))

type Props = {
  /** The whole list: it decides which values and series can be chosen. */
  videos: readonly Video[]
} & Pick<ReturnType<typeof useVideoFilter>, 'filter' | 'change'>

/** The bar above a list of videos: search, what the student did, value, series. */
export function FindBar({ videos, filter, change }: Props) {
  const values = listValues(videos)
  const series = listSeries(videos)
  return (
    <search className="find" aria-label={text.find}>
      <SearchInput value={filter.search} onChange={change} />
      <Segmented
        label={text.show}
        options={states}
        value={filter.state}
        look="pills"
        onChange={(state) => change({ state })}
      />
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

type SearchProps = { value: string; onChange: (changes: Partial<VideoFilter>) => void }

function SearchInput({ value, onChange }: SearchProps) {
  const id = useId()
  const settle = useCallback((search: string) => onChange({ search }), [onChange])
  const [typed, setTyped] = useDebouncedInput(value, settle)
  return (
    <div className="field">
      <label htmlFor={id}>{text.search}</label>
      <input
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
