// The settings for text messages: the provider and its account, which countries get messages, and how many may be sent in a day.
import { z } from 'zod'
import type { SmsProviderName } from './sms-provider.ts'

const SECRET_MIN = 32
const DAILY_BUDGET = 5_000

export type TermiiSettings = {
  name: 'termii'
  /** Base URL of the API, without a trailing slash. */
  apiUrl: string
  apiKey: string
  /** Signs delivery reports. */
  secretKey: string
  /** The registered name that messages come from. */
  sender: string
}

export type AfricasTalkingSettings = {
  name: 'africas-talking'
  /** Base URL of the API, without a trailing slash. */
  apiUrl: string
  username: string
  apiKey: string
  /** Undefined: the provider's own number. */
  sender: string | undefined
}

export type SmsProviderSettings = TermiiSettings | AfricasTalkingSettings

export type SmsConfig = {
  /** Undefined: text messages go to the sandbox's phones; in production none are sent. */
  provider: SmsProviderSettings | undefined
  /** The calling codes of the countries whose numbers get text messages. */
  countries: readonly string[]
  /** The parts that may be sent in a day in Lagos. */
  dailyBudget: number
  /** In the URL to which a provider that signs nothing reports deliveries. */
  reportSecret: string | undefined
}

/** The meaning of each setting. */
export const smsSettings = {
  SMS_PROVIDER: 'the company that sends text messages, `termii` or `africas-talking`; without it, none are sent',
  TERMII_API_KEY: "Termii's API key",
  TERMII_SECRET_KEY: "Termii's secret key, which signs delivery reports",
  TERMII_SENDER: 'the sender name registered at Termii, 3 to 11 characters',
  TERMII_URL: "Termii's API, which differs for each account",
  AFRICAS_TALKING_USERNAME: "the username at Africa's Talking",
  AFRICAS_TALKING_API_KEY: "Africa's Talking's API key",
  AFRICAS_TALKING_SENDER: "the sender name registered at Africa's Talking; without it, their own number",
  AFRICAS_TALKING_URL: "Africa's Talking's API",
  SMS_REPORT_SECRET: "the secret in the URL of Africa's Talking's delivery reports, at least 32 characters",
  SMS_COUNTRIES: 'calling codes (comma-separated) of the countries whose numbers get text messages',
  SMS_DAILY_BUDGET: 'how many text messages may be sent in a day; long ones count as several',
} as const

const areCallingCodes = (value: string) => value.split(',').every((code) => /^\d{1,3}$/.test(code.trim()))

const text = z.string().trim().min(1).optional()
const url = z.url({ protocol: /^https?$/ })

export const smsEnvironment = {
  SMS_PROVIDER: z.enum(['termii', 'africas-talking']).optional(),
  TERMII_API_KEY: text,
  TERMII_SECRET_KEY: text,
  TERMII_SENDER: z.string().trim().min(3, 'it has 3 to 11 characters').max(11, 'it has 3 to 11 characters').optional(),
  TERMII_URL: url.default('https://v3.api.termii.com'),
  AFRICAS_TALKING_USERNAME: text,
  AFRICAS_TALKING_API_KEY: text,
  AFRICAS_TALKING_SENDER: z.string().trim().min(1).max(11, 'it has at most 11 characters').optional(),
  AFRICAS_TALKING_URL: url.default('https://api.africastalking.com'),
  SMS_REPORT_SECRET: z.string().min(SECRET_MIN, `it has at least ${SECRET_MIN} characters`).optional(),
  SMS_COUNTRIES: z.string().refine(areCallingCodes, 'it lists calling codes such as 234').default('234'),
  SMS_DAILY_BUDGET: z.coerce.number().int().min(0).max(10_000_000).default(DAILY_BUDGET),
}

const parsed = z.object(smsEnvironment)

/** What each provider cannot do without. */
const required = {
  termii: ['TERMII_API_KEY', 'TERMII_SECRET_KEY', 'TERMII_SENDER'],
  'africas-talking': ['AFRICAS_TALKING_USERNAME', 'AFRICAS_TALKING_API_KEY', 'SMS_REPORT_SECRET'],
} as const satisfies Record<SmsProviderName, readonly (keyof typeof smsSettings)[]>

const isProvider = (name: string | undefined): name is SmsProviderName =>
  name !== undefined && Object.hasOwn(required, name)

/** The settings of the chosen provider must be complete, and those of a provider that is not chosen are a mistake. */
export function smsProblems(environment: Record<string, string | undefined>): string[] {
  const chosen = environment['SMS_PROVIDER']
  if (!isProvider(chosen)) {
    const given = Object.values(required)
      .flat()
      .filter((name) => environment[name] !== undefined)
    return chosen === undefined && given.length > 0 ? [`${given.join(', ')}: needs SMS_PROVIDER`] : []
  }
  return required[chosen]
    .filter((name) => environment[name] === undefined)
    .map((name) => `${name} is missing: ${smsSettings[name]}`)
}

export function toSmsConfig(env: z.output<typeof parsed>): SmsConfig {
  return {
    provider: toProvider(env),
    countries: env.SMS_COUNTRIES.split(',').map((code) => code.trim()),
    dailyBudget: env.SMS_DAILY_BUDGET,
    reportSecret: env.SMS_REPORT_SECRET,
  }
}

function toProvider(env: z.output<typeof parsed>): SmsProviderSettings | undefined {
  const withoutSlash = (address: string) => address.replace(/\/+$/, '')
  if (env.SMS_PROVIDER === 'termii') {
    const { TERMII_API_KEY: apiKey, TERMII_SECRET_KEY: secretKey, TERMII_SENDER: sender } = env
    if (!apiKey || !secretKey || !sender) return undefined
    return { name: 'termii', apiUrl: withoutSlash(env.TERMII_URL), apiKey, secretKey, sender }
  }
  const { AFRICAS_TALKING_USERNAME: username, AFRICAS_TALKING_API_KEY: apiKey } = env
  if (env.SMS_PROVIDER === undefined || !username || !apiKey) return undefined
  const apiUrl = withoutSlash(env.AFRICAS_TALKING_URL)
  return { name: 'africas-talking', apiUrl, username, apiKey, sender: env.AFRICAS_TALKING_SENDER }
}
