export type MailHead = {
  id: string
  from: string
  /** Everyone it was sent to, by the envelope: hidden copies too. */
  to: string[]
  subject: string
  preview: string
  code: string | null
  /** When it was accepted, by this machine's clock: the Date line of a mail is its sender's word. */
  date: string
}

/** Reads the first line of a mail's file; null where it is not one. */
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

function readJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
