// The layout of every mail: one column in our colours, readable without images, with a plain-text alternative.
import { escapeHtml } from '../platform/http/escape-html.ts'

export type MailBody = {
  subject: string
  text: string
  html: string
  /** Additional headers of the mail. */
  headers?: Record<string, string>
}

type Content = {
  subject: string
  /** Plain text, which is escaped here. */
  paragraphs: string[]
  /** Digits to copy, shown large on a separate line. */
  code?: string
  button?: { label: string; link: string }
  /** Text written by the recipient, set apart from ours. */
  quote?: { head: string; text: string }
  closing: string
  publicUrl: string
  /** For non-essential mails: the address that turns off mails of this kind. */
  unsubscribe?: string | undefined
}

const UNSUBSCRIBE = 'Stop emails about news and quizzes'

/** Marks where `addSupportContacts` inserts the support contacts. */
const SUPPORT_MARKER = '<!-- support -->'

const ink = '#12163A'
const mutedInk = '#444A70'
const font = "font-family:'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif"

/** Escapes a text and keeps its line breaks. */
const escapeLines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>')

const renderParagraph = (text: string) =>
  `<p style="margin:0 0 16px;${font};font-size:16px;line-height:1.55;color:${ink}">${escapeLines(text)}</p>`

const renderCode = (code: string) =>
  `<p style="margin:8px 0 24px;padding:16px;background:#EEF0FA;border-radius:12px;text-align:center;${font};font-size:32px;font-weight:700;letter-spacing:8px;color:#263185">${escapeHtml(code)}</p>`

const renderButton = ({ label, link }: { label: string; link: string }) =>
  `<p style="margin:8px 0 24px"><a href="${escapeHtml(link)}" style="display:inline-block;padding:14px 24px;background:#263185;border-radius:12px;${font};font-size:16px;font-weight:600;color:#FFFFFF;text-decoration:none">${escapeHtml(label)}</a></p>
<p style="margin:0 0 16px;${font};font-size:14px;line-height:1.5;color:${mutedInk};word-break:break-all">${escapeHtml(link)}</p>`

const renderQuote = ({ head, text }: { head: string; text: string }) =>
  `<p style="margin:24px 0 8px;${font};font-size:14px;color:${mutedInk}">${escapeHtml(head)}</p>
<blockquote style="margin:0;padding:4px 0 4px 16px;border-left:4px solid #D6DAEC;${font};font-size:14px;line-height:1.5;color:${mutedInk}">${escapeLines(text)}</blockquote>`

const renderUnsubscribe = (link: string | undefined) =>
  link ? `<br><a href="${escapeHtml(link)}" style="color:${mutedInk}">${UNSUBSCRIBE}</a>` : ''

/** Makes mail programs show a button that sends one POST request, without a page (RFC 8058). */
const toUnsubscribeHeaders = (link: string) => ({
  'List-Unsubscribe': `<${link}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

function renderHtml(content: Content): string {
  const { subject, paragraphs, code, button, quote, closing, publicUrl, unsubscribe } = content
  const [first = '', ...rest] = paragraphs
  return `<!doctype html><html lang="en-NG"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#F6F7FB"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#FFFFFF;border:1px solid #D6DAEC;border-radius:18px">
<tr><td style="padding:20px 28px;background:#1C2566;border-radius:18px 18px 0 0;${font};font-size:22px;font-weight:800;color:#FFFFFF">Baobab<span style="display:block;font-size:14px;font-weight:400;color:#D5DAF7">Watch. Answer. Rise.</span></td></tr>
<tr><td style="height:6px;font-size:0;background:#FFC21A">&nbsp;</td></tr>
<tr><td style="padding:28px">${renderParagraph(first)}${code ? renderCode(code) : ''}${button ? renderButton(button) : ''}${rest.map(renderParagraph).join('')}${quote ? renderQuote(quote) : ''}
<p style="margin:24px 0 0;${font};font-size:14px;line-height:1.5;color:${mutedInk}">${escapeHtml(closing)}</p></td></tr></table>
<p style="margin:16px 0 0;${font};font-size:12px;color:${mutedInk}"><a href="${escapeHtml(publicUrl)}" style="color:${mutedInk}">${escapeHtml(publicUrl)}</a>${SUPPORT_MARKER}${renderUnsubscribe(unsubscribe)}</p></td></tr></table></body></html>`
}

function renderText({ paragraphs, code, button, quote, closing, publicUrl, unsubscribe }: Content): string {
  const [first = '', ...rest] = paragraphs
  const parts = [
    first,
    code,
    button && `${button.label}: ${button.link}`,
    ...rest,
    quote && `${quote.head}\n${quote.text.replace(/^/gm, '> ')}`,
    closing,
    unsubscribe && `${UNSUBSCRIBE}: ${unsubscribe}`,
    `Baobab. Watch. Answer. Rise.\n${publicUrl}`,
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

/** Renders a mail as HTML and as plain text. Line breaks in the subject become spaces. */
export function renderMail(content: Content): MailBody {
  return {
    subject: content.subject.replace(/\s+/g, ' '),
    text: renderText(content),
    html: renderHtml(content),
    ...(content.unsubscribe && { headers: toUnsubscribeHeaders(content.unsubscribe) }),
  }
}

type Support = { supportEmail: string | null; supportPhone: string | null }

/** Adds the support contacts at the end of a mail, if the settings have any. */
export function addSupportContacts<Body extends Pick<MailBody, 'text' | 'html'>>(body: Body, support: Support): Body {
  const contacts = [support.supportEmail, support.supportPhone].filter((contact) => contact !== null)
  const line = contacts.length > 0 ? `Questions? ${contacts.join(' or ')}` : ''
  const html = body.html.replace(SUPPORT_MARKER, () => (line ? `<br>${escapeHtml(line)}` : ''))
  return { ...body, text: line ? `${body.text}${line}\n` : body.text, html }
}
