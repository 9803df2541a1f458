import { html, type Html } from '../html.ts'
import type { Page } from '../page.ts'
import { linked } from './link-addresses.ts'
import type { MailHead } from './mail-head.ts'
import type { MailContent } from './read-mail.ts'
import { findMailboxHash } from './reply.ts'
import { longTime } from '../time.ts'

// A megabyte of text would make the page too large for a phone. The JSON contains the whole text.
const MAX_TEXT_SHOWN = 100_000

export const replyOutcomes = ['delivered', 'failed'] as const
export type ReplyOutcome = (typeof replyOutcomes)[number]

type Replying = {
  canReply: boolean
  /** What became of the reply that was just sent. */ outcome?: ReplyOutcome | undefined
}

/** A mail's page: its code in large type, its text, its HTML in a sandboxed frame, and a form to reply if the mail asks for that. */
export function messagePage(head: MailHead, content: MailContent, { canReply, outcome }: Replying): Page {
  const subject = content.subject || 'No subject'
  const main = html`
    <p class="back">
      <a href="/sandbox/mailbox"><span aria-hidden="true">←</span> All mail</a>
    </p>
    <h1 class="subject">${subject}</h1>
    <dl class="facts">
      <dt>From</dt>
      <dd>${content.from || head.from || 'No sender'}</dd>
      <dt>To</dt>
      <dd>${head.to.join(', ')}</dd>
      <dt>Time</dt>
      <dd>${longTime(head.date)}</dd>
      ${
        content.attachments.length === 0
          ? null
          : html`<dt>Attached</dt>
              <dd>${content.attachments.join(', ')}</dd>`
      }
    </dl>
    ${head.code === null ? null : html`<p class="code">Code: <strong>${head.code}</strong></p>`}
    <div class="views">${textView(content.text)} ${htmlView(head.id, content.html)}</div>
    ${canReply && findMailboxHash(content.replyTo) !== '' ? replyForm(head.id, content.replyTo, outcome) : null}
  `
  return { title: subject.slice(0, 120), main, section: 'mailbox' }
}

const outcomeTexts: Record<ReplyOutcome, string> = {
  delivered: 'Your reply was delivered.',
  failed: 'Your reply could not be delivered.',
}

function replyForm(id: string, replyTo: string, outcome: ReplyOutcome | undefined): Html {
  return html`<form class="reply" method="post" action="/sandbox/mailbox/messages/${id}/reply">
    ${outcome ? html`<p role="status"><b>${outcomeTexts[outcome]}</b></p>` : null}
    <label for="reply">Reply to ${replyTo}</label>
    <textarea id="reply" name="text" rows="4" maxlength="20000" required></textarea>
    <button class="button" type="submit">Reply</button>
  </form>`
}

function textView(text: string): Html {
  const shown = text.trimEnd().slice(0, MAX_TEXT_SHOWN)
  return html`<section class="view" aria-labelledby="text">
    <h2 id="text">Text</h2>
    ${shown === '' ? html`<p class="quiet">This mail has no plain text.</p>` : html`<div class="text">${linked(shown)}</div>`}
    ${text.length > MAX_TEXT_SHOWN ? html`<p class="quiet">The rest of this long text is left out here.</p>` : null}
  </section>`
}

function htmlView(id: string, markup: string): Html {
  const source = `/sandbox/mailbox/messages/${id}/html`
  const view =
    markup.trim() === ''
      ? html`<p class="quiet">This mail has no HTML.</p>`
      : html`<iframe sandbox src="${source}" title="The mail as HTML" referrerpolicy="no-referrer"></iframe>
          <p class="quiet">
            Links do not work in this view: take them from the text. <a href="${source}">Open it on its own</a>
          </p>`
  return html`<section class="view" aria-labelledby="html">
    <h2 id="html">HTML</h2>
    ${view}
  </section>`
}
