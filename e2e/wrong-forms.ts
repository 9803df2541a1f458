// Every form in the product, and how to open it and send it with errors.
import type { Page } from '@playwright/test'
import { ADMIN } from './people.ts'
import type { Visits } from './visits.ts'

export type WrongForm = {
  /** The file in web/app that contains the form. */
  file: string
  who: 'anyone' | 'student' | 'admin'
  address: string
  /** What the browser's tab has already stored. */
  stored?: Record<string, string>
  /** The names of the buttons to press, in order, until the form appears. */
  press?: readonly (string | RegExp)[]
  /** The invalid values, by field label; without them the form is sent as it opens. */
  wrong?: Record<string, string>
  /** Which of the page's forms; the last by default. */
  form?: string
  /** Opens the form if pressing buttons is not enough. */
  open?: (page: Page) => Promise<void>
}

type Addresses = { reset: string; adminReset: string; invitation: string; merge: string; message: string }

const ticket = (step: 'form' | 'account-found') =>
  JSON.stringify({
    step,
    ticket: 'x',
    provider: 'apple',
    email: null,
    name: null,
    isEmailVerified: false,
    methods: ['password'],
    rememberMe: false,
  })

/** Returns a row for each form. */
export function listWrongForms(visits: Visits, links: Addresses): WrongForm[] {
  const student = (path: string) => `/admin/student?username=${visits.username}${path}`
  const flagged = `/admin/fair-play?student=${visits.username}`
  const anyone = [
    { file: 'accounts/register.tsx', address: '/student/register' },
    { file: 'accounts/log-in-form.tsx', address: '/student/login' },
    { file: 'accounts/log-in-form.tsx', address: '/admin/login' },
    { file: 'accounts/forgot-password-form.tsx', address: '/forgot-password' },
    { file: 'accounts/forgot-password-form.tsx', address: '/admin/forgot-password' },
    { file: 'accounts/reset-password-steps.tsx', address: links.reset },
    { file: 'accounts/reset-password-steps.tsx', address: links.adminReset },
    { file: 'accounts/verify-email.tsx', address: '/verify-email' },
    { file: 'guardians/register.tsx', address: '/guardian/register' },
    { file: 'guardians/log-in.tsx', address: '/guardian/login' },
    { file: 'guardians/forgot-password.tsx', address: '/guardian/forgot-password' },
    { file: 'guardians/verify.tsx', address: '/guardian/verify' },
    { file: 'accounts/admin/register.tsx', address: links.invitation },
    {
      file: 'accounts/identity-providers/complete.tsx',
      address: '/sign-in/complete',
      stored: { signInTicket: ticket('form') },
    },
    {
      file: 'accounts/identity-providers/connect.tsx',
      address: '/sign-in/connect',
      stored: { signInTicket: ticket('account-found') },
    },
    { file: 'contact/contact.tsx', address: '/contact', form: '#contact-form' },
    { file: 'payments/pay-for-child.tsx', address: visits.payLink },
    {
      file: 'accounts/guardian-wait.tsx',
      address: '/guardian-wait',
      stored: { email: 'ada@school.example', registration: 'x', waitsForGuardian: 'a•••@home.example' },
      press: [/another|change/i],
    },
  ].map((form) => ({ ...form, who: 'anyone' as const }))
  const ofStudents = [
    { file: 'friends/add-friend.tsx', address: '/student/friends' },
    {
      file: 'profile/settings.tsx',
      address: '/student/setting',
      wrong: { 'Phone number': '12' },
      form: 'form:has([name=address])',
    },
    {
      file: 'accounts/identity-providers/password-form.tsx',
      address: '/student/setting',
      press: ['Change it'],
      form: '.method__form',
    },
    {
      file: 'accounts/identity-providers/proof-dialog.tsx',
      address: '/student/setting',
      press: [/^Connect/],
      form: 'dialog form',
    },
    {
      file: 'privacy/erase-dialog.tsx',
      address: '/student/setting',
      press: ['Delete my account'],
      form: 'dialog form',
    },
    { file: 'payments/debited-form.tsx', address: '/student/payment', press: ['Enter a reference'] },
    { file: 'quiz/quiz-question.tsx', address: `/student/trivia/page?video=${visits.untakenId}`, press: [/^Start/] },
    {
      file: 'quiz/report-form.tsx',
      address: `/student/review?video=${visits.videoId}`,
      press: [/^Report this question/],
    },
  ].map((form) => ({ ...form, who: 'student' as const }))
  const admins = [
    { file: 'profile/admin/settings.tsx', address: '/admin/setting', press: ['Change password'] },
    {
      file: 'accounts/admin/reauthentication-form.tsx',
      address: '/admin/setting',
      press: [/^Turn on/],
      form: 'form:has([name=password])',
    },
    {
      file: 'accounts/admin/second-factor-card.tsx',
      address: '/admin/setting',
      press: [/^Turn on/],
      form: 'form:has([name=code])',
      open: async (page: Page) => {
        await page.locator('form [name=password]').filter({ visible: true }).fill(ADMIN.password)
        await page.getByRole('main').getByRole('button', { name: 'Continue' }).filter({ visible: true }).click()
        await page.locator('form [name=code]').waitFor()
      },
    },
    { file: 'contact/admin/answer-form.tsx', address: links.message, form: 'form[aria-label=Answer]' },
    {
      file: 'contact/admin/message-work.tsx',
      address: links.message,
      form: 'form[aria-label="Add Note"]',
      open: (page: Page) => page.locator('.inbox__fold > summary').click(),
    },
    { file: 'fair-play/admin/decide.tsx', address: flagged, press: ['Put on hold'], form: 'dialog form' },
    { file: 'fair-play/admin/decide.tsx', address: flagged, press: ['Disqualify'], form: 'dialog form' },
    {
      file: 'quiz/admin/reported-question.tsx',
      address: '/admin/reports',
      open: (page: Page) => page.getByRole('main').locator('a[href*="report="]').first().click(),
      form: 'form[aria-labelledby=answer]',
    },
    {
      file: 'quiz/admin/proposal-form.tsx',
      address: '/admin/reports',
      open: async (page: Page) => {
        await page.getByRole('main').locator('a[href*="report="]').first().click()
        await page.getByRole('main').locator('a[href*="/admin/regrades"]').first().click()
      },
      form: 'form[aria-label*="orrect"]',
    },
    {
      file: 'students/student-selection.tsx',
      address: '/admin/user-management',
      open: async (page: Page) => {
        await page.getByRole('main').getByRole('checkbox').first().check()
        await page.getByRole('button', { name: 'Notify' }).click()
      },
      form: 'dialog form',
    },
    {
      file: 'videos/admin/publish-card.tsx',
      address: `/admin/videos?video=${visits.videoId}`,
      form: 'form[aria-labelledby=visibility]',
      open: (page: Page) => page.locator('form[aria-labelledby=visibility] [value=later]').check(),
    },
    { file: 'accounts/admin/invitations.tsx', address: '/admin/team' },
    {
      file: 'settings/admin/product-settings-card.tsx',
      address: '/admin/setting',
      wrong: { 'Support email': 'x' },
      form: 'form:has([name=supportEmail])',
    },
    { file: 'notifications/admin/notification-editor.tsx', address: '/admin/notification/form' },
    { file: 'quiz/admin/question-form.tsx', address: '/trivia-form' },
    { file: 'quiz/import/question-import.tsx', address: '/admin/trivia/import' },
    { file: 'videos/admin/video-details-form.tsx', address: '/video-upload' },
    { file: 'videos/admin/series/series-page.tsx', address: '/admin/series' },
    { file: 'contact/admin/saved-answers.tsx', address: '/admin/messages?view=saved-answers' },
    {
      file: 'leaderboard/admin/adjust-dialogs.tsx',
      address: student(''),
      press: ['Adjust points'],
      form: 'dialog[open] form',
    },
    { file: 'students/staff-notes.tsx', address: student(''), form: 'form[aria-labelledby=notes]' },
    { file: 'students/streak-pauses.tsx', address: student(''), form: 'form[aria-labelledby=streak-pauses]' },
    { file: 'duplicates/duplicates.tsx', address: student(''), form: 'form[aria-labelledby=duplicates]' },
    { file: 'students/student-actions.tsx', address: student(''), press: [/^Disqualify/], form: 'dialog[open] form' },
    ...[
      { file: 'students/corrections/details-dialog.tsx', press: ['Edit details'], wrong: { 'Phone number': '12' } },
      { file: 'students/corrections/birth-dialog.tsx', press: ['Edit date of birth'] },
      { file: 'students/corrections/contact-dialogs.tsx', press: ['Edit email'] },
      { file: 'students/corrections/contact-dialogs.tsx', press: ['Add a guardian'] },
    ].map((one) => ({ ...one, address: student(''), form: 'dialog[open] form' })),
    { file: 'duplicates/merge-page.tsx', address: links.merge },
    {
      file: 'system/maintenance-card.tsx',
      address: '/admin/system',
      press: [/^Switch on/],
      wrong: { 'About how many minutes will the maintenance take?': '' },
    },
    {
      file: 'saved-views/admin/views-dialog.tsx',
      address: '/admin/user-management',
      press: ['Views'],
      form: 'dialog form',
    },
    {
      file: 'metrics/period-metrics.tsx',
      address: '/admin/dashboard',
      press: [/charts/, 'Custom dates'],
      wrong: { 'First day': '' },
      form: '.owndates',
    },
  ].map((form) => ({ ...form, who: 'admin' as const }))
  return [...anyone, ...ofStudents, ...admins]
}

/** Loads a form's page, and opens the form. */
export async function openForm(page: Page, { address, press = [], open, wrong = {}, form = 'form' }: WrongForm) {
  await page.goto(address)
  for (const name of press)
    await page
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
      .click()
  await open?.(page)
  const found = page.locator(form).filter({ visible: true }).last()
  await found.waitFor()
  for (const [label, value] of Object.entries(wrong)) await found.getByLabel(label).fill(value)
  return found
}
