import { moralValueLabels, moralValues, listSeries, type VideoSeries } from '@baobab/contract/videos/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { apiQuery } from '../../api/query.ts'
import { FieldError } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { text } from './text.ts'
import type { useVideoDetailsForm } from './use-video-details-form.ts'

type Field = ReturnType<typeof useVideoDetailsForm>['field']

/** The moral values of a video: up to three of a fixed list. */
export function ValuesField({ field }: { field: Field }) {
  const errorId = useId()
  const { error, ...input } = field('values')
  return (
    <fieldset className="values" aria-describedby={error ? errorId : undefined}>
      <legend>{text.values}</legend>
      <div className="values__list">
        {moralValues.map((value) => (
          <label className="check" key={value}>
            <input type="checkbox" value={value} {...input} />
            <span>{moralValueLabels[value]}</span>
          </label>
        ))}
      </div>
      <FieldError id={errorId}>{error}</FieldError>
    </fieldset>
  )
}

/** The series of a video. The present one can be chosen before the list of series has arrived. */
export function SeriesField({ field, present }: { field: Field; present: VideoSeries | null }) {
  const listed = useQuery(apiQuery(listSeries, {})).data?.series ?? []
  const options = present && !listed.some(({ _id }) => _id === present._id) ? [present, ...listed] : listed
  return (
    <Select
      label={text.seriesOfVideo}
      hint={text.seriesOfVideoHint}
      placeholder={text.noSeries}
      options={options.map(({ _id, title }) => ({ value: _id, label: title }))}
      {...field('seriesId')}
    />
  )
}
