// Counts payments and refunds by day in Lagos. A payment counts on the day the provider took the money. Its refunds count on
// the day the latest one was recorded, so a past day can still change.
import { addDays, listDays, startOfLagosDay, type Period } from '@baobab/contract/kernel/days.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import type { PaymentDay, readPaymentTotals as endpoint } from '@baobab/contract/payments/admin.ts'
import { sql } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'

type DayCount = { day: string; count: number; kobo: number }

/** Returns SQL for the Lagos date of a timestamp column; Lagos is UTC+1 all year. */
const lagosDay = (column: string) => sql.raw(`(${column} at time zone interval '1 hour')::date`)

/** Returns each day's totals for a period, and their sums. */
export async function readPaymentTotals(app: App, period: Period): Promise<ReplyOf<typeof endpoint>> {
  const from = startOfLagosDay(period.from).toISOString()
  const to = startOfLagosDay(addDays(period.to, 1)).toISOString()
  const [paid, refunded] = await app.db.transaction(
    async (tx) => {
      await tx.execute(sql`select set_config('jit', 'off', true)`)
      const paidDays = await tx.execute<DayCount>(sql`
        select day::text, count(*)::integer as count, sum(amount_kobo)::float8 as kobo
        from (select ${lagosDay('paid_at')} as day, amount_kobo from payments
          where paid_at is not null and paid_at >= ${from}::timestamptz and paid_at < ${to}::timestamptz) as paid
        group by day`)
      const refundedDays = await tx.execute<DayCount>(sql`
        select ${lagosDay('given_back_at')}::text as day, count(*)::integer as count, sum(given_back_kobo)::float8 as kobo
        from payments where confirmed_at is not null and given_back_at is not null
          and given_back_at >= ${from}::timestamptz and given_back_at < ${to}::timestamptz
        group by 1`)
      return [paidDays.rows, refundedDays.rows]
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  const days = listDays(period).map((day) => toPaymentDay(day, paid, refunded))
  return { days, totals: sumDays(days) }
}

function toPaymentDay(day: string, paidDays: readonly DayCount[], refundedDays: readonly DayCount[]): PaymentDay {
  const paid = paidDays.find((count) => count.day === day)
  const refunded = refundedDays.find((count) => count.day === day)
  return {
    day,
    payments: paid?.count ?? 0,
    kobo: paid?.kobo ?? 0,
    refunds: refunded?.count ?? 0,
    refundedKobo: refunded?.kobo ?? 0,
  }
}

function sumDays(days: readonly PaymentDay[]): Omit<PaymentDay, 'day'> {
  const sums = { payments: 0, kobo: 0, refunds: 0, refundedKobo: 0 }
  for (const day of days) {
    sums.payments += day.payments
    sums.kobo += day.kobo
    sums.refunds += day.refunds
    sums.refundedKobo += day.refundedKobo
  }
  return sums
}
