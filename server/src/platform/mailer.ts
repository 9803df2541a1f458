// Sends mail over SMTP with a small pool of connections.
import { createTransport } from 'nodemailer'

export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  replyTo?: string
  headers?: Record<string, string>
}

export type Mailer = {
  /** Resolves once the SMTP server has accepted the mail. */
  send(mail: Mail): Promise<void>
  /** Connects, encrypts if that is required, and logs in, but sends nothing. Rejects with an error that has a `code`. */
  verify(): Promise<void>
  close(): void
}

/** Returns the address of a sender such as 'Baobab <hello@baobab.example>'. */
export function toSenderAddress(mailFrom: string): string {
  return /<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom
}

/** Requires encryption with a URL parameter, because parameters take precedence over all other options. */
function requireStartTls(smtpUrl: string): string {
  const url = new URL(smtpUrl)
  url.searchParams.set('requireTLS', 'true')
  return url.href
}

/**
 * Opens a pooled SMTP transport.
 * @param requiresStartTls sends nothing to an smtp:// URL whose server does not encrypt the connection
 * @param beforeSend returns the mail to send in place of a given one
 */
export function openMailer(options: {
  smtpUrl: string
  requiresStartTls: boolean
  from: string
  beforeSend?: (mail: Mail) => Promise<Mail>
}): Mailer {
  const transport = createTransport({
    url: options.requiresStartTls ? requireStartTls(options.smtpUrl) : options.smtpUrl,
    pool: true,
    maxConnections: 3,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // If the connection broke, the mail may have arrived already, so the job decides whether to retry, not the pool.
    maxRequeues: 0,
    // The content of a mail must never make the transport read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail) {
      const finished = options.beforeSend ? await options.beforeSend(mail) : mail
      await transport.sendMail({ from: options.from, ...finished })
    },
    async verify() {
      await transport.verify()
    },
    close: () => transport.close(),
  }
}
