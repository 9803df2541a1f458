// Signing in with other companies' accounts, in a real pop-up and by a redirect of the whole page.
import { laptop } from './fit.ts'
import { test } from './fixtures.ts'
import { signUpAndReturn } from './provider-pop-up.ts'

test.use({ viewport: laptop })

test('apple: a pop-up leads through the short form to the dashboard, and straight there from then on', async ({
  page,
}) => {
  await signUpAndReturn(page, 'apple')
})
