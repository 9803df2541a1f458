import type { BrowserReport } from '@baobab/contract/system/endpoints.ts'
import { describe, expect, it } from 'vitest'
import { summarizeReport } from './policy-report-rules.ts'

const report = (changes: Partial<BrowserReport> = {}): BrowserReport => ({
  'document-uri': 'https://baobab.example/',
  'effective-directive': 'img-src',
  'violated-directive': '',
  'blocked-uri': 'https://evil.example/picture.png?token=secret',
  'source-file': 'https://baobab.example/',
  ...changes,
})
const summary = (changes: Partial<BrowserReport>) => summarizeReport(report(changes))

describe('what is kept from a report', () => {
  it.each([
    ['an address', 'https://evil.example/steal.js?token=secret', 'evil.example'],
    ['an address without encryption', 'http://evil.example:8080/x', 'evil.example:8080'],
    ['a host of 100 characters', `https://${'h'.repeat(60)}.${'h'.repeat(39)}/`, `${'h'.repeat(60)}.${'h'.repeat(39)}`],
    ['a longer host', `https://${'h'.repeat(60)}.${'h'.repeat(40)}/`, 'other'],
    ['inline code', '', 'inline'],
    ['a keyword', 'eval', 'eval'],
    ['only a scheme', 'data:image/png;base64,AAAA', 'data'],
    ['an unknown scheme', 'ftp://evil.example/x', 'other'],
    ['no address', 'evil', 'other'],
  ])('whose source is %s', (_, uri, blocked) => {
    expect(summary({ 'blocked-uri': uri })?.blocked).toBe(blocked)
  })

  it.each([
    ['a page', 'https://baobab.example/student/trivia/page?video=5&name=Ada', '/student/trivia/page'],
    ['a page with somebody’s id', `https://baobab.example/certificate/${'a'.repeat(22)}`, '/certificate/...'],
    ['a page that is not ours', 'https://baobab.example/api/secret', 'other'],
    ['no address', 'about', 'other'],
  ])('from %s', (_, uri, page) => {
    expect(summary({ 'document-uri': uri })?.page).toBe(page)
  })

  it.each([
    ['script-src-elem', "style-src 'self'", 'script-src-elem'],
    ['', "style-src 'self'", 'style-src'],
    ['', '', 'other'],
    ['made-up-src', '', 'other'],
  ])('with the directives %j and %j', (effective, violated, directive) => {
    const kept = summary({ 'effective-directive': effective, 'violated-directive': violated })
    expect(kept?.directive).toBe(directive)
  })

  it.each(['moz-extension://1234/a.js', 'chrome-extension', 'safari-web-extension:x', 'extension'])(
    'is nothing if %s caused it',
    (extension) => {
      expect(summary({ 'source-file': extension })).toBeUndefined()
      expect(summary({ 'blocked-uri': extension })).toBeUndefined()
    },
  )

  it.each(['https://chrome-extension.example/', 'my-extensions', '7-extension'])(
    'is something if the name only resembles one: %s',
    (address) => {
      expect(summary({ 'source-file': address })).toBeDefined()
    },
  )
})
