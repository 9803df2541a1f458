// What is kept from a browser's report about the content policy: nothing that names a person, and few distinct values.
import { isPagePath, pagePaths } from '@baobab/contract/kernel/pages.ts'
import type { BrowserReport, PolicyReport } from '@baobab/contract/system/endpoints.ts'

export type Violation = Pick<PolicyReport, 'page' | 'directive' | 'blocked'>

/** Replaces what is not kept. */
export const OTHER = 'other'
const HOST_MAX = 100

const directives = new Set(
  `default-src script-src script-src-elem script-src-attr style-src style-src-elem style-src-attr img-src media-src
  connect-src frame-src font-src worker-src manifest-src form-action base-uri frame-ancestors object-src`.split(/\s+/),
)
/** What `blocked-uri` may be besides a URL. */
const keywords = new Set(['inline', 'eval', 'wasm-eval', 'data', 'blob', 'self', 'about', 'filesystem'])
const known = new Set<string>(pagePaths)
const ofAnExtension = /^[a-z-]*extension(:|$)/i

/** Returns what to count for a report, or undefined if a browser extension caused it rather than our page. */
export function summarizeReport(report: BrowserReport): Violation | undefined {
  if (ofAnExtension.test(report['source-file']) || ofAnExtension.test(report['blocked-uri'])) return undefined
  const directive = report['effective-directive'] || (report['violated-directive'].split(' ', 1)[0] ?? '')
  return {
    page: summarizePage(report['document-uri']),
    directive: directives.has(directive) ? directive : OTHER,
    blocked: summarizeSource(report['blocked-uri']),
  }
}

/** Returns the path of a page, without any part that may identify a person, such as a certificate's id. */
function summarizePage(uri: string): string {
  const path = URL.canParse(uri) ? new URL(uri).pathname : ''
  if (known.has(path)) return path
  return isPagePath(path) ? `/${path.split('/')[1] ?? ''}/...` : OTHER
}

function summarizeSource(uri: string): string {
  // Browsers leave it empty for inline code.
  if (uri === '') return 'inline'
  if (keywords.has(uri)) return uri
  if (!URL.canParse(uri)) return OTHER
  const { protocol, host } = new URL(uri)
  const scheme = protocol.slice(0, -1)
  if (scheme === 'http' || scheme === 'https') return host.length > HOST_MAX ? OTHER : host
  return keywords.has(scheme) ? scheme : OTHER
}
