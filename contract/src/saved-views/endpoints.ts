// Views of lists: filters, order and columns that an admin has given a name. Each admin has their own.
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import { keepFilters } from './query.ts'
import { ViewNameForm } from './forms.ts'

const group = 'Saved views'

/** The lists that have filters. */
export const savedViewLists = [
  'students',
  'payments',
  'videos',
  'questions',
  'notifications',
  'messages',
  'audit',
] as const
export type SavedViewList = (typeof savedViewLists)[number]

export const SavedView = z
  .object({
    _id: z.string(),
    list: z.enum(savedViewLists),
    name: z.string(),
    /** The filters and the order, as the query of the list's address. */
    query: z.string(),
    /** The ids of hidden columns; none for lists whose columns cannot be hidden. */
    hiddenColumns: z.array(z.string()),
    isDefault: z.boolean(),
  })
  .meta({ id: 'SavedView' })
export type SavedView = z.infer<typeof SavedView>

const list = z.enum(savedViewLists, 'Unknown list')
const viewParams = z.object({ viewId: field.id })
const column = z.string('Unknown column').regex(/^[A-Za-z]{1,30}$/, 'Unknown column')

export const listSavedViews = endpoint({
  group,
  method: 'GET',
  path: '/admin/saved-views',
  who: 'admin',
  summary: "The caller's own views of all lists, by name",
  reply: z.object({ views: z.array(SavedView) }),
})

export const createSavedView = endpoint({
  group,
  method: 'POST',
  path: '/admin/saved-views',
  who: 'admin',
  summary: 'Saves filters, order and columns of a list under a name. The words of a search are not kept',
  body: z.strictObject({
    list,
    name: ViewNameForm.shape.name,
    isDefault: ViewNameForm.shape.isDefault,
    query: z.pipe(field.optionalText({ name: 'Filters', max: 1_000 }), z.transform(keepFilters)),
    hiddenColumns: z.array(column, 'List the hidden columns').max(40, 'Too many columns'),
  }),
  status: 201,
  reply: z.object({ message: z.string(), view: SavedView }),
  fails: ['view_name_taken', 'too_many_views'],
})

export const changeSavedView = endpoint({
  group,
  method: 'PUT',
  path: '/admin/saved-views/:viewId',
  who: 'admin',
  summary: 'Renames a view of the caller, or opens the list with it from now on',
  params: viewParams,
  body: ViewNameForm,
  reply: z.object({ message: z.string(), view: SavedView }),
  fails: ['view_not_found', 'view_name_taken'],
})

export const deleteSavedView = endpoint({
  group,
  method: 'DELETE',
  path: '/admin/saved-views/:viewId',
  who: 'admin',
  summary: 'Deletes a view of the caller',
  params: viewParams,
  reply: z.object({ message: z.string() }),
  fails: ['view_not_found'],
})
