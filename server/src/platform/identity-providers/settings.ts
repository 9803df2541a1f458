// The settings of the identity providers, as environment variables.
import { createPrivateKey } from 'node:crypto'
import type { IdentityProvider } from '@baobab/contract/accounts/text.ts'
import { z } from 'zod'
import type { ProviderSettings } from './adapters.ts'

/** Every setting with its meaning. */
export const identityProviderSettings = {
  MICROSOFT_CLIENT_ID: "sign-in with Microsoft: the application's client id",
  MICROSOFT_CLIENT_SECRET: "the application's client secret",
  MICROSOFT_TENANT: 'whose accounts may sign in: `common`, `organizations`, `consumers`, or the id of a tenant',
  LINKEDIN_CLIENT_ID: "sign-in with LinkedIn: the app's client id",
  LINKEDIN_CLIENT_SECRET: "the app's primary client secret",
  PINTEREST_CLIENT_ID: 'sign-in with Pinterest: the app id',
  PINTEREST_CLIENT_SECRET: "the app's secret key",
  X_CLIENT_ID: 'sign-in with X: the OAuth 2.0 client id',
  X_CLIENT_SECRET: 'the OAuth 2.0 client secret',
  TIKTOK_CLIENT_KEY: "sign-in with TikTok: the app's client key",
  TIKTOK_CLIENT_SECRET: "the app's client secret",
  APPLE_CLIENT_ID: 'sign-in with Apple: the identifier of the Services ID',
  APPLE_TEAM_ID: 'the team id of the developer account',
  APPLE_KEY_ID: 'the id of the key',
  APPLE_PRIVATE_KEY: 'the key itself (PEM), with line breaks or `\\n` between its lines',
} as const

const text = z.string().trim().min(1).optional()

/** The schema of each setting. */
export const identityProviderEnvironment = {
  MICROSOFT_CLIENT_ID: text,
  MICROSOFT_CLIENT_SECRET: text,
  MICROSOFT_TENANT: z.union([z.enum(['common', 'organizations', 'consumers']), z.guid()]).optional(),
  LINKEDIN_CLIENT_ID: text,
  LINKEDIN_CLIENT_SECRET: text,
  PINTEREST_CLIENT_ID: text,
  PINTEREST_CLIENT_SECRET: text,
  X_CLIENT_ID: text,
  X_CLIENT_SECRET: text,
  TIKTOK_CLIENT_KEY: text,
  TIKTOK_CLIENT_SECRET: text,
  APPLE_CLIENT_ID: text,
  APPLE_TEAM_ID: text,
  APPLE_KEY_ID: text,
  APPLE_PRIVATE_KEY: text.transform((key) => key?.replaceAll('\\n', '\n')),
} as const satisfies Record<keyof typeof identityProviderSettings, z.ZodType>

type Environment = { [Name in keyof typeof identityProviderEnvironment]?: string | undefined }

export type ConfiguredProviders = Partial<Record<IdentityProvider, ProviderSettings>>

/** The settings that each provider requires. */
const providerSettings = {
  microsoft: ['MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET'],
  linkedin: ['LINKEDIN_CLIENT_ID', 'LINKEDIN_CLIENT_SECRET'],
  pinterest: ['PINTEREST_CLIENT_ID', 'PINTEREST_CLIENT_SECRET'],
  x: ['X_CLIENT_ID', 'X_CLIENT_SECRET'],
  tiktok: ['TIKTOK_CLIENT_KEY', 'TIKTOK_CLIENT_SECRET'],
  apple: ['APPLE_CLIENT_ID', 'APPLE_PRIVATE_KEY', 'APPLE_TEAM_ID', 'APPLE_KEY_ID'],
} as const satisfies Record<IdentityProvider, readonly (keyof typeof identityProviderSettings)[]>

/** The settings of each provider must be set together or not at all. */
export function identityProviderProblems(environment: Record<string, string | undefined>): string[] {
  const incomplete = Object.values(providerSettings).flatMap(
    (names: readonly (keyof typeof identityProviderSettings)[]) => {
      const missing = names.filter((name) => environment[name] === undefined)
      return missing.length === names.length ? [] : missing
    },
  )
  const problems = incomplete.map((name) => `${name} is missing: ${identityProviderSettings[name]}`)
  if (environment['MICROSOFT_TENANT'] !== undefined && environment['MICROSOFT_CLIENT_ID'] === undefined)
    problems.push('MICROSOFT_TENANT needs MICROSOFT_CLIENT_ID')
  if (environment['APPLE_PRIVATE_KEY'] !== undefined && !isAppleKey(environment['APPLE_PRIVATE_KEY']))
    problems.push('APPLE_PRIVATE_KEY is not a private key of Apple (PKCS#8, P-256)')
  return problems
}

function isAppleKey(pem: string): boolean {
  try {
    const { namedCurve } = createPrivateKey(pem.replaceAll('\\n', '\n')).asymmetricKeyDetails ?? {}
    return pem.includes('BEGIN PRIVATE KEY') && namedCurve === 'prime256v1'
  } catch {
    return false
  }
}

/** Returns the settings of the configured providers. */
export function toProviderSettings(env: Environment): ConfiguredProviders {
  const entries = Object.entries(providerSettings).flatMap(([provider, [id, secret]]) => {
    const [clientId, clientSecret] = [env[id], env[secret]]
    return clientId && clientSecret ? [[provider, { clientId, clientSecret }] as const] : []
  })
  const given: ConfiguredProviders = Object.fromEntries(entries)
  if (given.microsoft) given.microsoft.tenant = env.MICROSOFT_TENANT
  if (given.apple) Object.assign(given.apple, { teamId: env.APPLE_TEAM_ID, keyId: env.APPLE_KEY_ID })
  return given
}
