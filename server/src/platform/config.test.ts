import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig, settings } from './config.ts'

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db.example/baobab',
  PUBLIC_URL: 'https://baobab.example/',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'hello@baobab.example',
  PAYSTACK_SECRET_KEY: 'sk_live_0123456789abcdef',
  PAYSTACK_PUBLIC_KEY: 'pk_live_0123456789abcdef',
}

function problemsOf(environment: Record<string, string>): string {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.join('\n')
    throw error
  }
  throw new Error('These settings were accepted.')
}

describe('the settings', () => {
  it('need nothing on a laptop', () => {
    const config = readConfig({})
    expect(config).toMatchObject({ isProduction: false, port: 3000, host: 'localhost', rateLimitFactor: 10 })
    expect(config.publicUrl).toBe('http://localhost:3000')
    expect(config.smtpUrl).toBeUndefined()
  })

  it('must be complete in production, and the error names all that are missing', () => {
    expect(readConfig(production)).toMatchObject({ isProduction: true, host: '0.0.0.0', rateLimitFactor: 1 })
    const { DATABASE_URL: _database, MAIL_FROM: _from, ...rest } = production
    const problems = problemsOf(rest)
    expect(problems).toContain('DATABASE_URL is missing')
    expect(problems).toContain('MAIL_FROM is missing')
    expect(problems).not.toContain('SMTP_URL')
  })

  it.each(['changeme', 'secret', 'short'])('reject %s as a key', (key) => {
    expect(problemsOf({ ...production, PAYSTACK_SECRET_KEY: key })).toContain('PAYSTACK_SECRET_KEY is not a real key')
  })

  it('reject a live key with a test key, in production and elsewhere', () => {
    const mixed = {
      PAYSTACK_SECRET_KEY: production.PAYSTACK_SECRET_KEY,
      PAYSTACK_PUBLIC_KEY: 'pk_test_0123456789abcdef',
    }
    expect(problemsOf(mixed)).toContain('must both be live or both be test keys')
    expect(problemsOf({ ...production, ...mixed })).toContain('must both be live or both be test keys')
    const test = { ...mixed, PAYSTACK_SECRET_KEY: 'sk_test_0123456789abcdef' }
    expect(readConfig({ ...production, ...test }).paystack).toMatchObject({ secretKey: test.PAYSTACK_SECRET_KEY })
  })

  it('need both keys for the payment provider, or neither', () => {
    expect(problemsOf({ PAYSTACK_SECRET_KEY: 'sk_test_0123456789abcdef' })).toContain('PAYSTACK_PUBLIC_KEY is missing')
    expect(readConfig({}).paystack).toBeUndefined()
  })

  it('use the real payment provider by default, and accept another', () => {
    expect(readConfig(production).paystack).toMatchObject({
      apiUrl: 'https://api.paystack.co',
      scriptUrl: 'https://js.paystack.co/v2/inline.js',
    })
    const elsewhere = { ...production, PAYSTACK_URL: 'https://pay.example/' }
    expect(readConfig(elsewhere).paystack?.apiUrl).toBe('https://pay.example')
  })

  it.each(['PAYSTACK_URL', 'PAYSTACK_SCRIPT_URL'])('reject %s without https in production', (name) => {
    for (const insecure of [
      'http://pay.example/v2',
      'HTTP://pay.example',
      'http://localhost.example',
      'http://127.0.0.1:1@pay.example',
    ])
      expect(problemsOf({ ...production, [name]: insecure })).toBe(`${name} must be https`)
    // Loopback traffic does not leave the machine.
    for (const local of ['http://127.0.0.1:4000/x', 'http://localhost:4000/x', 'http://[::1]:4000/x'])
      expect(readConfig({ ...production, [name]: local }).isProduction).toBe(true)
    expect(readConfig({ [name]: 'http://pay.example/v2' }).isProduction).toBe(false)
    expect(problemsOf({ ...production, [name]: 'ftp://pay.example' })).toContain(`${name} is not valid`)
  })

  it('cause an error that names the invalid setting', () => {
    expect(problemsOf({ PORT: 'many' })).toContain('PORT is not valid')
    expect(problemsOf({ GUARDIAN_CONSENT: 'maybe' })).toContain('GUARDIAN_CONSENT is not valid')
  })

  const s3 = {
    S3_ENDPOINT: 'https://s3.example',
    S3_BUCKET: 'films',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  }

  it('store files on disk, or in an object store if all its settings are given', () => {
    expect(readConfig({ DATA_DIR: '/data' })).toMatchObject({ filesDir: '/data/files', s3: undefined })
    expect(readConfig({ DATA_DIR: '/data', FILES_DIR: '/films' }).filesDir).toBe('/films')
    const store = { endpoint: 'https://s3.example', bucket: 'films', keyId: 'key', secret: 'secret' }
    expect(readConfig(s3).s3).toEqual({ ...store, region: 'us-east-1' })
    expect(readConfig({ ...s3, S3_REGION: 'af-south-1' }).s3?.region).toBe('af-south-1')
    const { S3_BUCKET: _bucket, ...rest } = s3
    expect(problemsOf(rest)).toBe("S3_BUCKET is missing: the object store's bucket")
    expect(problemsOf({ ...s3, S3_ENDPOINT: 'ftp://s3.example' })).toContain('S3_ENDPOINT is not valid')
  })

  it('let nginx send files only if it can read them', () => {
    expect(readConfig({}).mediaAccel).toBeUndefined()
    expect(readConfig({ MEDIA_ACCEL: '/files/' }).mediaAccel).toBe('/files/')
    for (const location of ['files', '/files', 'http://nginx/files/', '/../'])
      expect(problemsOf({ MEDIA_ACCEL: location })).toContain('MEDIA_ACCEL is not valid')
    expect(problemsOf({ ...s3, MEDIA_ACCEL: '/files/' })).toContain('MEDIA_ACCEL serves FILES_DIR')
  })

  it('can name the ffmpeg to use; otherwise the system is searched for it', () => {
    expect(readConfig({}).ffmpegPath).toBeUndefined()
    expect(readConfig({ FFMPEG_PATH: '/opt/ffmpeg' }).ffmpegPath).toBe('/opt/ffmpeg')
  })

  it('are all explained in the README', () => {
    const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
    const rows = [...readme.matchAll(/^\| `([A-Z0-9_]+)`\s+\|[^|]*\|\s*(.*?)\s*\|$/gm)].map(([, name, meaning]) => [
      name,
      meaning,
    ])
    expect(Object.fromEntries(rows)).toEqual(settings)
  })
})
