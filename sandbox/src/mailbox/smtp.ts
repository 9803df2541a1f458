// The SMTP server: accepts any mail from this machine, and replies 250 only after `deliver` has stored it on disk.
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerDataStream } from 'smtp-server'
import type { SandboxLog } from '../log.ts'

export type Delivery = { from: string; to: string[]; raw: Uint8Array }
export const mailFaults = ['gone', 'slow', 'refuse'] as const
/** `gone`: connections end at once; `slow`: a mail is accepted after seconds; `refuse`: the server asks to try again later. */
export type MailFault = (typeof mailFaults)[number]
export type SmtpListener = {
  url: string
  /** Makes the server fail; without a fault it works again. */
  setFault(fault: MailFault | undefined): void
  close(): Promise<void>
}

const MAX_MAIL_BYTES = 1024 * 1024
const MAX_CLIENTS = 50
const MAX_RECIPIENTS = 100
const SLOW_MS = 2_000

/** Listens on a free port of the loopback address. */
export async function listenForMail(
  deliver: (mail: Delivery) => Promise<unknown>,
  log: SandboxLog,
): Promise<SmtpListener> {
  const delivering = new Set<Promise<unknown>>()
  const sockets = new Set<Socket>()
  let fault: MailFault | undefined

  const server = new SMTPServer({
    name: 'sandbox.localhost',
    banner: 'Baobab sandbox mailbox, no mail leaves this machine',
    disabledCommands: ['AUTH'],
    // STARTTLS works if a client insists on it. It is not offered, because clients would then verify our self-signed
    // certificate.
    hideSTARTTLS: true,
    disableReverseLookup: true,
    size: MAX_MAIL_BYTES,
    maxClients: MAX_CLIENTS,
    maxRecipients: MAX_RECIPIENTS,
    closeTimeout: 10_000,
    onMailFrom(_address, _session, reply) {
      if (fault === 'refuse') reply(smtpError(451, 'Please try again later'))
      else setTimeout(reply, fault === 'slow' ? SLOW_MS : 0)
    },
    onData(stream, { envelope }, reply) {
      const received = readAll(stream).then(async (raw) => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const delivery = deliver({ from, to: envelope.rcptTo.map(({ address }) => address), raw })
        delivering.add(delivery)
        await delivery.finally(() => delivering.delete(delivery))
      })
      received.then(
        () => reply(null, 'Stored in the sandbox mailbox'),
        (error: unknown) => reply(refusalOf(error, log)),
      )
    },
  })
  // A client that disconnects is not an error. Without a listener, the event would end the process.
  server.on('error', () => {})
  server.server.on('connection', (socket) => {
    if (fault === 'gone') socket.destroy()
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')

  return {
    url: `smtp://127.0.0.1:${portOf(server)}`,
    setFault(next) {
      fault = next
      if (fault === 'gone') for (const socket of sockets) socket.destroy()
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(resolve))
      await Promise.allSettled(delivering)
      for (const socket of sockets) socket.destroySoon()
      await closed
      await Promise.allSettled(delivering)
    },
  }
}

class MailTooLarge extends Error {}

// Throws if the client disconnects in the middle, so that half a mail is never stored.
async function readAll(stream: SMTPServerDataStream): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of stream) {
    const bytes: Uint8Array = chunk
    length += bytes.length
    if (length <= MAX_MAIL_BYTES) chunks.push(bytes)
    else chunks.length = 0
  }
  if (length > MAX_MAIL_BYTES) throw new MailTooLarge()
  return Buffer.concat(chunks)
}

function refusalOf(error: unknown, log: SandboxLog): Error {
  if (error instanceof MailTooLarge) return smtpError(552, 'This mail is larger than 1 MB')
  if (!(error instanceof Error && 'code' in error && error.code === 'ECONNECTION')) {
    log.error({ err: error }, 'The sandbox mailbox could not store a mail')
  }
  return smtpError(451, 'The mail could not be stored, please try again later')
}

function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

function portOf(server: SMTPServer): number {
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('The sandbox mailbox has no port')
  return address.port
}
