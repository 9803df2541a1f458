// Hands mail over by SMTP, over a few connections that stay open.
import { createTransport } from 'nodemailer'

export type Mail = { to: string; subject: string; text: string; html: string }

export type Mailer = {
  /** Resolves once the SMTP server took the mail. */
  send(mail: Mail): Promise<void>
  close(): void
}

/** Opens a pooled SMTP transport. */
export function openMailer(options: { smtpUrl: string; from: string }): Mailer {
  const transport = createTransport({
    url: options.smtpUrl,
    pool: true,
    maxConnections: 3,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // Mail bodies are ours; nothing in them may make the transport read a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail) {
      await transport.sendMail({ from: options.from, ...mail })
    },
    close: () => transport.close(),
  }
}
