// The one time that a payment is shown with: lists, receipts and mails must not differ by the minute that paying takes.
const ZONE = 'Africa/Lagos'

type Times = { paidAt: Date | string | null; openedAt: Date | string }

/** Returns when a payment was paid, or when it was opened if it is not paid, in Lagos: '3 December 2026, 1:00 pm'. */
export function formatPaymentTime({ paidAt, openedAt }: Times): string {
  const at = new Date(paidAt ?? openedAt)
  const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: ZONE })
  const time = new Intl.DateTimeFormat('en-GB', { hour: 'numeric', minute: '2-digit', hour12: true, timeZone: ZONE })
  return `${date.format(at)}, ${time.format(at)}`
}
