import type { FastifyPluginAsync } from 'fastify'
import type { SandboxLog } from '../log.ts'
import type { MailHead } from './mail-head.ts'
import { codeIn, previewOf, readMail } from './read-mail.ts'
import type { ReplyTarget } from './reply.ts'
import { mailboxRoutes } from './routes.ts'
import { listenForMail, type Delivery } from './smtp.ts'
import { openStore } from './store.ts'

export type Mailbox = {
  smtpUrl: string
  routes: FastifyPluginAsync
  /** Sets the webhook that replies are delivered to. Until it is set, mails cannot be replied to. */
  sendRepliesTo(target: ReplyTarget): void
  close(): Promise<void>
}

const MAX_SUBJECT_IN_LIST = 300

/** Simulates a mail provider: accepts mail over SMTP, and shows it as pages and JSON. */
export async function openMailbox({ folder, log }: { folder: string; log: SandboxLog }): Promise<Mailbox> {
  const store = await openStore({ folder, log })
  const smtp = await listenForMail(async (mail) => store.add({ head: await headOf(mail), raw: mail.raw }), log)
  let target: ReplyTarget | undefined
  return {
    smtpUrl: smtp.url,
    routes: mailboxRoutes({ store, setFault: (fault) => smtp.setFault(fault), readTarget: () => target }),
    sendRepliesTo(next) {
      target = next
    },
    close: () => smtp.close(),
  }
}

async function headOf({ from, to, raw }: Delivery): Promise<Omit<MailHead, 'id'>> {
  const content = await readMail(raw)
  return {
    from: (content.from || from).slice(0, MAX_SUBJECT_IN_LIST),
    to,
    subject: content.subject.slice(0, MAX_SUBJECT_IN_LIST),
    preview: previewOf(content),
    code: codeIn(content),
    date: new Date().toISOString(),
  }
}
