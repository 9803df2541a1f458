// Hands mail over by SMTP, over a few connections that stay open.
import { createTransport } from 'nodemailer'

export type Mail = { to: string; subject: string; text: string; html: string; replyTo?: string }

export type Mailer = {
  /** Resolves once the SMTP server took the mail. */
  send(mail: Mail): Promise<void>
  close(): void
}

/**
 * Opens a pooled SMTP transport.
 * @param beforeSend what every mail gets just before it leaves
 */
export function openMailer(options: {
  smtpUrl: string
  from: string
  beforeSend?: (mail: Mail) => Promise<Mail>
}): Mailer {
  const transport = createTransport({
    url: options.smtpUrl,
    pool: true,
    maxConnections: 3,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // Where a connection broke on the way, the mail may have arrived: whether it is sent again, its queue decides.
    maxRequeues: 0,
    // Mail bodies are ours; nothing in them may make the transport read a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail) {
      const finished = options.beforeSend ? await options.beforeSend(mail) : mail
      await transport.sendMail({ from: options.from, ...finished })
    },
    close: () => transport.close(),
  }
}
