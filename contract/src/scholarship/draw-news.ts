// What is new for a student about the draws, for the page after login.
import { z } from 'zod'
import { endpoint, type ReplyOf } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import { drawStates, month, outsideReasons } from './endpoints.ts'
import { MyPrize } from './prize.ts'

export const drawNews = endpoint({
  group: 'Scholarship',
  method: 'GET',
  path: '/api/scholarship/news',
  who: 'student',
  summary: 'What is new for the student: prizes, the latest list, and the running month',
  reply: z.object({
    /** The student's prizes, newest first. */
    prizes: z.array(
      MyPrize.pick({
        month: true,
        state: true,
        claimBy: true,
        agreement: true,
        canClaim: true,
        paidOn: true,
        isHeld: true,
      }),
    ),
    /** The latest list; null if its draw was more than a month ago, or if the student joined after its month had ended. */
    latest: z
      .object({
        month,
        state: z.enum(drawStates),
        drawsAt: field.instant,
        /** Whether the student's number can win, or could. */
        canWin: z.boolean(),
        /** Why it cannot; null for other reasons, such as a check that was not finished. */
        leftOut: z.enum(outsideReasons).nullable(),
        /** Whether the student can still say that the list is wrong. */
        canClaim: z.boolean(),
        drawnAt: z.nullable(field.instant),
        /** The name that the draw page shows; null without a winner, and while the prize is on hold. */
        winner: z.string().nullable(),
      })
      .nullable(),
    current: z.object({
      month,
      /** Whether the student would be in the draw if the month ended now. */
      isIn: z.boolean(),
      rank: z.number().int().nullable(),
    }),
  }),
})
export type DrawNews = ReplyOf<typeof drawNews>
