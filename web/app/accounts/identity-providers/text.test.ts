import { expect, it } from 'vitest'
import { buttonLabels } from './text.ts'

// "Social sign-in (Microsoft, LinkedIn, Pinterest, Twitter, TikTok, Apple) widgets exist."
it('each button names its company, and X by the name people know', () => {
  expect(Object.values(buttonLabels).map((label) => label.replace(/^(Sign in|Continue) with /, ''))).toEqual([
    'Microsoft',
    'LinkedIn',
    'Pinterest',
    'X (Twitter)',
    'TikTok',
    'Apple',
  ])
})
