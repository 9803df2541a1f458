import { describe, expect, it } from 'vitest'
import { parseMail } from './parse-mail.ts'

const mail = (changes: object = {}) =>
  parseMail({ MessageID: 'm1', FromFull: { Email: 'Ada@Home.example' }, MailboxHash: 'token', ...changes })
const withHeader = (Name: string, Value: string) => mail({ Headers: [{ Name, Value }] })

describe('an incoming mail', () => {
  it('names its sender and its conversation', () => {
    expect(mail()).toMatchObject({ mailId: 'm1', from: 'ada@home.example', token: 'token', attachments: 0 })
    expect(mail({ MailboxHash: '', OriginalRecipient: 'support+abc@baobab.example' })?.token).toBe('abc')
    expect(mail({ MailboxHash: '', To: '"Baobab" <support+abc@baobab.example>' })?.token).toBe('abc')
    expect(mail({ MailboxHash: '', To: 'support@baobab.example' })?.token).toBe('')
  })

  it('counts its attachments, and ignores what has an unexpected type', () => {
    expect(mail({ Attachments: [{ Name: 'receipt.jpg' }, {}] })?.attachments).toBe(2)
    expect(mail({ Attachments: 'x', Headers: 3, TextBody: {}, FromFull: null })).toMatchObject({ text: '', from: '' })
    for (const body of [undefined, 'x', [], {}, { MessageID: 3 }]) expect(parseMail(body)).toBeUndefined()
  })
})

describe('an automatic mail', () => {
  it.each([
    ['Auto-Submitted', 'auto-replied'],
    ['auto-submitted', 'Auto-Generated (vacation)'],
    ['Precedence', 'bulk'],
    ['Precedence', 'Auto_Reply'],
    ['X-Autoreply', 'yes'],
    ['X-Autorespond', 'Re: hello'],
    ['Return-Path', '<>'],
    ['Return-Path', ''],
  ])('has %s: %s', (name, value) => {
    expect(withHeader(name, value)?.isAutomatic).toBe(true)
  })

  it.each([
    ['Auto-Submitted', 'no'],
    ['Precedence', 'first-class'],
    ['X-Autoreply', 'no'],
    ['Return-Path', '<ada@home.example>'],
    ['Subject', 'auto-replied'],
  ])('does not have %s: %s', (name, value) => {
    expect(withHeader(name, value)?.isAutomatic).toBe(false)
  })
})

describe('the text of a reply', () => {
  const read = (TextBody: string) => mail({ TextBody })?.text

  it('is what the provider says was typed', () => {
    expect(mail({ StrippedTextReply: 'Thank you!', TextBody: 'Thank you!\n> quoted' })?.text).toBe('Thank you!')
  })

  it('contains no quoted mail, also if the provider does not remove it', () => {
    expect(read('Thank you.\r\nBye\r\n\r\nOn Mon, 3 May 2026 at 10:00 Baobab <a@b.example> wrote:\r\n> Hello')).toBe(
      'Thank you.\nBye',
    )
    expect(read('Thanks\n\n-----Original Message-----\nFrom: Baobab')).toBe('Thanks')
    expect(read('Yes\n\n> Is it free?\n>\n> Bye\n')).toBe('Yes')
    expect(read('> Is it free?\nYes, it is.')).toBe('> Is it free?\nYes, it is.')
  })

  it('is not lost below a quoted mail, or below a sentence that resembles its heading', () => {
    const below = 'On Mon, 3 May 2026 at 10:00 Baobab <a@b.example> wrote:\n> Which account?\n\nThat of Ada.'
    expect(read(below)).toBe(below)
    expect(read('-----Original Message-----\nFrom: Baobab\n\nThat of Ada.')).toContain('That of Ada.')
    const sentence = 'Hello,\nOn Monday my brother wrote:\nquestion 3 is wrong.'
    expect(read(sentence)).toBe(sentence)
    expect(read('This is what I read on Monday when you wrote:')).toBe('This is what I read on Monday when you wrote:')
  })

  it('contains no control characters or broken letters', () => {
    expect(read('a\u0000b\u001B[31m\tc\u2028d\uD800')).toBe('ab[31m\tc\nd\uFFFD')
  })

  it('is cut after 10,000 characters, which is said', () => {
    expect(mail({ TextBody: 'x'.repeat(10_000) })).toMatchObject({ text: 'x'.repeat(10_000), isCut: false })
    expect(mail({ TextBody: 'x'.repeat(10_001) })).toMatchObject({ text: 'x'.repeat(10_000), isCut: true })
  })

  it('is read in linear time, whatever a stranger sends', () => {
    // Patterns that backtrack would take minutes, which the time limit of tests ends.
    for (const text of ['On '.repeat(30_000), '> \n'.repeat(30_000), ' '.repeat(90_000), '\n'.repeat(90_000)])
      expect(read(text)?.length).toBeLessThanOrEqual(10_000)
  })
})
