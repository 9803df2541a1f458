// How admins describe a series.
import * as z from 'zod/mini'
import * as field from '../kernel/fields.ts'
import { TITLE_MAX } from '../kernel/limits.ts'
import { DESCRIPTION_MAX } from './limits.ts'

export const SeriesForm = z.strictObject({
  title: field.requiredText({ name: 'Title', max: TITLE_MAX }),
  description: field.optionalText({ name: 'Description', max: DESCRIPTION_MAX, lines: true }),
})
export type SeriesForm = z.output<typeof SeriesForm>
