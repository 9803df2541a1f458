// Series of videos: admins make and order them, and each video belongs to at most one.
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import { SeriesForm } from './series-forms.ts'

const group = 'Videos'

/** A series as admins see it. */
export const Series = z
  .object({
    _id: z.string(),
    title: z.string(),
    description: z.string(),
    /** Its videos in their order, also those that students do not see yet. */
    videos: z.array(z.object({ _id: z.string(), title: z.string() })),
  })
  .meta({ id: 'Series' })
export type Series = z.infer<typeof Series>

const seriesParams = z.object({ seriesId: field.id })
/** Moves the item `id` before another, or to the end if `before` is null. */
const Move = z.strictObject({ id: field.id, before: z.nullable(field.id) })

export const listSeries = endpoint({
  group,
  method: 'GET',
  path: '/admin/series-list',
  who: ['owner', 'content', 'auditor'],
  summary: 'All series in the order in which students see them, with their videos',
  reply: z.object({ series: z.array(Series) }),
})

export const createSeries = endpoint({
  group,
  method: 'POST',
  path: '/api/series',
  who: ['owner', 'content'],
  summary: 'Creates a series without videos, at the end of the list',
  body: SeriesForm,
  status: 201,
  reply: z.object({ message: z.string(), series: Series }),
  fails: ['series_title_taken'],
})

export const updateSeries = endpoint({
  group,
  method: 'PUT',
  path: '/api/series/:seriesId',
  who: ['owner', 'content'],
  summary: 'Changes the title and the description of a series',
  params: seriesParams,
  body: SeriesForm,
  reply: z.object({ message: z.string(), series: Series }),
  fails: ['series_not_found', 'series_title_taken'],
})

export const deleteSeries = endpoint({
  group,
  method: 'DELETE',
  path: '/api/series/:seriesId',
  who: ['owner', 'content'],
  summary: 'Deletes a series; its videos and the certificates of students stay',
  params: seriesParams,
  reply: z.object({ message: z.string() }),
  fails: ['series_not_found'],
})

export const orderSeries = endpoint({
  group,
  method: 'PUT',
  path: '/api/series/order',
  who: ['owner', 'content'],
  summary: 'Moves a series before another in the list of all series, or to its end',
  body: Move,
  reply: z.object({ message: z.string() }),
  fails: ['series_not_found'],
})

export const orderSeriesVideos = endpoint({
  group,
  method: 'PUT',
  path: '/api/series/:seriesId/order',
  who: ['owner', 'content'],
  summary: 'Moves a video before another of its series, or to the end of the series',
  params: seriesParams,
  body: Move,
  reply: z.object({ message: z.string() }),
  fails: ['series_not_found', 'video_not_found'],
})
