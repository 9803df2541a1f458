import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { productionSettings as production } from '../../test/production-settings.ts'
import { ConfigError, readConfig } from './config.ts'
import { settings } from './settings.ts'

function problemsOf(environment: Record<string, string>, options?: Parameters<typeof readConfig>[1]): string {
  try {
    readConfig(environment, options)
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

  it('give a demonstration its own folder and port, and connect it to nothing real', () => {
    const config = readConfig({}, { wantsDemonstration: true })
    expect(config).toMatchObject({ wantsDemonstration: true, port: 3001, publicUrl: 'http://localhost:3001' })
    expect(config.dataDir).toMatch(/data-demo$/)
    expect(readConfig({ PORT: '4000' }, { wantsDemonstration: true }).port).toBe(4000)
    expect(readConfig({}).wantsDemonstration).toBe(false)
    for (const [name, value] of [
      ['DATABASE_URL', 'postgres://db/baobab'],
      ['SMTP_URL', 'smtp://mail.example'],
      ['PAYSTACK_SECRET_KEY', production.PAYSTACK_SECRET_KEY],
      ['NODE_ENV', 'production'],
      ['SANDBOX_PEERS', '192.168.1.30'],
      ['APPLE_CLIENT_ID', 'x'],
      ['GUARDIAN_CONSENT', 'under-13'],
    ] as const)
      expect(problemsOf({ [name]: value }, { wantsDemonstration: true })).toContain(
        `${name} cannot be set in a demonstration`,
      )
    expect(problemsOf({ HOST: '0.0.0.0' }, { wantsDemonstration: true })).toContain('HOST is open to other machines')
  })

  it('must be complete in production, and the error names all that are missing', () => {
    expect(readConfig(production)).toMatchObject({ isProduction: true, host: '0.0.0.0', rateLimitFactor: 1 })
    const { DATABASE_URL: _database, MAIL_FROM: _from, ...rest } = production
    const problems = problemsOf(rest)
    expect(problems).toContain('DATABASE_URL is missing')
    expect(problems).toContain('MAIL_FROM is missing')
    expect(problems).not.toContain('SMTP_URL')
  })

  it('list additional push services by their https origins', () => {
    expect(readConfig({}).pushServices).toEqual([])
    const { pushServices } = readConfig({ PUSH_SERVICES: 'https://push.example, https://push.example:8443' })
    expect(pushServices).toEqual(['https://push.example', 'https://push.example:8443'])
    for (const PUSH_SERVICES of ['push.example', 'http://push.example', 'https://push.example/path'])
      expect(problemsOf({ PUSH_SERVICES })).toContain('PUSH_SERVICES is not valid')
  })

  it('list time stamp authorities, over HTTP or HTTPS, each host once', () => {
    const given = 'http://timestamp.example, https://stamps.example:8443/tsr'
    expect(readConfig({ TIMESTAMP_URLS: given }).timeStampUrls).toEqual(given.split(', '))
    expect(readConfig({}).timeStampUrls).toEqual([])
    for (const TIMESTAMP_URLS of ['timestamp.example', 'ftp://one.example', 'http://one.example,https://one.example/b'])
      expect(problemsOf({ TIMESTAMP_URLS })).toContain('TIMESTAMP_URLS is not valid: it lists addresses such as')
  })

  it('need both the address and the secret of replies by mail, or neither', () => {
    const [MAIL_REPLY_TO, INBOUND_MAIL_SECRET] = ['support@baobab.example', 'x'.repeat(32)]
    expect(readConfig({}).inboundMail).toBeUndefined()
    expect(readConfig({ MAIL_REPLY_TO, INBOUND_MAIL_SECRET }).inboundMail).toEqual({
      replyTo: MAIL_REPLY_TO,
      secret: INBOUND_MAIL_SECRET,
    })
    expect(problemsOf({ MAIL_REPLY_TO })).toContain('INBOUND_MAIL_SECRET is missing')
    expect(problemsOf({ INBOUND_MAIL_SECRET })).toContain('MAIL_REPLY_TO is missing')
    expect(problemsOf({ MAIL_REPLY_TO, INBOUND_MAIL_SECRET: 'short' })).toContain('at least 32 characters')
    for (const address of ['support', 'a+b@baobab.example', `${'x'.repeat(24)}@baobab.example`])
      expect(problemsOf({ MAIL_REPLY_TO: address, INBOUND_MAIL_SECRET })).toContain('MAIL_REPLY_TO is not valid')
  })

  it.each(['changeme', 'secret', 'short'])('W-25 reject %s as a key', (key) => {
    expect(problemsOf({ ...production, PAYSTACK_SECRET_KEY: key })).toContain('PAYSTACK_SECRET_KEY is not a real key')
  })

  it('reject a live key together with a test key, in production and elsewhere', () => {
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

  it('for backups are a folder, a key of 32 bytes and a number', () => {
    expect(readConfig({})).toMatchObject({ backupDir: undefined, backupKey: undefined, backupKeep: 14 })
    const given = readConfig({ BACKUP_DIR: '/mnt/backups', BACKUP_KEY: 'aB'.repeat(32), BACKUP_KEEP: '3' })
    expect(given).toMatchObject({ backupDir: '/mnt/backups', backupKey: Buffer.alloc(32, 0xab), backupKeep: 3 })
    for (const BACKUP_KEY of ['secret', 'ab'.repeat(31), 'xy'.repeat(32)])
      expect(problemsOf({ BACKUP_KEY })).toContain('BACKUP_KEY is not valid: it has 64 hexadecimal digits')
    expect(problemsOf({ BACKUP_KEEP: '0' })).toContain('BACKUP_KEEP is not valid')
  })

  it('can name the ffmpeg to use; otherwise the system is searched for it', () => {
    expect(readConfig({}).ffmpegPath).toBeUndefined()
    expect(readConfig({ FFMPEG_PATH: '/opt/ffmpeg' }).ffmpegPath).toBe('/opt/ffmpeg')
  })

  it('are all explained in docs/settings.md', () => {
    const page = readFileSync(new URL('../../../docs/settings.md', import.meta.url), 'utf8')
    const rows = [...page.matchAll(/^\| `([A-Z0-9_]+)`\s+\|[^|]*\|\s*(.*?)\s*\|$/gm)].map(([, name, meaning]) => [
      name,
      meaning,
    ])
    expect(Object.fromEntries(rows)).toEqual(settings)
  })
})

describe('without NODE_ENV=production', () => {
  it.each(['Production', 'prod', 'production ', 'development', 'staging', 'test'])('refuses NODE_ENV=%j', (name) => {
    expect(problemsOf({ ...production, NODE_ENV: name })).toContain('NODE_ENV is not valid')
  })

  it.each([
    { PUBLIC_URL: 'https://baobab.example' },
    { PUBLIC_URL: 'http://192.168.1.20:3000' },
    { PUBLIC_URL: 'http://localhost.example:3000' },
    { PUBLIC_URL: 'http://127.0.0.1.example' },
  ])('refuses a PUBLIC_URL that is not on this machine: %j', (settings) => {
    expect(problemsOf(settings)).toMatch(/^PUBLIC_URL is not on this machine.*NODE_ENV=production.*SANDBOX_PEERS/)
  })

  it.each(['0.0.0.0', '::', '192.168.1.20', 'baobab.example'])('refuses HOST=%s', (HOST) => {
    expect(problemsOf({ HOST })).toMatch(/^HOST is open to other machines.*NODE_ENV=production.*SANDBOX_PEERS/)
  })

  it('refuses to trust a proxy, even with peers', () => {
    expect(problemsOf({ TRUST_PROXY: '127.0.0.1' })).toMatch(/^TRUST_PROXY .*NODE_ENV=production/)
    expect(problemsOf({ TRUST_PROXY: '127.0.0.1', SANDBOX_PEERS: '192.168.1.30' })).toMatch(/^TRUST_PROXY /)
  })

  it.each([
    {},
    { PUBLIC_URL: 'http://localhost:8080', HOST: '127.0.0.1' },
    { PUBLIC_URL: 'http://127.0.0.2:8080', HOST: '::1' },
    { PUBLIC_URL: 'http://[::1]:8080', HOST: 'localhost' },
    { PUBLIC_URL: 'http://baobab.localhost' },
  ])('starts only for this machine, and then the first admin needs no code: %j', (settings) => {
    expect(readConfig(settings)).toMatchObject({ isProduction: false, sandboxPeers: [], needsSetupCode: false })
  })

  it('opens to the machines in SANDBOX_PEERS, and then the first admin needs the setup code', () => {
    const phone = { HOST: '0.0.0.0', PUBLIC_URL: 'http://192.168.1.20:3000', SANDBOX_PEERS: '192.168.1.30, fd00::/64' }
    const opened = { isProduction: false, sandboxPeers: ['192.168.1.30', 'fd00::/64'], needsSetupCode: true }
    expect(readConfig(phone)).toMatchObject(opened)
    for (const PUBLIC_URL of ['http://localhost:3000', 'http://[fd00::1]:3000', 'http://laptop.local:3000'])
      expect(readConfig({ ...phone, PUBLIC_URL })).toMatchObject(opened)
    for (const PUBLIC_URL of ['https://baobab.example', 'http://8.8.8.8', 'http://172.32.0.1', 'http://10.example'])
      expect(problemsOf({ ...phone, PUBLIC_URL })).toMatch(
        /^PUBLIC_URL is not in a private network.*NODE_ENV=production/,
      )
  })

  it.each([
    '0.0.0.0/0',
    '8.8.8.8',
    '10.0.0.0/7',
    '192.168.1.0/33',
    '192.168.1',
    'phone',
    '::/0',
    'fd00::/200',
    '10.0.0.1,',
  ])('refuses %s as a peer', (SANDBOX_PEERS) => {
    expect(problemsOf({ SANDBOX_PEERS })).toContain('SANDBOX_PEERS is not valid')
  })
})

describe('with NODE_ENV=production', () => {
  it('has no sandbox, and therefore no peers for it', () => {
    expect(readConfig(production)).toMatchObject({ needsSetupCode: true, sandboxPeers: [] })
    expect(problemsOf({ ...production, SANDBOX_PEERS: '192.168.1.30' })).toMatch(/^SANDBOX_PEERS /)
  })

  it('refuses a PUBLIC_URL without https, except on this machine or with ALLOW_PLAINTEXT=1', () => {
    const insecure = { ...production, PUBLIC_URL: 'http://baobab.example' }
    expect(problemsOf(insecure)).toMatch(/^PUBLIC_URL must be https.*ALLOW_PLAINTEXT=1/)
    expect(readConfig({ ...insecure, ALLOW_PLAINTEXT: '1' }).publicUrl).toBe('http://baobab.example')
    expect(readConfig({ ...production, PUBLIC_URL: 'http://localhost:3000' }).isProduction).toBe(true)
    for (const value of ['0', 'true', 'yes'])
      expect(problemsOf({ ...insecure, ALLOW_PLAINTEXT: value })).toContain('ALLOW_PLAINTEXT is not valid')
  })
})

describe('the mail server', () => {
  it.each([
    ['smtp://mail.example:587', true],
    ['smtp://MAIL.example', true],
    ['smtps://mail.example', false],
    ['smtp://localhost:25', false],
    ['smtp://LOCALHOST:25', false],
    ['smtp://[::1]:25', false],
  ])('%s has to offer STARTTLS: %s', (SMTP_URL, isRequired) => {
    expect(readConfig({ ...production, SMTP_URL }).requiresStartTls).toBe(isRequired)
    expect(readConfig({ SMTP_URL }).requiresStartTls).toBe(isRequired)
    expect(readConfig({ ...production, SMTP_URL, ALLOW_PLAINTEXT: '1' }).requiresStartTls).toBe(false)
  })
})
