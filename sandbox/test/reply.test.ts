import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openWorld } from './open.ts'

const replyTo = 'support+abc123@baobab.example'

/** A product that notes what its webhook receives. */
async function openProduct(status = 200) {
  const received: { authorization: string | undefined; mail: Record<string, unknown> }[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ authorization: request.headers.authorization, mail: JSON.parse(body) })
      response.writeHead(status).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/inbound` }
}

async function sendReply(context: Awaited<ReturnType<typeof openWorld>>, text: string) {
  const { headers } = await context.http.inject({
    method: 'POST',
    url: `${await context.newestPage()}/reply`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ text }).toString(),
  })
  return (await context.get(String(headers.location))).body
}

test('a reply is delivered to the product in the format of the mail provider, with its password', async () => {
  const [context, product] = [await openWorld(), await openProduct()]
  context.sandbox.sendRepliesTo(product.url, 'secret')
  await context.send({ to: 'ada@example.com', subject: 'Our answer', text: 'On Friday.', replyTo })
  expect((await context.get(await context.newestPage())).body).toContain(`Reply to ${replyTo}`)
  expect(await sendReply(context, 'Which one?\r\nThanks')).toContain('Your reply was delivered.')
  expect(product.received).toEqual([
    {
      authorization: `Basic ${Buffer.from('baobab:secret').toString('base64')}`,
      mail: expect.objectContaining({
        FromFull: { Email: 'ada@example.com', Name: '', MailboxHash: '' },
        OriginalRecipient: replyTo,
        MailboxHash: 'abc123',
        StrippedTextReply: 'Which one?\nThanks',
        TextBody: expect.stringMatching(/^Which one\?[^]*> On Friday\./),
      }),
    },
  ])
})

test('a reply that the product does not accept is reported', async () => {
  const [context, product] = [await openWorld(), await openProduct(403)]
  context.sandbox.sendRepliesTo(product.url, 'wrong')
  await context.send({ to: 'ada@example.com', replyTo })
  expect(await sendReply(context, 'Hello')).toContain('Your reply could not be delivered.')
})

test('only mails that ask for replies to a conversation can be replied to', async () => {
  const [context, product] = [await openWorld(), await openProduct()]
  await context.send({ to: 'ada@example.com', replyTo })
  expect((await context.get(await context.newestPage())).body).not.toContain('Reply to')
  context.sandbox.sendRepliesTo(product.url, 'secret')
  await context.send({ to: 'ada@example.com', replyTo: 'support@baobab.example' })
  expect((await context.get(await context.newestPage())).body).not.toContain('Reply to')
})
