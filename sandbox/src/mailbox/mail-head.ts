import { readJson } from '../json.ts'

export type MailHead = {
  id: string
  from: string
  /** All recipients of the envelope, including blind copies. */
  to: string[]
  subject: string
  preview: string
  code: string | null
  /** When the mail was accepted, by this machine's clock: the Date header is set by the sender. */
  date: string
}

/** Parses the first line of a mail's file. Null if it is not one. */
export function parseHead(id: string, line: string): MailHead | null {
  const head = readJson(line)
  if (typeof head !== 'object' || head === null) return null
  if (!('from' in head && 'to' in head && 'subject' in head && 'preview' in head && 'code' in head && 'date' in head))
    return null
  const { from, to, subject, preview, code, date } = head
  if (typeof from !== 'string' || typeof subject !== 'string' || typeof preview !== 'string') return null
  if (typeof date !== 'string' || Number.isNaN(Date.parse(date))) return null
  if (code !== null && typeof code !== 'string') return null
  if (!Array.isArray(to) || !to.every((address) => typeof address === 'string')) return null
  return { id, from, to, subject, preview, code, date }
}
