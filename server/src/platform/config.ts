// The settings of the process: read once from the environment, checked all at once.
import { resolve } from 'node:path'
import { z } from 'zod'

/** Every setting with its meaning; the README's table is checked against this list by a test. */
export const settings = {
  PORT: 'the one port that serves pages, API and media',
  HOST: 'what the port is opened on',
  DATA_DIR: 'everything the embedded default keeps: database, files, mailbox',
  FILES_DIR: 'the file store on disk; several servers share one folder here',
  DATABASE_URL: 'a PostgreSQL (15 or newer) to use in place of the embedded one',
  PUBLIC_URL: 'what links in mails and redirects start with',
  SMTP_URL: 'where mail is handed over',
  MAIL_FROM: 'the sender of all mails',
  PAYSTACK_SECRET_KEY: "the payment provider's secret key",
  PAYSTACK_PUBLIC_KEY: "the payment provider's public key",
  GUARDIAN_CONSENT: '`off`, `under-13` or `under-18`: whose registration a parent or guardian has to agree to',
  RATE_LIMIT_FACTOR: 'multiplies the limits for addresses and accounts; 0 switches them off, for benches only',
  TRUST_PROXY: 'addresses (CIDR, comma-separated) of proxies whose X-Forwarded-For is believed',
  LOG_LEVEL: 'fatal, error, warn, info, debug or silent',
  NODE_ENV: '`production` starts no sandbox and insists on every setting it needs',
} as const

const needed = [
  'DATABASE_URL',
  'PUBLIC_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'PAYSTACK_SECRET_KEY',
  'PAYSTACK_PUBLIC_KEY',
] as const

const text = z.string().trim().min(1).optional()
const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: text,
  DATA_DIR: text,
  FILES_DIR: text,
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: text,
  PAYSTACK_SECRET_KEY: text,
  PAYSTACK_PUBLIC_KEY: text,
  GUARDIAN_CONSENT: z.enum(['off', 'under-13', 'under-18']).default('off'),
  RATE_LIMIT_FACTOR: z.coerce.number().min(0).max(1_000_000).optional(),
  TRUST_PROXY: text,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  NODE_ENV: text,
})

export type Config = {
  isProduction: boolean
  port: number
  host: string
  dataDir: string
  filesDir: string
  databaseUrl: string | undefined
  publicUrl: string
  /** Undefined where the sandbox's mailbox takes the mail. */
  smtpUrl: string | undefined
  mailFrom: string
  /** Students younger than this need a guardian's consent; 0 where nobody does. */
  guardianAge: number
  rateLimitFactor: number
  trustProxy: string[]
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'
}

/** The settings are wrong; `main.ts` prints the list and ends with exit code 78. */
export class ConfigError extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(`The settings are not complete:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

const weak = /^(changeme|change-me|secret|password|test|example|xxx+)$/i

function missingInProduction(environment: Record<string, string | undefined>): string[] {
  return needed.flatMap((name) => {
    const value = environment[name]
    if (value === undefined) return [`${name} is missing: ${settings[name]}`]
    return name.startsWith('PAYSTACK') && (weak.test(value) || value.length < 16) ? [`${name} is not a real key`] : []
  })
}

/**
 * Reads the settings. An empty value counts as not set.
 * @throws ConfigError with every problem at once
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Environment.safeParse(given)
  const isProduction = given['NODE_ENV'] === 'production'
  const problems = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join('.')} is not valid: ${issue.message}`)
  if (isProduction) problems.push(...missingInProduction(given))
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  const env = parsed.data
  const dataDir = resolve(env.DATA_DIR ?? 'data')
  return {
    isProduction,
    port: env.PORT,
    host: env.HOST ?? (isProduction ? '0.0.0.0' : 'localhost'),
    dataDir,
    filesDir: env.FILES_DIR ? resolve(env.FILES_DIR) : resolve(dataDir, 'files'),
    databaseUrl: env.DATABASE_URL,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? 'Baobab <hello@baobab.example>',
    guardianAge: { off: 0, 'under-13': 13, 'under-18': 18 }[env.GUARDIAN_CONSENT],
    rateLimitFactor: env.RATE_LIMIT_FACTOR ?? (isProduction ? 1 : 10),
    trustProxy: env.TRUST_PROXY ? env.TRUST_PROXY.split(',').map((part) => part.trim()) : [],
    logLevel: env.LOG_LEVEL,
  }
}
