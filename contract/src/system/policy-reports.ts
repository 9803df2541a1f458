// Reports of browsers that a page tried to do what its content security policy forbids: a sign of injected markup, or of a
// mistake of ours. What is stored names no person: the page without its query, the directive and where the source is.
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'

const group = 'System'

const part = z.string().max(4_000).default('')

/** What `report-uri` makes browsers send, in the names of CSP level 2; fields that are not used are dropped. */
const BrowserReport = z.object({
  'document-uri': z.string().max(4_000),
  'effective-directive': part,
  'violated-directive': part,
  'blocked-uri': part,
  'source-file': part,
})
export type BrowserReport = z.infer<typeof BrowserReport>

export const PolicyReport = z
  .object({
    page: z.string(),
    directive: z.string(),
    /** The host or scheme of what was blocked, or `inline` or `eval`. */
    blocked: z.string(),
    reports: z.number().int(),
    firstAt: field.instant,
    lastAt: field.instant,
  })
  .meta({ id: 'PolicyReport' })
export type PolicyReport = z.infer<typeof PolicyReport>

export const reportPolicyViolation = endpoint({
  group,
  method: 'POST',
  path: '/api/policy-reports',
  who: 'anyone',
  summary: 'Takes the report of a browser about a violation of the content policy; the type is application/csp-report',
  body: z.strictObject({ 'csp-report': BrowserReport }),
  reply: z.object({ message: z.string() }),
})

export const listPolicyReports = endpoint({
  group,
  method: 'GET',
  path: '/admin/policy-reports',
  who: ['owner', 'auditor'],
  summary: 'The violations of the content policy of the last 30 days, newest first',
  reply: z.object({ reports: z.array(PolicyReport) }),
})
