// Checks of the services that a server calls: mail, payments, files, and its own public URL.
import { randomBytes, randomUUID } from 'node:crypto'
import { stat, writeFile } from 'node:fs/promises'
import { text as readText } from 'node:stream/consumers'
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { readCertificateEnd } from '../../platform/certificate.ts'
import { ConfigError } from '../../platform/config.ts'
import { findCode, FileStoreUnavailableError } from '../../platform/http/errors.ts'
import { openMailer } from '../../platform/mailer.ts'
import { openPaystack } from '../../platform/payment-provider/paystack.ts'
import { ok, sayClock, warning, wrong } from './findings.ts'
import { check, type Installation, type InstallationCheck } from './installation.ts'
import { findExisting, isWritable } from './machine-checks.ts'

/** What to do about the errors that nodemailer distinguishes; all others mean that the server could not be reached. */
const mailFaults: Record<string, [text: string, remedy: string]> = {
  EAUTH: ['refuses the user or the password', 'Set SMTP_URL with the user and password that the mail company names.'],
  ENOAUTH: ['requires a user and a password', 'Set SMTP_URL with the user and password that the mail company names.'],
  ETLS: [
    'does not encrypt the connection, or its certificate is not valid',
    'Use a server with STARTTLS, or smtps:// on port 465. The certificate has to be for the host in SMTP_URL.',
  ],
}

const mailCheck = check({
  name: 'mail',
  async read({ config: { smtpUrl, requiresStartTls, mailFrom, isProduction } }) {
    if (smtpUrl === undefined) return { isProduction }
    const mailer = openMailer({ smtpUrl, requiresStartTls, from: mailFrom })
    try {
      await mailer.verify()
      return { url: new URL(smtpUrl), requiresStartTls }
    } catch (error) {
      return { url: new URL(smtpUrl), fault: findCode(error) }
    } finally {
      mailer.close()
    }
  },
  judge({ isProduction, url, requiresStartTls, fault }) {
    if (url === undefined)
      return isProduction ? [] : [ok("Mail goes to the sandbox's mailbox, and never leaves this machine.")]
    if (fault === undefined) {
      const how = url.protocol === 'smtps:' || requiresStartTls ? ' The connection is encrypted.' : ''
      return [ok(`The mail server ${url.host} accepts mail.${how}`)]
    }
    const [text, remedy] = mailFaults[fault] ?? [
      `cannot be reached (${fault || 'no reply'})`,
      'Check host and port of SMTP_URL, and whether a firewall blocks outgoing mail (ports 465, 587).',
    ]
    return [wrong(`The mail server ${url.host} ${text}.`, remedy)]
  },
})

const textMessagesCheck = check({
  name: 'text-messages',
  read: async ({ config: { sms, isProduction } }) => ({ ...sms, isProduction }),
  judge({ provider, dailyBudget, isProduction }) {
    if (provider) {
      const { host } = new URL(provider.apiUrl)
      return [ok(`Text messages are sent by ${host}, at most ${dailyBudget} a day.`)]
    }
    return [
      ok(
        isProduction
          ? 'No text messages are sent, so everybody needs an email. SMS_PROVIDER names a company that sends them.'
          : "Text messages go to the sandbox's phones, and never leave this machine.",
      ),
    ]
  },
})

const paymentsCheck = check({
  name: 'payments',
  async read({ config: { paystack: settings, isProduction } }) {
    if (!settings) return { isProduction }
    const paystack = openPaystack(settings)
    const host = new URL(settings.apiUrl).host
    try {
      const { isKeyAccepted, at } = await paystack.check()
      const isTest = paystack.domain === 'test'
      return { isProduction, host, isKeyAccepted, isTest, differenceMs: at && Date.now() - at.getTime() }
    } catch (error) {
      return { isProduction, host, fault: error instanceof Error ? error.message : String(error) }
    }
  },
  judge({ isProduction, host, isKeyAccepted, isTest, differenceMs, fault }) {
    if (host === undefined) return isProduction ? [] : [ok('Payments go to the sandbox, and no money moves.')]
    if (fault !== undefined)
      return [
        wrong(
          `${host} cannot be used: ${fault}.`,
          'Check PAYSTACK_URL, the name service, and whether a firewall blocks outgoing https.',
        ),
      ]
    const key = !isKeyAccepted
      ? wrong(`${host} refuses PAYSTACK_SECRET_KEY.`, 'Copy both keys again from the provider’s dashboard.')
      : isProduction && isTest
        ? warning(`${host} accepts the key, but it is a test key: no money moves.`, 'Set live keys.')
        : ok(`${host} accepts the key.`)
    return [key, ...(differenceMs === undefined ? [] : [sayClock(host, differenceMs)])]
  },
})

/** Writes a small file to the store, reads it, and removes it. */
async function tryFiles({ config, openFiles }: Installation): Promise<void> {
  const files = await openFiles(config)
  const content = randomBytes(16).toString('hex')
  const key = `exports/${randomUUID()}.csv`
  const path = await files.temporaryPath()
  await writeFile(path, content)
  await files.put(key, path)
  const stream = await files.read(key)
  const read = stream && (await readText(stream))
  await files.remove(key)
  if (read !== content) throw new Error('what was read is not what was written')
}

const filesCheck = check({
  name: 'files',
  async read(installation) {
    const { s3, filesDir } = installation.config
    const place = s3 ? `The bucket "${s3.bucket}" at ${s3.endpoint}` : filesDir
    if (!s3) {
      const existing = await findExisting(filesDir)
      const { uid } = await stat(existing)
      if (existing !== filesDir) return { place, existing, canCreate: await isWritable(existing) }
      // A test as a different user would say nothing about the server.
      if (process.getuid?.() === 0 && uid !== 0) return { place, ownerId: uid }
    }
    try {
      await tryFiles(installation)
      return { place }
    } catch (error) {
      return { place, s3, error }
    }
  },
  judge({ place, s3, existing, canCreate, ownerId, error }) {
    if (canCreate) return [ok(`${place} does not exist yet: the first start creates it.`)]
    if (existing !== undefined)
      return [wrong(`${place} cannot be created in ${existing}.`, 'Create it, and give it to the user of the server.')]
    if (ownerId !== undefined)
      return [
        warning(
          `${place} belongs to the user with id ${ownerId}, and root can write anywhere, so this was not tried.`,
          'Run this command as the user of the server: on a server with systemd, "baobab doctor" does that.',
        ),
      ]
    if (error === undefined) return [ok(`${place} takes, returns and removes files.`)]
    if (error instanceof ConfigError)
      return error.problems.map((problem) =>
        wrong(`${problem}.`, 'Set it to the value that the object store provider gives.'),
      )
    const reason =
      error instanceof FileStoreUnavailableError ? 'the object store cannot be reached' : findCode(error) || 'failed'
    return [
      wrong(
        `${place} cannot be used: ${reason}.`,
        s3
          ? 'Check S3_ENDPOINT, and that the key may write, read and delete in the bucket.'
          : 'Let the user of the server write there (chown -R), and check that the disk is neither full nor read-only.',
      ),
    ]
  },
})

const ADDRESS_TIMEOUT_MS = 5_000

const addressCheck = check({
  name: 'address',
  async read({ config: { publicUrl, isProduction } }) {
    if (!isProduction) return { publicUrl }
    try {
      const { status } = await fetch(`${publicUrl}/readyz`, { signal: AbortSignal.timeout(ADDRESS_TIMEOUT_MS) })
      return { publicUrl, status }
    } catch (error) {
      return { publicUrl, fault: findCode(error instanceof Error ? (error.cause ?? error) : error) }
    }
  },
  judge({ publicUrl, status, fault }) {
    if (fault !== undefined)
      return [
        warning(
          `Nothing usable replies at ${publicUrl} (${fault || 'no reply'}).`,
          'This is normal before the first start. Otherwise check the name service, nginx and its certificate.',
        ),
      ]
    if (status === undefined) return [ok(`${publicUrl} is for this machine, or for those in SANDBOX_PEERS.`)]
    if (status === 200) return [ok(`A server replies at ${publicUrl} and is ready.`)]
    return [warning(`${publicUrl}/readyz replied ${status}.`, 'Check the logs of nginx and the server: is it running?')]
  },
})

const DAY_MS = 86_400_000
/** Certbot renews a certificate a month before its end. The alert BaobabCertificateExpires has the same limit. */
const LATE_DAYS = 14

const certificateCheck = check({
  name: 'certificate',
  read: async ({ config: { publicUrl, isProduction } }) => ({
    // If nothing replies, the check of the address says so.
    end: isProduction ? await readCertificateEnd(publicUrl).catch(() => undefined) : undefined,
    now: new Date(),
  }),
  judge({ end, now }) {
    if (end === undefined) return []
    const day = lagosDate(end)
    const remedy = 'Renew it ("certbot renew"), and find out why that did not happen automatically.'
    if (end < now) return [wrong(`The certificate has expired on ${day}: browsers refuse the site.`, remedy)]
    if (end.getTime() - now.getTime() < LATE_DAYS * DAY_MS)
      return [warning(`The certificate expires on ${day}, and should have been renewed.`, remedy)]
    return [ok(`The certificate is valid until ${day}.`)]
  },
})

export const serviceChecks: readonly InstallationCheck[] = [
  mailCheck,
  textMessagesCheck,
  paymentsCheck,
  filesCheck,
  addressCheck,
  certificateCheck,
]
