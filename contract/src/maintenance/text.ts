// What students read about maintenance. Times are in Lagos.
const TIME = new Intl.DateTimeFormat('en-GB', {
  hour: 'numeric',
  minute: '2-digit',
  hourCycle: 'h12',
  timeZone: 'Africa/Lagos',
})
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'Africa/Lagos' })

/** '2:00 pm', or '26 Nov, 2:00 pm' on another day than `now`. */
function formatMoment(at: Date, now: Date): string {
  const time = TIME.format(at)
  return DAY.format(at) === DAY.format(now) ? time : `${DAY.format(at)}, ${time}`
}

type Times = { startsAt: Date; expectedEndAt: Date; now: Date }

/** When it goes on, as far as is known. */
const until = ({ expectedEndAt, now }: Pick<Times, 'expectedEndAt' | 'now'>) =>
  expectedEndAt > now
    ? `We expect to be ready at ${formatMoment(expectedEndAt, now)}.`
    : 'It takes a little longer than planned.'

export const maintenanceText = {
  planned: ({ startsAt, expectedEndAt, now }: Times) =>
    `We will look after Baobab from ${formatMoment(startsAt, now)} to ${formatMoment(expectedEndAt, now)}. No quiz can be started then.`,
  closing: (times: Times) =>
    `We are about to look after Baobab, so no new quiz can be started now. ${until(times)} A quiz that is running goes on.`,
  on: (times: Times) =>
    `We are looking after Baobab, so no quiz can be started now. ${until(times)} You can watch videos and practise.`,
  quizStopped: (times: Pick<Times, 'expectedEndAt' | 'now'>) =>
    `We are looking after Baobab. Your time stands still, and your answers are saved. ${until(times)}`,
  noPayments: (times: Pick<Times, 'expectedEndAt' | 'now'>) =>
    `We are looking after Baobab, so no payment can be started now. ${until(times)} You have not been charged.`,
  later: 'We are looking after Baobab. Please try again later.',
} as const
