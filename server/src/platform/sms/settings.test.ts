import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../config.ts'

const read = (settings: Record<string, string>) => readConfig({ DATA_DIR: '/tmp/none', ...settings }).sms
function problemsOf(settings: Record<string, string>): string[] {
  try {
    read(settings)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

const termii = { SMS_PROVIDER: 'termii', TERMII_API_KEY: 'k1', TERMII_SECRET_KEY: 'k2', TERMII_SENDER: 'Baobab' }
const africasTalking = {
  SMS_PROVIDER: 'africas-talking',
  AFRICAS_TALKING_USERNAME: 'baobab',
  AFRICAS_TALKING_API_KEY: 'k3',
  SMS_REPORT_SECRET: 'x'.repeat(32),
}

describe('the settings for text messages', () => {
  it('may be missing: then Nigerian numbers get at most 5,000 messages a day from the sandbox', () => {
    expect(read({})).toEqual({ provider: undefined, countries: ['234'], dailyBudget: 5_000, reportSecret: undefined })
  })

  it('choose one of two providers', () => {
    expect(read({ ...termii, TERMII_URL: 'https://termii.example/' }).provider).toEqual({
      name: 'termii',
      apiUrl: 'https://termii.example',
      apiKey: 'k1',
      secretKey: 'k2',
      sender: 'Baobab',
    })
    expect(read(africasTalking)).toMatchObject({
      reportSecret: 'x'.repeat(32),
      provider: {
        name: 'africas-talking',
        apiUrl: 'https://api.africastalking.com',
        username: 'baobab',
        apiKey: 'k3',
        sender: undefined,
      },
    })
  })

  it('name the countries and the budget', () => {
    expect(read({ SMS_COUNTRIES: '234, 233', SMS_DAILY_BUDGET: '0' })).toMatchObject({
      countries: ['234', '233'],
      dailyBudget: 0,
    })
    for (const wrong of ['+234', 'NG', '234,', '1234'])
      expect(problemsOf({ SMS_COUNTRIES: wrong }).join()).toContain('SMS_COUNTRIES')
    expect(problemsOf({ SMS_DAILY_BUDGET: '-1' }).join()).toContain('SMS_DAILY_BUDGET')
  })

  it.each([
    [{ SMS_PROVIDER: 'twilio' }, ['SMS_PROVIDER is not valid']],
    [
      { SMS_PROVIDER: 'termii' },
      ['TERMII_API_KEY is missing', 'TERMII_SECRET_KEY is missing', 'TERMII_SENDER is missing'],
    ],
    [{ ...termii, TERMII_SENDER: 'ab' }, ['TERMII_SENDER is not valid']],
    [{ ...africasTalking, SMS_REPORT_SECRET: 'short' }, ['SMS_REPORT_SECRET is not valid']],
    [{ TERMII_API_KEY: 'k' }, ['TERMII_API_KEY: needs SMS_PROVIDER']],
  ])('%j are refused', (settings, expected) => {
    const problems = problemsOf(settings)
    expect(problems).toHaveLength(expected.length)
    for (const [at, problem] of expected.entries()) expect(problems[at]).toContain(problem)
  })
})
