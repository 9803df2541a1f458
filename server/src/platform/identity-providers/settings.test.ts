import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../config.ts'

const makeKey = (namedCurve: string) =>
  generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

const apple = {
  APPLE_CLIENT_ID: 'ng.example.baobab',
  APPLE_TEAM_ID: 'TEAM123456',
  APPLE_KEY_ID: 'KEY1234567',
  APPLE_PRIVATE_KEY: makeKey('P-256'),
}

function problemsOf(environment: Record<string, string>): string {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.join('\n')
    throw error
  }
  return ''
}

describe('the settings of the identity providers', () => {
  it('are optional', () => {
    expect(readConfig({}).identityProviders).toEqual({})
  })

  it('name those that are configured', () => {
    const { identityProviders } = readConfig({
      ...apple,
      MICROSOFT_CLIENT_ID: 'id',
      MICROSOFT_CLIENT_SECRET: 'secret',
      MICROSOFT_TENANT: 'consumers',
      TIKTOK_CLIENT_KEY: 'key',
      TIKTOK_CLIENT_SECRET: 'secret',
    })
    expect(identityProviders).toMatchObject({
      microsoft: { clientId: 'id', clientSecret: 'secret', tenant: 'consumers' },
      tiktok: { clientId: 'key', clientSecret: 'secret' },
      apple: { clientId: 'ng.example.baobab', teamId: 'TEAM123456', keyId: 'KEY1234567' },
    })
    expect(Object.keys(identityProviders).toSorted()).toEqual(['apple', 'microsoft', 'tiktok'])
  })

  it('accept a key on one line', () => {
    const oneLine = apple.APPLE_PRIVATE_KEY.replaceAll('\n', '\\n')
    const { identityProviders } = readConfig({ ...apple, APPLE_PRIVATE_KEY: oneLine })
    expect(identityProviders.apple?.clientSecret.trim()).toBe(apple.APPLE_PRIVATE_KEY.trim())
  })

  it.each([
    [{ LINKEDIN_CLIENT_ID: 'id' }, 'LINKEDIN_CLIENT_SECRET is missing'],
    [{ X_CLIENT_SECRET: 'secret' }, 'X_CLIENT_ID is missing'],
    [{ MICROSOFT_TENANT: 'common' }, 'MICROSOFT_TENANT needs MICROSOFT_CLIENT_ID'],
    [
      { MICROSOFT_CLIENT_ID: 'id', MICROSOFT_CLIENT_SECRET: 'secret', MICROSOFT_TENANT: 'school.example' },
      'MICROSOFT_TENANT is not valid',
    ],
    [{ ...apple, APPLE_PRIVATE_KEY: 'not a key' }, 'APPLE_PRIVATE_KEY is not a private key of Apple'],
    [{ ...apple, APPLE_PRIVATE_KEY: makeKey('P-384') }, 'APPLE_PRIVATE_KEY is not a private key of Apple'],
    [{ ...apple, APPLE_KEY_ID: '' }, 'APPLE_KEY_ID is missing'],
  ])('are refused if they are incomplete or wrong: %#', (environment, problem) => {
    expect(problemsOf(environment)).toContain(problem)
  })
})
