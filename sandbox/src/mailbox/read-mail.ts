// Parses the bytes of a mail. They are untrusted input: nothing here may throw because of them.
import PostalMime from 'postal-mime'
import type { Address } from 'postal-mime'

export type MailContent = {
  from: string
  /** The address for replies, if it is a different one. */ replyTo: string
  subject: string
  text: string
  html: string
  attachments: string[]
}

const PREVIEW_LENGTH = 160
const PREVIEW_SOURCE = 20_000

/**
 * Parses a mail as received over SMTP. Anything that cannot be parsed is shown unchanged, so that nothing is hidden.
 */
export async function readMail(raw: Uint8Array): Promise<MailContent> {
  try {
    const mail = await PostalMime.parse(raw, { maxNestingDepth: 50, maxHeadersSize: 256 * 1024 })
    return {
      from: mail.from ? writeAddress(mail.from) : '',
      replyTo: oneLine(mail.replyTo?.[0]?.address ?? ''),
      subject: oneLine(mail.subject ?? ''),
      text: withoutLastBreak(mail.text ?? ''),
      html: withoutLastBreak(mail.html ?? ''),
      attachments: mail.attachments.map((attachment) => oneLine(attachment.filename ?? attachment.mimeType)),
    }
  } catch {
    return {
      from: '',
      replyTo: '',
      subject: '(this mail could not be read)',
      text: Buffer.from(raw).toString('utf8'),
      html: '',
      attachments: [],
    }
  }
}

/** Returns the beginning of a mail's text, for the list. */
export function previewOf(content: MailContent): string {
  return oneLine(wordsOf(content)).slice(0, PREVIEW_LENGTH).toWellFormed()
}

/** Finds the 6-digit code in a mail, ignoring digits in amounts, colours, links and longer numbers. */
export function codeIn(content: MailContent): string | null {
  const code = /(?<![\p{L}\p{N}_#₦/=&.,+-])\d{6}(?![\p{L}\p{N}_/=-]|[.,]\d)/u
  return code.exec(wordsOf(content))?.[0] ?? code.exec(content.subject)?.[0] ?? null
}

function wordsOf({ text, html }: MailContent): string {
  return text.trim() === '' ? withoutTags(html.slice(0, PREVIEW_SOURCE)) : text.slice(0, PREVIEW_SOURCE)
}

// Precise enough for a preview, and takes linear time for any input. The result is escaped like all other text.
function withoutTags(markup: string): string {
  const [start = '', ...hidden] = markup.split(/<(?:style|script|title)\b/i)
  const afterHidden = hidden.map((part) => part.slice(1 + part.indexOf('>', part.search(/<\/(?:style|script|title)/i))))
  return [start, ...afterHidden]
    .join(' ')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&nbsp;|&#8199;|&zwnj;/g, ' ')
    .replaceAll('&amp;', '&')
}

function writeAddress(address: Address): string {
  if (address.address === undefined) return oneLine(address.name)
  return oneLine(address.name === '' ? address.address : `${address.name} <${address.address}>`)
}

// The last line break is part of the transport, and is missing in some encodings.
function withoutLastBreak(text: string): string {
  return text.replace(/\r?\n$/, '')
}

function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
}
