// Places in the list of students: where a page ends and the next begins, in each of its orders. A place is the values
// that the order compares, as texts, so that rows that come or go meanwhile move nobody.
import { z } from 'zod'
import { isRealDate } from '@baobab/contract/age.ts'
import type { StudentSort } from '@baobab/contract/students.ts'
import { failField } from '../platform/http/errors.ts'
import type { Order } from './rules.ts'

export type Position = readonly string[]

const word = z
  .string()
  .max(500)
  .refine((text) => !text.includes('\0'))
const milliseconds = z.string().regex(/^\d{1,14}$/)
const score = z.string().regex(/^\d{1,9}$/)
const date = z.string().refine(isRealDate)

const shapes: Record<StudentSort, z.ZodType<Position>> = {
  username: z.tuple([word]),
  joined: z.tuple([milliseconds, word]),
  school: z.tuple([word, word]),
  ageCategory: z.tuple([z.enum(['5-10', '11-20', 'above', 'below']), date, word]),
  // Those who have answered, then those who have not.
  score: z.union([z.tuple([z.literal('placed'), score, milliseconds, z.uuid()]), z.tuple([z.literal('rest'), word])]),
}

/** A place as opaque text; it is good for the order it was made in. */
export function formatCursor({ sort, isDescending }: Order, place: Position): string {
  return Buffer.from(JSON.stringify([sort, isDescending, ...place])).toString('base64url')
}

/** Reads a place back; one of another order, or none at all, is refused. */
export function parseCursor(order: Order, cursor: string): Position {
  try {
    const [sort, isDescending, ...place] = z
      .tuple([z.string(), z.boolean()], z.string())
      .parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    if (sort === order.sort && isDescending === order.isDescending) return shapes[order.sort].parse(place)
  } catch {
    // What cannot be read is refused below.
  }
  return failField('cursor', 'This place in the list is not known.')
}
