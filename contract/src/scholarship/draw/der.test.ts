import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  DER,
  DerError,
  expectDer,
  readDer,
  readElements,
  readOid,
  readTime,
  writeDer,
  type Der,
} from './time-stamp-certificate.ts'

const bytes = (...values: number[]) => Uint8Array.from(values)

describe('DER', () => {
  it('is read back as it was written, whatever its length', () => {
    const content = fc.uint8Array({ maxLength: 300 })
    fc.assert(
      fc.property(fc.array(content, { maxLength: 3 }), (contents) => {
        const whole = readDer(writeDer(DER.sequence, ...contents.map((one) => writeDer(DER.octetString, one))))
        expect(readElements(whole.content).map((one) => [...one.content])).toEqual(contents.map((one) => [...one]))
      }),
    )
  })

  it('has exactly one encoding: any other is refused', () => {
    for (const wrong of [
      bytes(0x30, 0x80, 0, 0),
      bytes(0x30, 0x81, 0x01, 0),
      bytes(0x30, 0x82, 0x00, 0x80, ...Array.from({ length: 128 }, () => 0)),
      bytes(0x30, 0x84, 0, 0, 0, 1, 0),
      bytes(0x30, 0x02, 0),
      bytes(0x30, 0x00, 0x00),
      bytes(0x30, 0x00, 0x05, 0x00),
      bytes(0x31, 0x00),
      bytes(0x30),
      bytes(),
      bytes(0x3f, 0x81, 0x01, 0x00),
    ])
      expect(() => readDer(wrong)).toThrow(DerError)
    expect(readDer(bytes(0x30, 0x00)).content).toHaveLength(0)
  })

  it('has object identifiers and times', () => {
    const read = (tag: number, text: string | Uint8Array): Der =>
      readDer(writeDer(tag, typeof text === 'string' ? new TextEncoder().encode(text) : text), tag)
    expect(readOid(read(DER.oid, bytes(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d)))).toBe('1.2.840.113549')
    expect(readOid(read(DER.oid, bytes(0x55, 0x1d, 0x25)))).toBe('2.5.29.37')
    expect(readOid(read(DER.oid, bytes(0x88, 0x37)))).toBe('2.999')
    const time = (tag: number, text: string) => readTime(read(tag, text)).toISOString()
    expect(time(DER.generalizedTime, '20261128140102Z')).toBe('2026-11-28T14:01:02.000Z')
    expect(time(DER.generalizedTime, '20261128140102.25Z')).toBe('2026-11-28T14:01:02.250Z')
    expect(time(DER.utcTime, '491128140102Z')).toBe('2049-11-28T14:01:02.000Z')
    expect(time(DER.utcTime, '501128140102Z')).toBe('1950-11-28T14:01:02.000Z')
    for (const wrong of ['20261328140102Z', '20261128140102+0100', '2026112814Z', '261128140102Z'])
      expect(() => time(DER.generalizedTime, wrong)).toThrow(DerError)
    expect(() => time(DER.utcTime, '20261128140102Z')).toThrow(DerError)
    expect(() => readTime(read(DER.octetString, '20261128140102Z'))).toThrow(DerError)
    expect(() => expectDer(undefined, DER.set)).toThrow(DerError)
  })
})
