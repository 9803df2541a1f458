import { EXPERTS_LINE } from '@baobab/contract/notifications/text.ts'

/** Matches the lines for experts in messages about draws from before they had a heading. */
const expertLine = /[0-9a-f]{64}|\/verify|proves nothing|\b(from|at) 0\b|^Keep this message/
const code = /[0-9a-f]{64}/

/** Splits a notification into what everyone reads, and the codes that prove something about a draw; `experts` is '' without any. */
export function splitForExperts(description: string): { text: string; experts: string } {
  const lines = description.split('\n')
  const heading = lines.indexOf(EXPERTS_LINE)
  if (heading === -1 && !code.test(description)) return { text: description, experts: '' }
  const isForExperts = (line: string, n: number) => (heading === -1 ? expertLine.test(line) : n > heading)
  const join = (kept: (line: string, n: number) => boolean) => lines.filter(kept).join('\n').trim()
  return {
    text: join((line, n) => n !== heading && !isForExperts(line, n)),
    experts: join(isForExperts),
  }
}
