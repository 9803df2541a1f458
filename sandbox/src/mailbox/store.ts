// The mails on disk: one file each, consisting of a line of JSON for the list and the bytes received over SMTP.
import { open, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openFolder, writeDurably } from '../durable-files.ts'
import type { SandboxLog } from '../log.ts'
import { parseHead, type MailHead } from './mail-head.ts'

export type Store = {
  /** Resolves when the mail is synced to disk. */
  add(mail: { head: Omit<MailHead, 'id'>; raw: Uint8Array }): Promise<MailHead>
  newestFirst(): MailHead[]
  find(id: string): MailHead | undefined
  /** Returns the bytes of a mail, or null if it was deleted to make room for newer ones. */
  read(id: string): Promise<Uint8Array | null>
}

const KEEP = 5000
const FILE_NAME = /^(\d{12})\.mail$/
const LINE_END = 0x0a
// Enough for a hundred recipients with the longest addresses that SMTP allows, and the other fields.
const MAX_HEAD_BYTES = 128 * 1024

/** Opens the folder of mails. Only their heads are kept in memory. */
export async function openStore({
  folder,
  log,
  keep = KEEP,
}: {
  folder: string
  log: SandboxLog
  keep?: number
}): Promise<Store> {
  await openFolder(folder)
  const names = (await readdir(folder))
    .filter((name) => FILE_NAME.test(name))
    .toSorted()
    .toReversed()
  // Numbers of unreadable files are not reused either.
  let lastNumber = Number(FILE_NAME.exec(names[0] ?? '')?.[1] ?? 0)
  const heads: MailHead[] = []
  const start = Buffer.alloc(MAX_HEAD_BYTES)
  for (const name of names) {
    const head = await readHead(folder, name, start)
    if (head) heads.push(head)
    else log.warn({ file: name }, 'A mail in the sandbox mailbox cannot be read and is left out')
  }

  async function makeRoom(): Promise<void> {
    for (const old of heads.splice(keep)) {
      await rm(fileOf(folder, old.id), { force: true }).catch((error: unknown) => {
        log.warn({ err: error }, 'An old mail could not be removed from the sandbox mailbox')
      })
    }
  }
  await makeRoom()

  return {
    async add({ head, raw }) {
      const id = String(++lastNumber).padStart(12, '0')
      const line = Buffer.from(JSON.stringify(head) + '\n')
      await writeDurably(folder, `${id}.mail`, Buffer.concat([line, raw]))
      const stored = { ...head, id }
      // Two mails written at the same time may finish in either order; the list is ordered by number.
      const index = heads.findIndex((other) => other.id < id)
      heads.splice(index === -1 ? heads.length : index, 0, stored)
      await makeRoom()
      return stored
    },
    // A copy, so that a list does not change while it is being streamed.
    newestFirst: () => [...heads],
    find: (id) => heads.find((head) => head.id === id),
    async read(id) {
      if (!heads.some((head) => head.id === id)) return null
      const bytes = await readFile(fileOf(folder, id)).catch(nullWhereMissing)
      return bytes === null ? null : bytes.subarray(bytes.indexOf(LINE_END) + 1)
    },
  }
}

function fileOf(folder: string, id: string): string {
  return join(folder, `${id}.mail`)
}

// Reads only the first line, so that a full mailbox opens quickly.
async function readHead(folder: string, name: string, start: Buffer): Promise<MailHead | null> {
  const file = await open(join(folder, name), 'r')
  try {
    const { bytesRead } = await file.read(start, 0, start.length, 0)
    const end = start.subarray(0, bytesRead).indexOf(LINE_END)
    return end === -1 ? null : parseHead(name.slice(0, 12), start.toString('utf8', 0, end))
  } finally {
    await file.close()
  }
}

function nullWhereMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
