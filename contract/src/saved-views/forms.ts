// How an admin names a view of a list.
import * as z from 'zod/mini'
import * as field from '../kernel/fields.ts'
import { SAVED_VIEW_NAME_MAX } from './limits.ts'

export const ViewNameForm = z.strictObject({
  name: field.requiredText({ name: 'Name', max: SAVED_VIEW_NAME_MAX }),
  /** Whether the list opens with this view. */
  isDefault: z.boolean('Say whether the list opens with this view'),
})
export type ViewNameForm = z.output<typeof ViewNameForm>
