// Cursors for each order of the student list. A position consists of the values that the order compares, as texts, so that students
// who register or leave between two pages do not shift the next page.
import { z } from 'zod'
import { isRealDate } from '@baobab/contract/accounts/rules.ts'
import type { StudentSort } from '@baobab/contract/students/endpoints.ts'
import { failField } from '../platform/http/errors.ts'
import type { StudentOrder } from './rules.ts'

export type Position = readonly string[]

const key = z
  .string()
  .max(500)
  .refine((text) => !text.includes('\0'))
const milliseconds = z.string().regex(/^\d{1,14}$/)
const score = z.string().regex(/^\d{1,9}$/)
const date = z.string().refine(isRealDate)

const shapes: Record<StudentSort, z.ZodType<Position>> = {
  username: z.tuple([key]),
  joined: z.tuple([milliseconds, key]),
  school: z.tuple([key, key]),
  ageCategory: z.tuple([z.enum(['5-10', '11-20', 'above', 'below']), date, key]),
  // Students who have answered come first, then the others.
  score: z.union([z.tuple([z.literal('placed'), score, milliseconds, z.uuid()]), z.tuple([z.literal('rest'), key])]),
}

/** Formats a position as opaque text, valid only for the order it was made in. */
export function formatCursor({ sort, isDescending }: StudentOrder, position: Position): string {
  return Buffer.from(JSON.stringify([sort, isDescending, ...position])).toString('base64url')
}

/** Parses a cursor. Refuses an invalid cursor or one from a different order. */
export function parseCursor(order: StudentOrder, cursor: string): Position {
  try {
    const [sort, isDescending, ...position] = z
      .tuple([z.string(), z.boolean()], z.string())
      .parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    if (sort === order.sort && isDescending === order.isDescending) return shapes[order.sort].parse(position)
  } catch {
    // Refused below.
  }
  return failField('cursor', 'We could not load this part of the list. Please reload the page.')
}
