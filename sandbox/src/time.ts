import { html, type Html } from './html.ts'

const LAGOS = { timeZone: 'Africa/Lagos', hourCycle: 'h23' } as const
const short = new Intl.DateTimeFormat('en-GB', {
  ...LAGOS,
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})
const long = new Intl.DateTimeFormat('en-GB', { ...LAGOS, dateStyle: 'full', timeStyle: 'medium' })

export function shortTime(date: string): Html {
  return html`<time datetime="${date}" title="${long.format(new Date(date))}">${short.format(new Date(date))}</time>`
}

export function longTime(date: string): Html {
  return html`<time datetime="${date}">${long.format(new Date(date))}, Lagos time</time>`
}
