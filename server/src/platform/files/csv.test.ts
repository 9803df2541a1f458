import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatCsvRow, parseCsv } from './csv.ts'

const inQuotes = (value: string) => `"${value.replaceAll('"', '""')}"`

describe('a CSV text', () => {
  it('becomes objects keyed by its first row, with commas, quotes and line breaks inside quotes', () => {
    expect(parseCsv('\uFEFFname,says\r\nAda,"Hello, ""you"""\nBola,"two\nlines"\n')).toEqual([
      { name: 'Ada', says: 'Hello, "you"' },
      { name: 'Bola', says: 'two\nlines' },
    ])
  })

  it('may end without a line break or with an empty field', () => {
    expect(parseCsv('a,b\n1,')).toEqual([{ a: '1', b: '' }])
  })

  it('is parsed back to what was written, quoted or not', () => {
    const plain = fc.string().filter((value) => !/[",\r\n]/.test(value))
    fc.assert(
      fc.property(fc.string(), plain, (first, second) => {
        expect(parseCsv(`a,b\r\n${inQuotes(first)},${second}\r\n`)).toEqual([{ a: first, b: second }])
      }),
    )
  })

  it.each(['a,b\n1\n', 'a,b\n1,2,3\n', 'a,b\n1,"open\n', 'a,b\n1,2"3\n'])('is refused if it is broken: %j', (text) => {
    expect(() => parseCsv(text)).toThrow(/line 2/)
  })
})

describe('a line for a spreadsheet', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '\r=1'])('U-15 makes no formula of %j', (text) => {
    expect(parseCsv(`a\r\n${formatCsvRow([text])}`)).toEqual([{ a: `'${text}` }])
  })

  it('does not change numbers and other texts', () => {
    expect(formatCsvRow([-5, 'Ada', 'a "b", c', ''])).toBe('-5,Ada,"a ""b"", c",\r\n')
  })
})
