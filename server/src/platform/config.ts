// The settings of the process, which are read from the environment once and validated together.
import { resolve } from 'node:path'
import { PRICE_KOBO, PRICE_KOBO_MAX, PRICE_KOBO_MIN } from '@baobab/contract/payments/rules.ts'
import { z } from 'zod'
import { isLoopbackHost, isPrivateNetwork } from './addresses.ts'
import { databaseUrl } from './database/hosts.ts'
import { inboundMailEnvironment, inboundMailProblems, toInboundMail } from './inbound-mail.ts'
import { toAuthorityName } from './beacon/time-stamp-authorities.ts'
import {
  identityProviderEnvironment,
  identityProviderProblems,
  toProviderSettings,
  type ConfiguredProviders,
} from './identity-providers/settings.ts'
import { insecureUrlProblems, keyModeProblems } from './payment-provider/settings.ts'
import { demonstrationProblems, exposureProblems } from './sandbox-settings.ts'
import { s3Problems, toS3Config, type S3Config } from './files/s3-settings.ts'
import { settings } from './settings.ts'
import { smsEnvironment, smsProblems, toSmsConfig, type SmsConfig } from './sms/settings.ts'
import {
  telemetryEnvironment,
  telemetryProblems,
  toTelemetryConfig,
  type TelemetryConfig,
} from './telemetry/settings.ts'

const requiredInProduction = [
  'DATABASE_URL',
  'PUBLIC_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'PAYSTACK_SECRET_KEY',
  'PAYSTACK_PUBLIC_KEY',
] as const

const splitList = (value: string) => value.split(',').map((part) => part.trim())

/** Whether a text is an https origin without a path. */
const isSecureOrigin = (value: string) => value.startsWith('https:') && URL.parse(value)?.origin === value

/** Whether these are the URLs of authorities with different names. TLS is not required, because their replies are signed. */
const areAuthorities = (urls: readonly string[]) =>
  urls.every((url) => /^https?:$/.test(URL.parse(url)?.protocol ?? '')) &&
  new Set(urls.map(toAuthorityName)).size === urls.length

const text = z.string().trim().min(1).optional()
const backupKey = z.string().regex(/^[0-9a-f]{64}$/i, 'it has 64 hexadecimal digits, as from: openssl rand -hex 32')
const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: text,
  DATA_DIR: text,
  FILES_DIR: text,
  FFMPEG_PATH: text,
  PATH: z.string().default(''),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: text,
  S3_BUCKET: text,
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  MEDIA_ACCEL: z
    .string()
    .regex(/^\/[a-z-]+\/$/)
    .optional(),
  BACKUP_DIR: text,
  BACKUP_KEY: backupKey.optional(),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(1_000).default(14),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_SESSION_URL: databaseUrl.optional(),
  DATABASE_MIGRATION_URL: databaseUrl.optional(),
  DATABASE_READ_URL: databaseUrl.optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: text,
  ...inboundMailEnvironment,
  ...smsEnvironment,
  PAYSTACK_SECRET_KEY: text,
  PAYSTACK_PUBLIC_KEY: text,
  PAYSTACK_URL: z.url({ protocol: /^https?$/ }).default('https://api.paystack.co'),
  PAYSTACK_SCRIPT_URL: z.url({ protocol: /^https?$/ }).default('https://js.paystack.co/v2/inline.js'),
  ...identityProviderEnvironment,
  PRICE_KOBO: z.coerce.number().int().min(PRICE_KOBO_MIN).max(PRICE_KOBO_MAX).default(PRICE_KOBO),
  SCHOLARSHIP_REQUIRES_PAYMENT: z.enum(['true', 'false']).default('true'),
  DRAND_URLS: z
    .string()
    .default('https://api.drand.sh,https://api2.drand.sh,https://api3.drand.sh,https://drand.cloudflare.com'),
  TIMESTAMP_URLS: z
    .string()
    .refine(
      (value) => areAuthorities(splitList(value)),
      'it lists addresses such as http://timestamp.example, each host once',
    )
    .optional(),
  PUSH_SERVICES: z
    .string()
    .refine((value) => splitList(value).every(isSecureOrigin), 'it lists origins such as https://push.example')
    .optional(),
  SAMPLE_CONTENT: z.enum(['true', 'false']).optional(),
  GUARDIAN_CONSENT: z.enum(['off', 'under-13', 'under-18']).default('off'),
  RATE_LIMIT_FACTOR: z.coerce.number().min(0).max(1_000_000).optional(),
  TRUST_PROXY: text,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).optional(),
  LOG_ACCESS_SAMPLE: z.coerce.number().min(0).max(1).optional(),
  ...telemetryEnvironment,
  NODE_ENV: z.literal('production', 'leave it unset, or set it to production').optional(),
  SANDBOX_PEERS: z
    .string()
    .refine(
      (value) => splitList(value).every(isPrivateNetwork),
      'it lists addresses or networks (CIDR) that are private',
    )
    .optional(),
  ACCEPT_CLOCK: z.literal('1', 'leave it unset, or set it to 1').optional(),
  ALLOW_PLAINTEXT: z.literal('1', 'leave it unset, or set it to 1').optional(),
})

export type PaystackConfig = { apiUrl: string; scriptUrl: string; secretKey: string; publicKey: string }

export type Config = {
  isProduction: boolean
  /** Whether the server was started as a demonstration. */
  wantsDemonstration: boolean
  port: number
  host: string
  dataDir: string
  filesDir: string
  /** Undefined: search for the system's ffmpeg. */
  ffmpegPath: string | undefined
  /** The PATH in which programs are searched. */
  searchPath: string
  /** Undefined: files are stored in `filesDir`. */
  s3: S3Config | undefined
  /** Undefined: this process sends files itself, without nginx. */
  mediaAccel: string | undefined
  /** Undefined: this process makes no backups. */
  backupDir: string | undefined
  /** 32 bytes. Undefined: backups are not encrypted. */
  backupKey: Buffer | undefined
  backupKeep: number
  /** Undefined: the embedded database. */
  databaseUrl: string | undefined
  /** Undefined: `databaseUrl`. */
  databaseSessionUrl: string | undefined
  /** Undefined: `databaseSessionUrl`. */
  databaseMigrationUrl: string | undefined
  /** Undefined: lists are read from `databaseUrl`. */
  databaseReadUrl: string | undefined
  publicUrl: string
  /** Undefined: mail goes to the sandbox's mailbox. */
  smtpUrl: string | undefined
  /** Whether mail is sent only if the server at an smtp:// URL encrypts the connection. */
  requiresStartTls: boolean
  mailFrom: string
  /** Where visitors' email replies arrive. Undefined: they go to the support address. */
  inboundMail: ReturnType<typeof toInboundMail>
  sms: SmsConfig
  /** Undefined: payments go to the sandbox's provider. */
  paystack: PaystackConfig | undefined
  /** The identity providers students can sign in with. Undefined ones come from the sandbox, or are not offered. */
  identityProviders: ConfiguredProviders
  /** The price until an admin sets a different one. */
  priceKobo: number
  /** Whether only students who have paid take part in the draw. */
  requiresPayment: boolean
  /** URLs of drand's relays, without a trailing slash. */
  drandUrls: string[]
  /** URLs of time stamp authorities. */
  timeStampUrls: string[]
  /** Origins of push services that are accepted in addition to those of the known browsers. */
  pushServices: string[]
  /** Students younger than this need a guardian's consent; 0 means that nobody does. */
  guardianAge: number
  /** Whether Home shows invented funders, partners and quotes. */
  hasSampleContent: boolean
  rateLimitFactor: number
  trustProxy: string[]
  /** Addresses and networks that may use the sandbox in addition to this machine. */
  sandboxPeers: string[]
  /** Whether the first admin needs the setup code from the log; false if only this machine can reach the server. */
  needsSetupCode: boolean
  /** Whether the operator confirms that lines with a later date were written while the clock was wrong. */
  acceptsClock: boolean
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'
  /** The share (0 to 1) of fast and successful requests that are logged. */
  accessSample: number
  telemetry: TelemetryConfig
}

/** The settings are invalid; `run-server.ts` prints the problems and exits with code 78. */
export class ConfigError extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(`The settings are not complete:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

const placeholder = /^(changeme|change-me|secret|password|test|example|xxx+)$/i

function missingInProduction(environment: Record<string, string | undefined>): string[] {
  return requiredInProduction.flatMap((name) => {
    const value = environment[name]
    if (value === undefined) return [`${name} is missing: ${settings[name]}`]
    return name.startsWith('PAYSTACK') && (placeholder.test(value) || value.length < 16)
      ? [`${name} is not a real key`]
      : []
  })
}

/** The other database URLs must lead to the database in DATABASE_URL; the embedded database needs none. */
function databaseProblems(environment: Record<string, string | undefined>): string[] {
  if (environment['DATABASE_URL'] !== undefined) return []
  const given = (['DATABASE_SESSION_URL', 'DATABASE_MIGRATION_URL', 'DATABASE_READ_URL'] as const).filter(
    (name) => environment[name],
  )
  return given.map((name) => `${name} needs DATABASE_URL`)
}

/** Without encryption, anybody on the network path could read passwords and sessions. */
function plaintextProblems({ PUBLIC_URL, ALLOW_PLAINTEXT }: Record<string, string | undefined>): string[] {
  const url = URL.parse(PUBLIC_URL ?? '')
  if (url?.protocol !== 'http:' || isLoopbackHost(url.hostname) || ALLOW_PLAINTEXT !== undefined) return []
  return ['PUBLIC_URL must be https; ALLOW_PLAINTEXT=1 permits http']
}

/** Whether the mail server must offer STARTTLS: not for an smtps:// URL, which always encrypts, and not on this machine. */
function requiresStartTls({ SMTP_URL, ALLOW_PLAINTEXT }: z.output<typeof Environment>): boolean {
  const url = URL.parse(SMTP_URL ?? '')
  return url?.protocol === 'smtp:' && !isLoopbackHost(url.hostname) && ALLOW_PLAINTEXT === undefined
}

function productionProblems(environment: Record<string, string | undefined>): string[] {
  return [
    ...missingInProduction(environment),
    ...insecureUrlProblems(environment),
    ...plaintextProblems(environment),
    ...(environment['SANDBOX_PEERS'] ? ['SANDBOX_PEERS cannot be set in production, which has no sandbox'] : []),
  ]
}

/** The payment provider's keys must be set together or not at all. */
function paystackProblems(environment: Record<string, string | undefined>): string[] {
  const names = ['PAYSTACK_SECRET_KEY', 'PAYSTACK_PUBLIC_KEY'] as const
  const missing = names.filter((name) => environment[name] === undefined)
  return missing.length === 1 ? missing.map((name) => `${name} is missing: ${settings[name]}`) : []
}

function toPaystackConfig(env: z.output<typeof Environment>): PaystackConfig | undefined {
  const { PAYSTACK_SECRET_KEY: secretKey, PAYSTACK_PUBLIC_KEY: publicKey } = env
  if (!secretKey || !publicKey) return undefined
  return { secretKey, publicKey, apiUrl: env.PAYSTACK_URL.replace(/\/+$/, ''), scriptUrl: env.PAYSTACK_SCRIPT_URL }
}

/**
 * Reads and validates the settings. An empty value counts as not set.
 * @param options.wantsDemonstration starts a demonstration with its own data folder and port
 * @throws ConfigError that lists all problems
 */
export function readConfig(
  environment: Record<string, string | undefined>,
  { wantsDemonstration = false }: { wantsDemonstration?: boolean } = {},
): Config {
  const given = withoutEmpty(environment)
  const defaults = wantsDemonstration ? { DATA_DIR: 'data-demo', PORT: '3001', RATE_LIMIT_FACTOR: '0' } : {}
  const parsed = Environment.safeParse({ ...defaults, ...given })
  const problems = findProblems(given, parsed)
  if (wantsDemonstration) problems.push(...demonstrationProblems(given))
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  return { ...toConfig(parsed.data), wantsDemonstration }
}

/** Reads the settings that are valid, for a command that must report everything that is wrong. Invalid settings count as not set. */
export function readValidSettings(environment: Record<string, string | undefined>): {
  config: Config
  problems: string[]
  /** Whether there are any settings. */
  isGiven: boolean
} {
  const given = withoutEmpty(environment)
  const parsed = Environment.safeParse(given)
  const problems = findProblems(given, parsed)
  const invalid = new Set(parsed.success ? [] : parsed.error.issues.map(({ path }) => path[0]))
  const valid = Object.fromEntries(Object.entries(given).filter(([name]) => !invalid.has(name)))
  const isGiven = Object.keys(settings).some((name) => given[name] !== undefined)
  return { config: { ...toConfig(Environment.parse(valid)), wantsDemonstration: false }, problems, isGiven }
}

const withoutEmpty = (environment: Record<string, string | undefined>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''))

function findProblems(
  given: Record<string, string | undefined>,
  parsed: z.ZodSafeParseResult<z.output<typeof Environment>>,
): string[] {
  const isProduction = given['NODE_ENV'] === 'production'
  return [
    ...(parsed.success
      ? []
      : parsed.error.issues.map((issue) => `${issue.path.join('.')} is not valid: ${issue.message}`)),
    ...databaseProblems(given),
    ...s3Problems(given),
    ...identityProviderProblems(given),
    ...inboundMailProblems(given),
    ...smsProblems(given),
    ...telemetryProblems(given),
    ...(isProduction ? productionProblems(given) : [...paystackProblems(given), ...exposureProblems(given)]),
    ...keyModeProblems(given),
  ]
}

function toConfig(env: z.output<typeof Environment>): Omit<Config, 'wantsDemonstration'> {
  const isProduction = env.NODE_ENV === 'production'
  const sandboxPeers = env.SANDBOX_PEERS ? splitList(env.SANDBOX_PEERS) : []
  const dataDir = resolve(env.DATA_DIR ?? 'data')
  return {
    isProduction,
    port: env.PORT,
    host: env.HOST ?? (isProduction ? '0.0.0.0' : 'localhost'),
    dataDir,
    filesDir: env.FILES_DIR ? resolve(env.FILES_DIR) : resolve(dataDir, 'files'),
    ffmpegPath: env.FFMPEG_PATH,
    searchPath: env.PATH,
    s3: toS3Config(env),
    mediaAccel: env.MEDIA_ACCEL,
    backupDir: env.BACKUP_DIR && resolve(env.BACKUP_DIR),
    backupKey: env.BACKUP_KEY === undefined ? undefined : Buffer.from(env.BACKUP_KEY, 'hex'),
    backupKeep: env.BACKUP_KEEP,
    databaseUrl: env.DATABASE_URL,
    databaseSessionUrl: env.DATABASE_SESSION_URL,
    databaseMigrationUrl: env.DATABASE_MIGRATION_URL,
    databaseReadUrl: env.DATABASE_READ_URL,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    smtpUrl: env.SMTP_URL,
    requiresStartTls: requiresStartTls(env),
    sms: toSmsConfig(env),
    mailFrom: env.MAIL_FROM ?? 'Baobab <hello@baobab.example>',
    inboundMail: toInboundMail(env),
    paystack: toPaystackConfig(env),
    identityProviders: toProviderSettings(env),
    priceKobo: env.PRICE_KOBO,
    requiresPayment: env.SCHOLARSHIP_REQUIRES_PAYMENT === 'true',
    drandUrls: splitList(env.DRAND_URLS).map((url) => url.replace(/\/+$/, '')),
    timeStampUrls: env.TIMESTAMP_URLS ? splitList(env.TIMESTAMP_URLS) : [],
    pushServices: env.PUSH_SERVICES ? splitList(env.PUSH_SERVICES) : [],
    hasSampleContent: env.SAMPLE_CONTENT ? env.SAMPLE_CONTENT === 'true' : env.NODE_ENV !== 'production',
    guardianAge: { off: 0, 'under-13': 13, 'under-18': 18 }[env.GUARDIAN_CONSENT],
    rateLimitFactor: env.RATE_LIMIT_FACTOR ?? (isProduction ? 1 : 10),
    trustProxy: env.TRUST_PROXY ? splitList(env.TRUST_PROXY) : [],
    sandboxPeers,
    needsSetupCode: isProduction || sandboxPeers.length > 0,
    acceptsClock: env.ACCEPT_CLOCK !== undefined,
    logLevel: env.LOG_LEVEL ?? (isProduction ? 'info' : 'warn'),
    accessSample: env.LOG_ACCESS_SAMPLE ?? (isProduction ? 0.1 : 1),
    telemetry: toTelemetryConfig(env),
  }
}
