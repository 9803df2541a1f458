// Tests which time stamps the check accepts and refuses: from the sandbox's authority, from openssl, and altered ones.
import { makeKeys, type Keys } from '@baobab/sandbox/time-stamps/keys.ts'
import { integer, oid, read, sequence } from '@baobab/sandbox/time-stamps/der.ts'
import { makeReply, otherImprint, readRequest, refuse } from '@baobab/sandbox/time-stamps/make-reply.ts'
import {
  checkTimeStamp,
  makeTimeStampRequest,
  TIME_STAMP_MAX_BYTES,
} from '@baobab/contract/scholarship/draw/time-stamp.ts'
import fc from 'fast-check'
import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'

const now = new Date('2026-11-28T14:01:02Z')
const YEAR_MS = 365 * 86_400_000
const hash = createHash('sha256').update('a list\n').digest()
const random = Buffer.alloc(16, 0xff)
const request = readRequest(Buffer.from(makeTimeStampRequest(hash, random)))
const keys = { ec: makeKeys({ kind: 'ec', now }), rsa: makeKeys({ kind: 'rsa', now }) }
const hexOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const faultOf = async (reply: Uint8Array, expected = { hash, random }) => (await checkTimeStamp(reply, expected)).fault

describe('a time stamp', () => {
  it.each(['ec', 'rsa'] as const)('says when and by whom it was signed, with a key of kind %s', async (kind) => {
    const reply = makeReply(request, keys[kind], now)
    const stamp = {
      at: now,
      authority: 'O=Baobab sandbox, CN=Sandbox time stamps',
      fingerprint: hexOf(keys[kind].certificate),
      serial: expect.stringMatching(/^01[0-9a-f]{16}$/) as string,
    }
    expect(await checkTimeStamp(reply, { hash, random })).toEqual({ stamp })
    expect(await checkTimeStamp(reply, { hash })).toEqual({ stamp })
  })

  it('is refused if it is for another file or another request, or is itself a refusal', async () => {
    const reply = makeReply(request, keys.ec, now)
    expect(await faultOf(reply, { hash: randomBytes(32), random })).toBe('otherFile')
    expect(await faultOf(makeReply({ ...request, imprint: otherImprint() }, keys.ec, now))).toBe('otherFile')
    expect(await faultOf(reply, { hash, random: Buffer.alloc(16, 0xfe) })).toBe('otherRequest')
    expect(await faultOf(makeReply({ ...request, nonce: undefined }, keys.ec, now))).toBe('otherRequest')
    expect(await faultOf(refuse())).toBe('refused')
  })

  it('is refused if the bytes are not a time stamp', async () => {
    const reply = makeReply(request, keys.ec, now)
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from('<html>'),
      reply.subarray(0, -1),
      Buffer.concat([reply, Buffer.from([0])]),
    ])
      expect(await faultOf(bytes)).toBe('unreadable')
    const long = { ...request, nonce: integer(Buffer.alloc(TIME_STAMP_MAX_BYTES, 1)) }
    expect(await checkTimeStamp(makeReply(long, keys.ec, now), { hash })).toEqual({ fault: 'unreadable' })
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        expect(await faultOf(bytes)).toBeDefined()
      }),
    )
  })

  it('is refused in any structure other than the standard’s', async () => {
    for (const shape of [
      { version: 2 },
      { contentType: '1.2.840.113549.1.7.1' },
      { signers: 2 },
      { signers: 0 },
      { copies: 2 },
    ])
      expect(await faultOf(makeReply(request, keys.ec, now, shape))).toBe('unreadable')
  })

  it('is refused if its signature has a longer second number that starts with the end of the first', async () => {
    const sign = (bytes: Uint8Array): Buffer => {
      const [r, s] = read(read(keys.ec.sign(bytes))[0]?.content ?? Buffer.alloc(0)).map(({ content }) => content)
      const second = Buffer.concat([r?.subarray(-1) ?? Buffer.alloc(0), Buffer.alloc(32)])
      s?.subarray(-32).copy(second, 33 - Math.min(s.length, 32))
      return second[0] === 0 ? sign(bytes) : sequence(integer(r?.subarray(r[0] === 0 ? 1 : 0) ?? 0), integer(second))
    }
    expect(await faultOf(makeReply(request, { ...keys.ec, sign }, now))).toBe('unreadable')
  })

  it('says the same or nothing, whichever byte is changed', async () => {
    const reply = makeReply(request, keys.ec, now)
    const whole = await checkTimeStamp(reply, { hash, random })
    const change = fc.tuple(fc.nat(reply.length - 1), fc.integer({ min: 1, max: 255 }))
    await fc.assert(
      fc.asyncProperty(change, async ([at, by]) => {
        const changed = Buffer.from(reply)
        changed.writeUInt8(changed.readUInt8(at) ^ by, at)
        const checked = await checkTimeStamp(changed, { hash, random })
        expect(checked.fault === undefined ? checked : whole).toEqual(whole)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('a time stamp’s certificate', () => {
  const madeBy = (one: Keys, at = now) => faultOf(makeReply(request, one, at))

  it('is required, and must be the one named by the signer', async () => {
    expect(await faultOf(makeReply({ ...request, wantsCertificate: false }, keys.ec, now))).toBe('noCertificate')
    expect(await madeBy({ ...keys.ec, serial: keys.rsa.serial })).toBe('noCertificate')
    expect(await madeBy({ ...keys.ec, name: sequence() })).toBe('noCertificate')
  })

  it('must be for time stamps and nothing else', async () => {
    const stamps = '1.3.6.1.5.5.7.3.8'
    for (const wrong of [
      { purposes: ['1.3.6.1.5.5.7.3.4'] },
      { purposes: [stamps, '1.3.6.1.5.5.7.3.4'] },
      { isCritical: false },
    ])
      expect(await madeBy(makeKeys({ kind: 'ec', now, ...wrong }))).toBe('notForTimeStamps')
  })

  it('must have been valid at the time', async () => {
    expect(await madeBy(keys.ec, new Date(now.getTime() + 11 * YEAR_MS))).toBe('expired')
    expect(await madeBy(keys.ec, new Date(now.getTime() - 2 * YEAR_MS))).toBe('expired')
  })

  it('must have signed it, and cannot be replaced by another certificate', async () => {
    const { sign } = makeKeys({ kind: 'ec', now })
    expect(await madeBy({ ...keys.ec, sign })).toBe('falseSignature')
    const reply = makeReply(request, keys.ec, now)
    // The last bytes before the certificate's signature: the identifier of its key.
    const { certificate } = keys.ec
    const place = reply.indexOf(certificate) + certificate.indexOf(Buffer.from([0x55, 0x1d, 0x0e])) + 10
    const changed = Buffer.from(reply)
    changed.writeUInt8(changed.readUInt8(place) ^ 1, place)
    expect(await faultOf(changed)).toBe('falseSignature')
    const time = reply.indexOf('20261128140102Z') + 13
    const earlier = Buffer.from(reply)
    earlier.write('1', time)
    expect(await faultOf(earlier)).toBe('falseSignature')
  })

  it('must use a known signature algorithm', async () => {
    expect(await madeBy({ ...keys.ec, algorithm: sequence(oid('1.3.101.112')) })).toBe('unknownSignature')
    expect(await madeBy({ ...keys.ec, algorithm: keys.rsa.algorithm })).toBe('unknownSignature')
  })
})

const hasOpenssl = spawnSync('openssl', ['version']).error === undefined

const CONFIG = `
[req]
distinguished_name = name
x509_extensions = extensions
prompt = no
[name]
CN = Made by openssl
[extensions]
extendedKeyUsage = critical,timeStamping
subjectKeyIdentifier = hash
[tsa]
default_tsa = authority
[authority]
serial = serial
signer_cert = cert.pem
signer_key = key.pem
default_policy = 1.2.3.4
digests = sha256
accuracy = secs:1, millisecs:500
ordering = yes
tsa_name = yes
clock_precision_digits = 3
`

describe.skipIf(!hasOpenssl)('a time stamp from openssl (needs openssl)', () => {
  it.each([
    ['rsa:2048', 'sha256', 'sha1'],
    ['rsa:2048', 'sha512', 'sha256'],
    ['ec:P-384', 'sha384', 'sha512'],
    ['ec:P-521', 'sha512', 'sha256'],
  ])('with a key %s is accepted, signed with %s and naming its certificate with %s', async (key, digest, named) => {
    const folder = mkdtempSync(join(tmpdir(), 'baobab-time-stamp-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const run = (...args: string[]) => {
      const { status, stderr } = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' })
      expect({ status, stderr }).toMatchObject({ status: 0 })
    }
    writeFileSync(join(folder, 'config'), `${CONFIG}signer_digest = ${digest}\ness_cert_id_alg = ${named}\n`)
    writeFileSync(join(folder, 'serial'), '01\n')
    writeFileSync(join(folder, 'query'), makeTimeStampRequest(hash, random))
    const [kind = '', size = ''] = key.split(':')
    const newKey = kind === 'rsa' ? ['-newkey', key] : ['-newkey', 'ec', '-pkeyopt', `ec_paramgen_curve:${size}`]
    run(
      'req',
      '-x509',
      '-config',
      'config',
      ...newKey,
      '-nodes',
      '-keyout',
      'key.pem',
      '-out',
      'cert.pem',
      '-days',
      '9',
    )
    run('ts', '-reply', '-config', 'config', '-section', 'authority', '-queryfile', 'query', '-out', 'reply')
    const reply = readFileSync(join(folder, 'reply'))
    expect(await checkTimeStamp(reply, { hash, random })).toMatchObject({ stamp: { authority: 'CN=Made by openssl' } })
    expect(await faultOf(reply, { hash: randomBytes(32), random })).toBe('otherFile')
  })
})
