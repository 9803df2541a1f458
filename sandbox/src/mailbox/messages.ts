import { readMail } from './read-mail.ts'
import type { MailHead } from './mail-head.ts'
import type { Store } from './store.ts'

/** Returns the mails to one exact address, ignoring case, or all mails if no address is given. */
export function mailsTo(store: Store, address: string): readonly MailHead[] {
  const mails = store.newestFirst()
  return address === '' ? mails : mails.filter(({ to }) => to.some((one) => sameAddress(one, address)))
}

/** Returns the mails with a recipient that contains the search text. */
export function mailsMatching(store: Store, search: string): readonly MailHead[] {
  const wanted = search.toLowerCase()
  return store.newestFirst().filter(({ to }) => to.some((one) => one.toLowerCase().includes(wanted)))
}

/**
 * Streams the JSON list, so that a full mailbox is never entirely in memory. A mail to several recipients has one entry
 * for each of them.
 */
export async function* messagesJson(store: Store, address: string): AsyncGenerator<string> {
  let separator = '['
  for (const { id, to, date } of mailsTo(store, address)) {
    const raw = await store.read(id)
    if (raw === null) continue
    const { subject, text, html } = await readMail(raw)
    for (const recipient of to) {
      if (address !== '' && !sameAddress(recipient, address)) continue
      yield separator + JSON.stringify({ to: recipient, subject, text, html, date })
      separator = ','
    }
  }
  yield separator === '[' ? '[]' : ']'
}

function sameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
