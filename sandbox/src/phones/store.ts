// The text messages on disk: one JSON file each.
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openFolder, writeDurably } from '../durable-files.ts'
import { isRecord, readJson } from '../json.ts'
import type { SandboxLog } from '../log.ts'

export const companies = ['termii', 'africas-talking'] as const
export type Company = (typeof companies)[number]

export type TextMessage = {
  id: string
  /** In E.164. */
  to: string
  from: string
  text: string
  company: Company
  at: string
  /** What the company knows about it. */
  state: 'sent' | 'delivered' | 'failed'
}

export type Store = {
  /** Resolves when the message is synced to disk. */
  add(message: Omit<TextMessage, 'id'>): Promise<TextMessage>
  setState(id: string, state: TextMessage['state']): Promise<void>
  /** The messages of one number, or of all, newest first. */
  list(to?: string): TextMessage[]
}

const KEEP = 2_000
const FILE_NAME = /^\d{12}\.json$/

/** Opens the folder of messages, which are all kept in memory. */
export async function openStore({ folder, log }: { folder: string; log: SandboxLog }): Promise<Store> {
  await openFolder(folder)
  const names = (await readdir(folder)).filter((name) => FILE_NAME.test(name)).toSorted()
  let messages: TextMessage[] = []
  for (const name of names) {
    const message = readJson(await readFile(join(folder, name), 'utf8'))
    if (isMessage(message)) messages.push(message)
    else log.warn({ file: name }, 'A text message in the sandbox cannot be read and is left out')
  }
  // Numbers of unreadable files are not reused either.
  let lastNumber = Number.parseInt(names.at(-1) ?? '0', 10)
  const write = (message: TextMessage) =>
    writeDurably(folder, `${message.id}.json`, Buffer.from(JSON.stringify(message)))

  return {
    async add(values) {
      lastNumber += 1
      const message = { ...values, id: String(lastNumber).padStart(12, '0') }
      await write(message)
      messages.push(message)
      const old = messages.slice(0, -KEEP)
      messages = messages.slice(-KEEP)
      for (const { id } of old) await rm(join(folder, `${id}.json`), { force: true })
      return message
    },
    async setState(id, state) {
      const message = messages.find((one) => one.id === id)
      if (!message) return
      message.state = state
      await write(message)
    },
    list: (to) => messages.filter((message) => to === undefined || message.to === to).toReversed(),
  }
}

function isMessage(value: unknown): value is TextMessage {
  const names = ['id', 'to', 'from', 'text', 'company', 'at', 'state']
  return isRecord(value) && names.every((name) => typeof value[name] === 'string')
}
