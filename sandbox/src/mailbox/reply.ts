// Delivers a recipient's reply to the product as Postmark does: a webhook with the mail as JSON, and a password in its URL.
import { randomUUID } from 'node:crypto'
import type { MailHead } from './mail-head.ts'
import type { MailContent } from './read-mail.ts'

/** The product's webhook for incoming mail. */
export type ReplyTarget = { url: string; secret: string }

const LIMIT_MS = 30_000

/** Returns the part of an address between `+` and `@`, which names a conversation; '' if there is none. */
export function findMailboxHash(address: string): string {
  return /\+([^+@\s<>]+)@/.exec(address)?.[1] ?? ''
}

type Reply = { head: MailHead; content: MailContent; text: string }

/** Delivers a reply. Returns the status of the product's response. */
export async function deliverReply({ url, secret }: ReplyTarget, reply: Reply): Promise<number> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      authorization: `Basic ${Buffer.from(`baobab:${secret}`).toString('base64')}`,
      'user-agent': 'Postmark',
    },
    body: JSON.stringify(toPostmark(reply)),
    redirect: 'manual',
    signal: AbortSignal.timeout(LIMIT_MS),
  })
  await response.body?.cancel()
  return response.status
}

function toPostmark({ head, content, text }: Reply) {
  const [from = ''] = head.to
  const { replyTo, subject } = content
  const hash = findMailboxHash(replyTo)
  return {
    FromName: '',
    MessageStream: 'inbound',
    From: from,
    FromFull: { Email: from, Name: '', MailboxHash: '' },
    To: replyTo,
    ToFull: [{ Email: replyTo, Name: '', MailboxHash: hash }],
    Cc: '',
    CcFull: [],
    Bcc: '',
    BccFull: [],
    OriginalRecipient: replyTo,
    Subject: `Re: ${subject}`,
    MessageID: randomUUID(),
    ReplyTo: '',
    MailboxHash: hash,
    Date: new Date().toUTCString(),
    TextBody: `${text}\n\nOn ${head.date}, ${content.from} wrote:\n${content.text.replace(/^/gm, '> ')}\n`,
    HtmlBody: '',
    StrippedTextReply: text,
    Tag: '',
    Headers: [{ Name: 'X-Spam-Status', Value: 'No' }],
    Attachments: [],
  }
}
