import { describe, expect, it } from 'vitest'
import { collectSecrets, formatFindings, redact, sayClock, saySpace } from './findings.ts'

describe('no output contains', () => {
  const secrets = collectSecrets({
    PAYSTACK_SECRET_KEY: 'sk_live_abc',
    DATABASE_URL: 'postgres://baobab:p%40ss-word@db/baobab',
    SMTP_URL: 'smtp://user:hun%ter@mail.example',
    BACKUP_KEY: '00ff',
    APPLE_PRIVATE_KEY: '-----BEGIN',
    S3_SECRET_ACCESS_KEY: 'x',
    PUBLIC_URL: 'https://baobab.example',
    PATH: '/usr/bin',
  })

  it.each(['sk_live_abc', 'p%40ss-word', 'p@ss-word', 'hun%ter', '00ff', '-----BEGIN'])('the secret %s', (secret) => {
    expect(redact(`before ${secret} after`, secrets)).toBe('before [secret] after')
  })

  it('but it does contain names and addresses', () => {
    const text = 'baobab at https://baobab.example, /usr/bin, x'
    expect(redact(text, secrets)).toBe(text)
  })
})

it('each finding is a line, with what to do below it', () => {
  const findings = [
    { check: 'mail', state: 'ok', text: 'It works.' },
    { check: 'database', state: 'warning', text: 'It is slow.', remedy: 'Wait.' },
  ] as const
  expect(formatFindings(findings)).toBe(
    'ok       mail      It works.\nwarning  database  It is slow.\n                   Wait.',
  )
})

it.each([
  [100 * 1024 ** 3, 'ok'],
  [4 * 1024 ** 3, 'warning'],
  [100 * 1024 ** 2, 'wrong'],
])('%d free bytes are rated: %s', (bytes, state) => {
  expect(saySpace('/data', bytes)).toMatchObject({ state })
})

it.each([
  [400, 'ok'],
  [-6_000, 'warning'],
  [61_000, 'wrong'],
  [-61_000, 'wrong'],
])('clocks that differ by %d ms are rated: %s', (ms, state) => {
  expect(sayClock('the database', ms)).toMatchObject({ state })
})
