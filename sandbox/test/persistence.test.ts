import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore } from '../src/mailbox/store.ts'
import { newFolder, openWorld } from './open.ts'
import { openSmtp } from './smtp-client.ts'

const log = { warn() {}, error() {} }

test('a mail is completely on disk when SMTP replies 250', async () => {
  const context = await openWorld()
  const smtp = await openSmtp(context.smtpUrl)
  for (const n of [1, 2, 3]) {
    const words = `Subject: Mail ${n}\r\n\r\nKeep these words ${n}`
    expect(await smtp.send(words)).toMatch(/^250 /)
    const names = await readdir(context.mails)
    expect(names).toHaveLength(n)
    const newest = await readFile(join(context.mails, names.toSorted().at(-1) ?? ''), 'latin1')
    expect(newest).toContain(words)
  }
  smtp.socket.destroy()
})

test('mails survive a restart in the same order, and new ones are listed above them', async () => {
  const first = await openWorld()
  await first.send({ to: 'ada@example.com', subject: 'one', text: 'Ẹ káàárọ̀' })
  await first.send({ to: 'ada@example.com', subject: 'two' })
  const before = await first.messages()
  await first.close()

  const second = await openWorld(first.dataDir)
  expect(await second.messages()).toEqual(before)
  await second.send({ to: 'ada@example.com', subject: 'three' })
  expect((await second.messages()).map(({ subject }) => subject)).toEqual(['three', 'two', 'one'])
})

test('two mailboxes in two folders are independent', async () => {
  const [one, other] = [await openWorld(), await openWorld()]
  await one.send({ to: 'ada@example.com' })
  expect(await other.messages()).toEqual([])
})

test('incomplete files of a killed process are deleted, and files that are not mails are ignored', async () => {
  const dataDir = await newFolder()
  const mails = join(dataDir, 'sandbox', 'mailbox')
  await mkdir(mails, { recursive: true })
  await writeFile(join(mails, '.tmp-0123456789abcdef'), '{"from":"half')
  await writeFile(join(mails, '000000000007.mail'), 'not a mail')
  await writeFile(join(mails, 'notes.txt'), 'mine')

  const context = await openWorld(dataDir)
  expect(await context.messages()).toEqual([])
  await context.send({ to: 'ada@example.com' })
  expect((await readdir(mails)).toSorted()).toEqual(['000000000007.mail', '000000000008.mail', 'notes.txt'])
})

test('the oldest mails are deleted to make room, on disk too, and their numbers are not reused', async () => {
  const folder = join(await newFolder(), 'mails')
  const head = { from: '', to: ['ada@example.com'], preview: '', code: null, date: new Date().toISOString() }
  const store = await openStore({ folder, log, keep: 3 })
  for (const subject of ['1', '2', '3', '4', '5'])
    await store.add({ head: { ...head, subject }, raw: Buffer.from(subject) })
  expect(store.newestFirst().map(({ subject }) => subject)).toEqual(['5', '4', '3'])
  expect(await readdir(folder)).toHaveLength(3)
  expect(await store.read('000000000001')).toBeNull()

  const smaller = await openStore({ folder, log, keep: 1 })
  const added = await smaller.add({ head: { ...head, subject: '6' }, raw: Buffer.from('6') })
  expect(added.id).toBe('000000000006')
  expect(await readdir(folder)).toEqual(['000000000006.mail'])
})

test('if the disk cannot be written, SMTP reports a temporary error and the mailbox keeps running', async () => {
  const context = await openWorld()
  const smtp = await openSmtp(context.smtpUrl)
  // A folder has the name of the next mail's file, so the rename fails as it would on a broken disk.
  await mkdir(join(context.mails, '000000000001.mail', 'in-the-way'), { recursive: true })
  expect(await smtp.send('Subject: Lost\r\n\r\nHi')).toMatch(/^451 /)
  expect(await context.messages()).toEqual([])
  expect(await smtp.send('Subject: Stored\r\n\r\nHi')).toMatch(/^250 /)
  smtp.socket.destroy()
  expect((await context.messages()).map(({ subject }) => subject)).toEqual(['Stored'])
  expect((await readdir(context.mails)).filter((name) => name.startsWith('.tmp-'))).toEqual([])
})

test('closing does not wait for a client that stays connected', async () => {
  const context = await openWorld()
  const idle = await openSmtp(context.smtpUrl)
  const busy = await openSmtp(context.smtpUrl)
  await busy.begin()
  const hungUp = Promise.all([idle, busy].map(({ socket }) => once(socket, 'close')))
  await context.close()
  // If closing waited, it would take ten seconds and the test would time out.
  await expect(hungUp).resolves.toHaveLength(2)
})
