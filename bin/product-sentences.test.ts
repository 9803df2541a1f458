// The success and failure messages that the product promises word for word. Each is declared once, by the contract or the web app,
// and is used.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

const sources = ['contract/src/**/*.ts', 'web/app/**/*.{ts,tsx}', 'server/src/**/*.ts']
  .flatMap((pattern) => globSync(pattern, { cwd: root }))
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, code: readFileSync(join(root, file), 'utf8') }))

const sentences = [
  'Something went wrong! Please try again.',
  'Login failed!',
  'Login failed! Please check your credentials.',
  'Registration failed!',
  'Error resetting password.',
  'Verification failed! Please try again.',
  'No trivia available for this video for your age group.',
  'No options available for this question.',
  'Error submitting answer for this question.',
  'Error adding trivia:',
  'Error uploading file',
  'Failed to upload video.',
  'Failed to send message. Please try again later.',
  'Failed to fetch user data.',
  'Failed to fetch student data.',
  'Failed to load videos.',
  'Failed to delete video.',
  'Failed to update video.',
  'Failed to send notification.',
  'Failed to load leaderboard.',
  'Failed to load your rank.',
  'Failed to update profile.',
  'Failed to update watch status.',
  'Unauthorized access. Please log in.',
  'Unauthorized. Please log in.',
  'Unauthorized. Redirecting...',
  'You are not logged in.',
  'Authentication required.',
  'Authentication token is missing. Please log in.',
  'Username is not available. Redirecting to login...',
  'No students found.',
  'No videos found for this age category.',
  'No trivias found for this age category.',
  'No notifications found',
  'Invalid transaction. Redirecting...',
  'Payment verification failed. Try again.',
  'An error occurred while verifying payment.',
  'Failed to update payment status. Contact support.',
  "Apple SDK isn't loaded!",
  'Loading chunk failed',
  'Registration successful',
  'Login successful!',
  'Profile updated successfully!',
  'Video deleted successfully.',
  'Video uploaded successfully!',
  'Video marked as watched.',
  'Notification sent successfully!',
  'Notification sent to all users!',
  'Trivia added successfully!',
  'Trivia questions uploaded successfully!',
  'Trivia uploaded successfully!',
  'Email verified successfully!',
  'Payment verified! Updating your account...',
  'Payment confirmed! Redirecting to dashboard...',
  'Logout Successful',
]

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Returns the property that contains a sentence, and the file that declares it. */
function findDeclaration(sentence: string) {
  const declared = new RegExp(`(\\w+):\\s*(['"])${escape(sentence)}\\2`)
  for (const { file, code } of sources.filter(({ file: path }) => !path.startsWith('server/'))) {
    const name = declared.exec(code)?.[1]
    if (name !== undefined) return { file, name }
  }
  return undefined
}

// Composed from parts, because the error's class is part of it.
const ofCode = 'Loading chunk failed'

it.each(sentences.filter((sentence) => sentence !== ofCode))('“%s” is declared and used', (sentence) => {
  const declaration = findDeclaration(sentence)
  expect(declaration).toBeDefined()
  const use = new RegExp(`\\b\\w*[tT]ext\\.(?:\\w+\\.)?${declaration?.name ?? ''}\\b`)
  expect(sources.filter(({ code }) => use.test(code)).map(({ file }) => file)).not.toEqual([])
})

it(`“${ofCode}” is used`, () => {
  expect(sources.some(({ code }) => code.includes(ofCode))).toBe(true)
})
