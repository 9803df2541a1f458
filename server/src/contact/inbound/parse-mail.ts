// Reads a mail in the format of Postmark's inbound webhook (https://postmarkapp.com/developer/webhooks/inbound-webhook). All of it
// was written by strangers.
import { REPLY_MAX } from '@baobab/contract/contact/text.ts'
import { cleanLines } from '@baobab/contract/kernel/text.ts'
import { z } from 'zod'
import { findToken } from './reply-address.ts'

const line = z.string().catch('')

/** The properties that we read. One of an unexpected type counts as missing. */
const Postmark = z.object({
  MessageID: z.string().min(1).max(200),
  FromFull: z.object({ Email: line }).catch({ Email: '' }),
  MailboxHash: line,
  OriginalRecipient: line,
  To: line,
  TextBody: line,
  StrippedTextReply: line,
  Headers: z.array(z.object({ Name: line, Value: line })).catch([]),
  Attachments: z.array(z.unknown()).catch([]),
})
type Postmark = z.output<typeof Postmark>

export type IncomingMail = {
  mailId: string
  from: string
  /** What follows the `+` of our address; '' if nothing does. */
  token: string
  text: string
  isCut: boolean
  attachments: number
  /** Whether a program wrote it: an auto-reply, a bounce or a mailing list. */
  isAutomatic: boolean
}

/** Returns the mail in a webhook; undefined if its format is unknown. */
export function parseMail(body: unknown): IncomingMail | undefined {
  const parsed = Postmark.safeParse(body)
  if (!parsed.success) return undefined
  const mail = parsed.data
  return {
    mailId: mail.MessageID,
    from: mail.FromFull.Email.trim().toLowerCase().slice(0, 320),
    token: mail.MailboxHash || findToken(mail.OriginalRecipient) || findToken(mail.To),
    ...cleanReply(mail),
    attachments: mail.Attachments.length,
    isAutomatic: isAutomatic(mail),
  }
}

/**
 * Whether a mail must get no reaction (RFC 3834): answering machines, bounces and mailing lists say so in their headers. Bounces have
 * an empty return path.
 */
function isAutomatic({ Headers }: Postmark): boolean {
  return Headers.some(({ Name, Value }) => {
    const value = Value.trim().toLowerCase()
    switch (Name.toLowerCase()) {
      case 'auto-submitted':
        return !/^no\b/.test(value)
      case 'precedence':
        return ['bulk', 'junk', 'list', 'auto_reply'].includes(value)
      case 'x-autoreply':
      case 'x-autorespond':
        return value !== 'no'
      case 'return-path':
        return value === '' || value === '<>'
      default:
        return false
    }
  })
}

/** Control characters other than tab and line break. */
const control = /[^\P{Cc}\t\n]/gu
/** Longer texts are cut before they are searched. */
const SEARCHED_MAX = 10 * REPLY_MAX

/** Returns what the sender typed: without the quoted mail, control characters and what is too long. */
function cleanReply({ StrippedTextReply, TextBody }: Postmark): { text: string; isCut: boolean } {
  const typed = StrippedTextReply.trim() === '' ? withoutQuote(TextBody.slice(0, SEARCHED_MAX)) : StrippedTextReply
  const text = cleanLines(
    typed
      .replace(/\r\n?/g, '\n')
      .replace(/[\u2028\u2029]/g, '\n')
      .replace(control, '')
      .toWellFormed(),
  )
  return { text: text.slice(0, REPLY_MAX).toWellFormed(), isCut: text.length > REPLY_MAX }
}

/** The line that mail programs write above the quoted mail: `On 3 May 2026 at 10:00, Baobab <…> wrote:`. */
const QUOTE_HEAD = /^On\b.{0,300}\bwrote:$/i
/** The line of mail programs that quote without `>`. */
const ORIGINAL_HEAD = /^-{2,} ?Original Message ?-{2,}$/i

/**
 * Removes the quoted mail at the end of a text: lines that begin with `>`, and their heading. Keeps it if the sender wrote below it
 * or only within it, because a sentence that nobody reads is worse than a quote.
 */
function withoutQuote(text: string): string {
  const lines = text.split(/\r\n?|\n/)
  const head = lines.findIndex((one) => ORIGINAL_HEAD.test(one.trim()))
  const above = lines.slice(0, Math.max(head, 0))
  const typed = above.some((one) => one.trim() !== '') ? above : lines
  if (dropQuoted(typed) && QUOTE_HEAD.test(typed.at(-1)?.trim() ?? '')) typed.pop()
  return typed.join('\n')
}

/** Removes blank and quoted lines at the end. Returns whether one was quoted. */
function dropQuoted(lines: string[]): boolean {
  let isQuoted = false
  for (let last = lines.at(-1); last !== undefined && /^\s*(>.*)?$/.test(last); last = lines.at(-1)) {
    isQuoted ||= last.includes('>')
    lines.pop()
  }
  return isQuoted
}
