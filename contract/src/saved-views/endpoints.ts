// Saved views of lists: filters, order and columns under a name. Each admin has their own.
import type { ErrorCodes } from '../kernel/text.ts'
import * as mini from 'zod/mini'
import * as field from '../kernel/fields.ts'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'

/** The number of views of one list that an admin can save, and the length of their names. */
export const SAVED_VIEWS_MAX = 30
export const SAVED_VIEW_NAME_MAX = 60

export const savedViewsText = {
  viewsFailed: 'Failed to load your views.',
  viewNotFound: 'This view no longer exists.',
  viewNameTaken: 'You already have a view with this name.',
  tooManyViews: 'You have 30 views of this list. Please delete one first.',
  viewSaved: 'View saved.',
  viewSaveFailed: 'Failed to save the view.',
  viewDeleted: 'View deleted.',
  viewDeleteFailed: 'Failed to delete the view.',
} as const

// Which parts of a list's URL a saved view keeps.

/**
 * Parameters that a view does not keep: the subject of audit lines, which may name a person; the page; the open item; and the tab
 * that shows the list. A search is kept: only the admin who typed it can read it.
 */
const left: ReadonlySet<string> = new Set(['subject', 'cursor', 'page', 'video', 'message', 'tab'])

/** Returns the filters, the search and the order of a list's query, sorted by name, so that equal views have equal texts. */
export function keepFilters(query: string): string {
  const params = new URLSearchParams(
    [...new URLSearchParams(query)].filter(([name, value]) => !left.has(name) && value),
  )
  params.sort()
  return params.toString()
}

/** Returns the query that opens a view: its filters and its search, and the tab of the current URL. */
export function toQueryOfView(view: string, present: string): string {
  const params = new URLSearchParams(view)
  const tab = new URLSearchParams(present).get('tab')
  if (tab) params.set('tab', tab)
  return params.toString()
}

export const savedViewsErrors = {
  view_not_found: { status: 404, message: savedViewsText.viewNotFound },
  view_name_taken: { status: 409, message: savedViewsText.viewNameTaken },
  too_many_views: { status: 409, message: savedViewsText.tooManyViews },
} as const satisfies ErrorCodes

// How an admin names a view of a list.

export const ViewNameForm = mini.strictObject({
  name: field.requiredText({ name: 'Name', max: SAVED_VIEW_NAME_MAX }),
  /** Whether the list opens with this view. */
  isDefault: mini.boolean('Say whether the list opens with this view'),
})
export type ViewNameForm = mini.output<typeof ViewNameForm>

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
    /** The filters and the order, as a query string for the list's URL. */
    query: z.string(),
    /** The ids of hidden columns; empty for lists whose columns cannot be hidden. */
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
  summary: 'Saves filters, search, order and columns of a list under a name, which only the caller can read',
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
