// Checks of the services that a server calls: mail, payments, files, and its own public address.
import { randomBytes, randomUUID } from 'node:crypto'
import { access, constants, stat, writeFile } from 'node:fs/promises'
import { text as readText } from 'node:stream/consumers'
import { ConfigError, type Config } from '../platform/config.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import { findCode, FileStoreUnavailableError } from '../platform/http/errors.ts'
import { openMailer } from '../platform/mailer.ts'
import { openPaystack } from '../platform/payment-provider/paystack.ts'
import { ok, warning, wrong, type DoctorCheck } from './check.ts'
import { findExisting } from './machine-checks.ts'
import { judgeClock, type Outcome } from './rules.ts'

/** What to do about the errors that nodemailer tells apart; all others mean that the server was not reached. */
const mailFaults: Record<string, [text: string, remedy: string]> = {
  EAUTH: ['refuses the user or the password', 'Set SMTP_URL with the user and password that the mail company names.'],
  ENOAUTH: ['wants a user and a password', 'Set SMTP_URL with the user and password that the mail company names.'],
  ETLS: [
    'does not encrypt the connection, or its certificate is not valid',
    'Use a server with STARTTLS, or smtps:// on port 465. The certificate has to be for the host in SMTP_URL.',
  ],
}

const mailCheck: DoctorCheck = {
  name: 'mail',
  async run({ config: { smtpUrl, requiresStartTls, mailFrom, isProduction } }) {
    if (smtpUrl === undefined)
      return isProduction ? [] : [ok("Mail goes to the sandbox's mailbox, and never leaves this machine.")]
    const { host, protocol } = new URL(smtpUrl)
    const mailer = openMailer({ smtpUrl, requiresStartTls, from: mailFrom })
    try {
      await mailer.verify()
      const how = protocol === 'smtps:' || requiresStartTls ? ' The connection is encrypted.' : ''
      return [ok(`The mail server ${host} takes mail.${how}`)]
    } catch (error) {
      const code = findCode(error)
      const [text, remedy] = mailFaults[code] ?? [
        `cannot be reached (${code || 'no reply'})`,
        'Check host and port of SMTP_URL, and whether a firewall forbids outgoing mail (ports 465, 587).',
      ]
      return [wrong(`The mail server ${host} ${text}.`, remedy)]
    } finally {
      mailer.close()
    }
  },
}

const paymentsCheck: DoctorCheck = {
  name: 'payments',
  async run({ config: { paystack: settings, isProduction } }) {
    if (!settings) return isProduction ? [] : [ok('Payments go to the sandbox, and no money moves.')]
    const paystack = openPaystack(settings)
    const host = new URL(settings.apiUrl).host
    try {
      const { isKeyAccepted, at } = await paystack.check()
      const clock = at ? [judgeClock(host, Date.now() - at.getTime())] : []
      if (!isKeyAccepted)
        return [
          wrong(`${host} refuses PAYSTACK_SECRET_KEY.`, 'Copy both keys again from the provider’s dashboard.'),
          ...clock,
        ]
      if (isProduction && paystack.domain === 'test')
        return [warning(`${host} accepts the key, but it is a test key: no money moves.`, 'Set live keys.'), ...clock]
      return [ok(`${host} accepts the key.`), ...clock]
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return [
        wrong(
          `${host} cannot be used: ${reason}.`,
          'Check PAYSTACK_URL, the name service, and whether a firewall forbids outgoing https.',
        ),
      ]
    }
  },
}

/** Whether a folder can be tried: as another user, the result would say nothing about the server. */
async function findFolderFault({ filesDir }: Config): Promise<Outcome | undefined> {
  const existing = await findExisting(filesDir)
  const { uid } = await stat(existing)
  const own = process.getuid?.()
  if (existing === filesDir && own === 0 && uid !== 0)
    return warning(
      `${filesDir} belongs to the user with id ${uid}, and root can write anywhere, so this was not tried.`,
      'Run this command as the user of the server, such as: runuser -u baobab -- npm run doctor',
    )
  if (existing === filesDir) return undefined
  const isWritable = await access(existing, constants.W_OK).then(
    () => true,
    () => false,
  )
  if (isWritable) return ok(`${filesDir} does not exist yet: the first start creates it.`)
  return wrong(`${filesDir} cannot be created in ${existing}.`, 'Create it, and give it to the user of the server.')
}

/** Writes a small file to the store, reads it, and removes it. */
async function tryFiles(files: FileStore): Promise<void> {
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

const filesCheck: DoctorCheck = {
  name: 'files',
  async run({ config, openFiles }) {
    const { s3, filesDir } = config
    const fault = s3 ? undefined : await findFolderFault(config)
    if (fault) return [fault]
    const place = s3 ? `The bucket "${s3.bucket}" at ${s3.endpoint}` : filesDir
    try {
      await tryFiles(await openFiles(config))
      return [ok(`${place} takes, returns and removes files.`)]
    } catch (error) {
      if (error instanceof ConfigError)
        return error.problems.map((problem) => wrong(`${problem}.`, 'Set it as the company of the object store says.'))
      const reason =
        error instanceof FileStoreUnavailableError ? 'the object store cannot be reached' : findCode(error) || 'failed'
      return [
        wrong(
          `${place} cannot be used: ${reason}.`,
          s3
            ? 'Check S3_ENDPOINT, and that the key may write, read and delete in the bucket.'
            : 'Let the user of the server write there (chown -R), and see that the disk is neither full nor read-only.',
        ),
      ]
    }
  },
}

const ADDRESS_TIMEOUT_MS = 5_000

const addressCheck: DoctorCheck = {
  name: 'address',
  async run({ config: { publicUrl, isProduction } }) {
    if (!isProduction) return [ok(`${publicUrl} is for this machine, or for those in SANDBOX_PEERS.`)]
    try {
      const { status } = await fetch(`${publicUrl}/readyz`, { signal: AbortSignal.timeout(ADDRESS_TIMEOUT_MS) })
      if (status === 200) return [ok(`A server replies at ${publicUrl} and is ready.`)]
      return [
        warning(`${publicUrl}/readyz replied ${status}.`, 'Look at the log of nginx and of the server: is it running?'),
      ]
    } catch (error) {
      const code = findCode(error instanceof Error ? (error.cause ?? error) : error)
      return [
        warning(
          `Nothing usable replies at ${publicUrl} (${code || 'no reply'}).`,
          'Right before the first start. Otherwise check the name service, nginx and its certificate.',
        ),
      ]
    }
  },
}

export const serviceChecks: readonly DoctorCheck[] = [mailCheck, paymentsCheck, filesCheck, addressCheck]
