import type { FastifyReply } from 'fastify'
import { html, type Html } from './html.ts'

export type Page = { title: string; main: Html }

/** Sends a page in the frame that all sandbox pages share. */
export function sendPage(reply: FastifyReply, { title, main }: Page): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(frame(title, main).markup)
}

export function sendNotFound(reply: FastifyReply): FastifyReply {
  const main = html`<div class="empty">
    <h1>Not found</h1>
    <p>There is nothing here, or it has made room for newer mail.</p>
    <a class="button" href="/sandbox/mailbox">Go to the mailbox</a>
  </div>`
  return sendPage(reply.code(404), { title: 'Not found', main })
}

function frame(title: string, main: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} | Baobab sandbox</title>
        <link rel="icon" href="/sandbox/look/baobab.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/sandbox/look/sandbox.css" />
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header class="cloth">
          <div class="wrap masthead">
            <a class="brand" href="/sandbox/mailbox">
              <img src="/sandbox/look/baobab.svg" alt="" width="40" height="40" />
              <span><b>Baobab</b> <span>Sandbox mailbox</span></span>
            </a>
            <p class="notice">This is a sandbox. <span>No mail leaves this machine.</span></p>
          </div>
        </header>
        <div class="strip"></div>
        <main id="main" class="wrap" tabindex="-1">${main}</main>
      </body>
    </html>`
}
