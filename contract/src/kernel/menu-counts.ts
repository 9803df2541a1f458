// What waits for an admin, as numbers in the menu. Apart from the pages' own endpoints: every admin page loads these, and
// should not load the shapes of two pages with them.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const reply = z.object({ open: z.number().int() })

export const countOpenMessages = endpoint({
  group: 'Contact',
  method: 'GET',
  path: '/admin/contact-messages/open',
  who: ['owner', 'support', 'auditor'],
  summary: 'The number of messages of the contact form that are neither answered nor closed',
  reply,
})

export const countOpenReports = endpoint({
  group: 'Trivia',
  method: 'GET',
  path: '/admin/question-reports/open',
  who: ['owner', 'content', 'auditor'],
  summary: 'The number of reported questions that wait for an answer',
  reply,
})

export const countOpenListClaims = endpoint({
  group: 'Scholarship',
  method: 'GET',
  path: '/admin/list-claims/open',
  who: ['owner', 'support', 'auditor'],
  summary: 'The number of students who say to be missing from a list and wait for an answer',
  reply,
})

export const countOpenAppeals = endpoint({
  group: 'Fair play',
  method: 'GET',
  path: '/admin/appeals/open',
  who: ['owner', 'support', 'auditor'],
  summary: 'The number of appeals that wait for an answer',
  reply,
})
