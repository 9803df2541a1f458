import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import nodemailer from 'nodemailer'
import type { SendMailOptions } from 'nodemailer'
import { onTestFinished } from 'vitest'
import { openSandbox } from '../src/sandbox.ts'

export type Message = { to: string; subject: string; text: string; html: string; date: string }

export const PUBLIC_URL = 'http://localhost:3000'

export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'baobab-sandbox-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Opens a sandbox in a server, as the product does, with a real SMTP client. */
export async function openWorld(folder?: string) {
  const dataDir = folder ?? (await newFolder())
  const sandbox = await openSandbox({ dataDir, publicUrl: PUBLIC_URL })
  const http = Fastify()
  // The server's own headers must not override the sandbox's.
  http.addHook('onSend', async (_request, reply) => {
    reply.header('content-security-policy', "script-src 'self'").header('x-frame-options', 'DENY')
  })
  await http.register(sandbox.plugin)
  const mailer = nodemailer.createTransport({ url: sandbox.smtpUrl, pool: true })

  let isOpen = true
  const close = async () => {
    if (!isOpen) return
    isOpen = false
    mailer.close()
    await http.close()
    await sandbox.close()
  }
  onTestFinished(close)

  return {
    dataDir,
    http,
    close,
    smtpUrl: sandbox.smtpUrl,
    paystack: sandbox.paystack,
    provider: sandbox.provider,
    sandbox,
    sendMessagesTo: (target: Parameters<typeof sandbox.sendMessagesTo>[0]) => sandbox.sendMessagesTo(target),
    mails: join(dataDir, 'sandbox', 'mailbox'),
    send: (mail: SendMailOptions) =>
      mailer.sendMail({ from: 'Baobab <hello@baobab.test>', subject: 'Hello', text: 'Hi', ...mail }),
    get: (url: string) => http.inject({ method: 'GET', url }),
    async messages(to?: string): Promise<Message[]> {
      const query = to === undefined ? '' : `?to=${encodeURIComponent(to)}`
      return (await http.inject(`/sandbox/mailbox/messages${query}`)).json<Message[]>()
    },
    /** The path of the newest mail's page, as the list links it. */
    async newestPage(): Promise<string> {
      const { body } = await http.inject('/sandbox/mailbox')
      return /href="(\/sandbox\/mailbox\/messages\/\d+)"/.exec(body)?.[1] ?? 'no mail'
    },
  }
}
