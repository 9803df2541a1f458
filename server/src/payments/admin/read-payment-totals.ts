// Payments by day in Lagos. Money counts on the day the provider took it, and what was given back of a payment on the day
// we learned of the last of it: a day may still change while the provider tells late.
import { addDays, listDays, startOfLagosDay } from '@baobab/contract/lagos-days.ts'
import type { ReplyOf } from '@baobab/contract/endpoint.ts'
import type { Period } from '@baobab/contract/period.ts'
import type { PaymentDay, readPaymentTotals as endpoint } from '@baobab/contract/payments-admin.ts'
import { sql } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'

type Counted = { day: string; count: number; kobo: number }

/** Lagos is UTC+1 all year. */
const dayOf = (instant: string) => sql.raw(`(${instant} at time zone interval '1 hour')::date`)

/** The totals of a period. */
export async function readPaymentTotals(app: App, period: Period): Promise<ReplyOf<typeof endpoint>> {
  const from = startOfLagosDay(period.from).toISOString()
  const to = startOfLagosDay(addDays(period.to, 1)).toISOString()
  const [taken, back] = await app.db.transaction(
    async (tx) => {
      await tx.execute(sql`select set_config('jit', 'off', true)`)
      const paid = await tx.execute<Counted>(sql`
        select day::text, count(*)::integer as count, sum(amount_kobo)::float8 as kobo
        from (select ${dayOf('paid_at')} as day, amount_kobo from payments
          where paid_at is not null and paid_at >= ${from}::timestamptz and paid_at < ${to}::timestamptz) as paid
        group by day`)
      const returned = await tx.execute<Counted>(sql`
        select ${dayOf('given_back_at')}::text as day, count(*)::integer as count, sum(given_back_kobo)::float8 as kobo
        from payments where confirmed_at is not null and given_back_at is not null
          and given_back_at >= ${from}::timestamptz and given_back_at < ${to}::timestamptz
        group by 1`)
      return [paid.rows, returned.rows]
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  const days = listDays(period).map((day) => dayWith(day, taken, back))
  return { days, totals: sumOf(days) }
}

function dayWith(day: string, taken: readonly Counted[], back: readonly Counted[]): PaymentDay {
  const [paid, returned] = [taken, back].map((list) => list.find((one) => one.day === day))
  return {
    day,
    payments: paid?.count ?? 0,
    kobo: paid?.kobo ?? 0,
    givenBack: returned?.count ?? 0,
    givenBackKobo: returned?.kobo ?? 0,
  }
}

function sumOf(days: readonly PaymentDay[]): Omit<PaymentDay, 'day'> {
  const sums = { payments: 0, kobo: 0, givenBack: 0, givenBackKobo: 0 }
  for (const day of days) {
    sums.payments += day.payments
    sums.kobo += day.kobo
    sums.givenBack += day.givenBack
    sums.givenBackKobo += day.givenBackKobo
  }
  return sums
}
