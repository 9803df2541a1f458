// Rarer events around draws: a draw is printed, rehearsed, repeated or made by witnesses, and a student is missing from a list.
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { logInAdmin } from '@baobab/contract/accounts/admin.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import { holdStudent } from '@baobab/contract/fair-play/admin.ts'
import { hashText } from '@baobab/contract/scholarship/draw/rules.ts'
import { makeChain } from '@baobab/contract/scholarship/draw/made-draw.ts'
import { nextMonth } from '@baobab/contract/scholarship/rules.ts'
import { listDraws } from '@baobab/contract/scholarship/endpoints.ts'
import { expectAccessible } from './accessibility.ts'
import { insertDraw, month, monthOfOne, startWithDraws } from './drawn-months.ts'
import { expectFit, laptop, phone } from './fit.ts'
import { expect, openFor, openForAdmin, test } from './fixtures.ts'
import { ADMIN, type Student } from './people.ts'
import { queryDatabase, type Product } from './product.ts'

let product: Product
let winner: Student
let entrant: Student
test.beforeAll(async () => {
  ;({ entrant, product, winner } = await startWithDraws())
})
test.afterAll(() => product.remove())

const anyone = () => createClient({ baseUrl: product.url })

test('a printed draw shows where to check it, and a month without a draw says so', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: product.url, viewport: phone })
  const page = await context.newPage()
  await page.addInitScript(() => (window.print = () => undefined))
  await page.goto(`/scholarship/${month}`)
  await page.getByRole('button', { name: 'Print' }).click()
  const address = page.getByText(`/scholarship/${month}/verify`)
  await expect(address).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(address).toBeVisible()
  await expect(page.getByRole('link', { name: 'Check this draw' })).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  await page.goto('/scholarship/2023-01')
  await expect(page.getByRole('heading', { name: 'There is no draw for January 2023' })).toBeVisible()
  await expectFit(page)
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'All draws' }).last().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Scholarship draws' })).toBeVisible()
  await context.close()
})

test('an admin rehearses a draw, and sees what a changed list looks like', async ({ browser }) => {
  const page = await openForAdmin(browser, product.url)
  await page.goto('/admin/scholarship-management')
  await page.getByRole('link', { name: 'Rehearse a draw' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Rehearsal' })).toBeVisible()
  await expect(page.getByText(/^The rehearsal worked/)).toBeVisible()
  await expect(page.getByText(/^Winner: Made-up student \d+, number \d+$/)).toBeVisible()
  await expect(page.getByText('This draw is correct.')).toHaveCount(0)
  await expect(page.getByText('On hold, cannot win')).toBeVisible()
  await expectFit(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show a tampered list' }).click()
  await expect(page.getByText('This draw is not correct.')).toBeVisible()
  await page.getByRole('button', { name: 'Show the original list' }).click()
  await expect(page.getByText(/^The rehearsal worked/)).toBeVisible()
  await page.getByRole('button', { name: 'Rehearse again' }).click()
  await expect(page.getByText(/^The rehearsal worked/)).toBeVisible()
  // Nothing about it is public.
  expect((await anyone()(listDraws, {})).draws.map(({ month }) => month).toSorted()).toEqual([month, monthOfOne])

  await page.goto('/admin/scholarship-management')
  await page.getByRole('link', { name: 'Top 1000 Students' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Top 1000 Students' })).toBeVisible()
  await expectFit(page)
  await page.context().close()
})

test('an admin disqualifies a winner, and everybody reads why the draw is repeated', async ({ browser }) => {
  const page = await openForAdmin(browser, product.url)
  await page.goto('/admin/scholarship-management')
  const draw = page.getByRole('region', { name: 'Draws' }).getByRole('article', { name: 'January 2024' })
  await draw.getByRole('button', { name: 'Details of January 2024' }).click()
  await expect(draw.getByText(/^Winner: /)).toBeVisible()
  await expectFit(page)
  await draw.getByRole('button', { name: 'Disqualify' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'not of the age that the rules ask for' }).check()
  await dialog.getByRole('button', { name: 'Disqualify' }).click()
  await expect(page.getByText('The winner was disqualified. The draw will be repeated.').first()).toBeVisible()
  await expect(draw.getByText('Waiting')).toBeVisible()
  await page.context().close()

  const context = await browser.newContext({ baseURL: product.url })
  const visitor = await context.newPage()
  await visitor.goto(`/scholarship/${month}`)
  await expect(visitor.getByText(/does not get the prize: not of the age that the rules ask for/)).toBeVisible()
  await visitor.goto(`/scholarship/${month}/verify`)
  await expect(visitor.getByText('These files fit together. There is no winner yet.')).toBeVisible()
  await context.close()
})

test("a student who is missing from a list says so, and reads an admin's answer", async ({ browser }) => {
  // A list whose round is still to come. Its rules are not published yet.
  const waiting = nextMonth(nextMonth(lagosDate(new Date()).slice(0, 7)))
  await insertDraw(product, waiting, [winner.studentId])
  const page = await openFor(entrant, browser, product.url)
  await page.setViewportSize(phone)
  await page.goto('/student/draws')
  const own = page.getByRole('region', { name: 'You and the draw' })
  await expect(own.getByText('You are not on this list.')).toBeVisible()
  await own.getByRole('button', { name: 'I should be on this list' }).click()
  await expectFit(page)
  await expectAccessible(page)
  await own.getByRole('button', { name: 'Send' }).click()
  await expect(own.getByText('Your message is required')).toBeVisible()
  await own.getByLabel('Why should you be on this list?').fill('My mother paid on the 20th.')
  await own.getByRole('button', { name: 'Send' }).click()
  await expect(own.getByText(/^We got your message on/)).toBeVisible()
  await expect(own.getByRole('button', { name: 'I should be on this list' })).toHaveCount(0)
  await expectFit(page)
  await expectAccessible(page)

  const admin = await openForAdmin(browser, product.url)
  await admin.goto('/admin/scholarship-management')
  const claim = admin
    .getByRole('region', { name: 'Students missing from a list' })
    .getByRole('article', { name: entrant.username })
  await expect(claim.getByText('My mother paid on the 20th.')).toBeVisible()
  await expect(
    claim.getByText('The student was not in that month’s top 1,000, or was not on a leaderboard.'),
  ).toBeVisible()
  await expect(admin.getByRole('link', { name: 'Scholarship Management 1 missing from a list' })).toBeVisible()
  await expectFit(admin)
  await claim.getByRole('button', { name: 'Reject claim' }).click()
  await expectAccessible(admin)
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel('Answer').fill('You have no correct answer yet.')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(claim.getByText('Rejected')).toBeVisible()
  await expect(admin.getByRole('link', { name: 'Scholarship Management', exact: true })).toBeVisible()
  await admin.context().close()

  await page.reload()
  await expect(own.getByText('You have no correct answer yet.')).toBeVisible()
  await page.goto(`/scholarship/${waiting}`)
  await expect(page.getByText('1 student said “I should be on this list”: 1 was not.')).toBeVisible()
  await page.getByRole('region', { name: 'How to check it yourself' }).getByText('For experts').click()
  await expect(page.getByRole('link', { name: 'claims.json' })).toBeVisible()
  await page.context().close()
})

test('witnesses draw if there is no public number, and everybody reads that this is weaker', async ({ browser }) => {
  const silentMonth = '2024-03'
  // No relay knows this chain, so its round never comes.
  await insertDraw(product, silentMonth, [winner.studentId], { chain: makeChain('silent').file })
  const context = await browser.newContext({ baseURL: product.url, viewport: phone })
  const visitor = await context.newPage()
  const makeSecret = async () => {
    await visitor.goto('about:blank')
    await visitor.goto(`/scholarship/${silentMonth}/verify#witness`)
    const card = visitor.getByRole('region', { name: 'Are you a witness of this draw?' })
    await card.getByRole('button', { name: 'Make a secret number' }).click()
    const [promise = '', secret = ''] = (await card.locator('.hash').allTextContents()).map((text) => text.slice(-64))
    return { promise, secret }
  }
  const made = [await makeSecret(), await makeSecret(), await makeSecret(), await makeSecret()]
  await expectFit(visitor)
  await expectAccessible(visitor)

  const page = await openForAdmin(browser, product.url)
  await page.goto('/admin/scholarship-management')
  const draw = page.getByRole('region', { name: 'Draws' }).getByRole('article', { name: 'March 2024' })
  await draw.getByRole('button', { name: 'Details of March 2024' }).click()
  await draw.getByRole('button', { name: 'Draw with witnesses' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Publish the witnesses' }).click()
  await expect(dialog.getByText('Position is required').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Add a witness' }).click()
  await dialog.getByRole('button', { name: 'Remove witness 4' }).click()
  await expect(dialog.getByRole('group', { name: /4/ })).toHaveCount(0)
  for (const [n, { promise }] of made.slice(0, 3).entries()) {
    const witness = dialog.getByRole('group', { name: `Witness ${n + 1}` })
    await witness.getByLabel('Position').fill(`Head teacher of school ${n + 1}`)
    await witness.getByLabel('Promise').fill(promise)
  }
  await page.setViewportSize(phone)
  await dialog.getByLabel('Baobab’s promise').fill(made[3]?.promise ?? '')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Publish the witnesses' }).click()
  await expect(page.getByText('The witnesses are published.').first()).toBeVisible()
  await visitor.goto(`/scholarship/${silentMonth}`)
  await expect(visitor.getByText('The public number is late, so witnesses draw. We are waiting')).toBeVisible()
  const third = visitor
    .getByRole('listitem')
    .filter({ hasText: made[2]?.promise ?? 'no promise' })
    .last()
  await third.getByText('For experts').click()
  await expect(third.getByText(made[2]?.promise ?? 'no promise')).toBeVisible()

  const names = ['Head teacher of school 2', 'Baobab', 'Head teacher of school 1', 'Head teacher of school 3']
  const secrets = [1, 3, 0, 2].map((n) => made[n]?.secret ?? '')
  for (const [n, name] of names.entries()) {
    await draw.getByRole('button', { name: `Enter the secret number of ${name}` }).click()
    if (n === 0) {
      await dialog.getByLabel('Secret number').fill(secrets[1] ?? '')
      await dialog.getByRole('button', { name: 'Publish' }).click()
      await expect(dialog.getByText(/This is not the secret number of this witness/)).toBeVisible()
    }
    await dialog.getByLabel('Secret number').fill(secrets[n] ?? '')
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await expect(dialog).toBeHidden()
    if (n === 0) {
      await expect(draw.getByText('Secret number published')).toBeVisible()
      await expectFit(page)
      await expectAccessible(page)
    }
  }
  await expect(draw.getByText('Winner: ')).toBeVisible()
  await page.context().close()

  await visitor.reload()
  await expect(visitor.getByText('This draw is weaker: there was no public number')).toBeVisible()
  await expect(visitor.getByText(`Head teacher of school 2 revealed the secret number.`)).toBeVisible()
  await expectFit(visitor)
  await expectAccessible(visitor)
  await visitor.getByRole('link', { name: 'Check this draw' }).click()
  await expect(visitor.getByText('These files fit together.')).toBeVisible()
  await expect(visitor.getByText('This draw is weaker: there was no public number')).toBeVisible()
  await expect(visitor.getByText('No witness changed the number')).toBeVisible()
  await expectFit(visitor)
  await expectAccessible(visitor)
  await context.close()
})

test('an admin replaces witnesses because one of them refuses, and everybody reads which one', async ({ browser }) => {
  const silentMonth = '2024-04'
  await insertDraw(product, silentMonth, [winner.studentId], { chain: makeChain('silent').file })
  const commitments = Array.from({ length: 8 }, (_, n) => hashText(`promise ${n}`))
  const witnesses = commitments
    .slice(0, 4)
    .map((commitment, n) => ({ name: n < 3 ? `Auditor ${n + 1}` : 'Baobab', commitment }))
  await queryDatabase(
    product,
    `insert into draw_events (draw_id, kind, data, at)
      select id, 'witnesses', $2, now() - interval '8 days' from draws where month = $1`,
    [silentMonth, { witnesses }],
  )
  const page = await openForAdmin(browser, product.url)
  await page.goto('/admin/scholarship-management')
  const draw = page.getByRole('region', { name: 'Draws' }).getByRole('article', { name: 'April 2024' })
  await draw.getByRole('button', { name: 'Details of April 2024' }).click()
  await draw.getByRole('button', { name: 'Auditor 2 refused: name other witnesses' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add a witness' }).click()
  for (const [n, promise] of commitments.slice(4).entries()) {
    const witness = dialog.getByRole('group', { name: `Witness ${n + 1}` })
    await witness.getByLabel('Position').fill('Speaker of the guardians')
    await witness.getByLabel('Promise').fill(promise)
  }
  await dialog.getByLabel('Baobab’s promise').fill(hashText('promise 8'))
  const publish = dialog.getByRole('button', { name: 'Publish the witnesses' })
  await publish.click()
  await expect(dialog.getByText('Each witness needs a different position')).toBeVisible()
  for (const n of [1, 2, 3, 4])
    await dialog
      .getByRole('group', { name: `Witness ${n}` })
      .getByLabel('Position')
      .fill(`Speaker ${n}`)
  await publish.click()
  await expect(page.getByText('The witnesses are published.').first()).toBeVisible()
  await expect(draw.getByText('Speaker 4')).toBeVisible()
  await page.goto(`/scholarship/${silentMonth}`)
  await expect(page.getByText('Auditor 2 did not reveal the secret number within seven days')).toBeVisible()
  await page.goto(`/scholarship/${silentMonth}/verify`)
  await expect(page.getByText('These files fit together. There is no winner yet.')).toBeVisible()
  await page.context().close()
})

test('two admins put an entrant of a waiting list on hold, and everybody reads it', async ({ browser }) => {
  const waiting = nextMonth(nextMonth(nextMonth(lagosDate(new Date()).slice(0, 7))))
  const second = { email: 'second@baobab.example', password: ADMIN.password }
  await queryDatabase(
    product,
    `with made as (
      insert into admins (username, username_key, email, email_key, password_hash, role, created_at)
      select 'second-admin', 'second-admin', $1, $1, password_hash, 'support', created_at from admins limit 1 returning id
    ) insert into admin_role_changes (admin_id, role, at) select id, 'support', now() from made`,
    [second.email],
  )
  await insertDraw(product, waiting, [entrant.studentId, winner.studentId], { frozenAt: new Date() })
  const { authToken } = await anyone()(logInAdmin, { body: second })
  const { username } = entrant
  const propose = createClient({ baseUrl: product.url, token: () => authToken })
  await propose(holdStudent, { params: { username }, body: { reason: 'other' } })

  const page = await openForAdmin(browser, product.url)
  await page.goto(`/admin/fair-play?student=${username}`)
  const proposal = page.getByRole('region', { name: 'Needs a second admin' })
  await expect(proposal).toContainText('second-admin')
  for (const size of [phone, laptop]) {
    await page.setViewportSize(size)
    await expectFit(page)
  }
  await expectAccessible(page)
  await proposal.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Approved. The student has been told.').first()).toBeVisible()
  await expect(proposal).toHaveCount(0)
  await expect(page.getByText('On hold', { exact: true })).toBeVisible()
  await page.context().close()

  const context = await browser.newContext({ baseURL: product.url })
  const visitor = await context.newPage()
  await visitor.goto(`/scholarship/${waiting}`)
  const notice = visitor.getByRole('listitem').filter({ hasText: /We are checking the points of number \d/ })
  await expect(notice).toContainText('Two people on our team decided this.')
  await expectFit(visitor)
  await expectAccessible(visitor)
  await context.close()
})
