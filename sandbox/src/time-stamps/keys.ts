// A time stamp authority's key, with its self-signed certificate.
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { generalizedTime, integer, nothing, numbered, octets, oid, sequence, set, tags, write, yes } from './der.ts'

export type KeyKind = 'ec' | 'rsa'

export type Keys = {
  /** The certificate as DER. */
  certificate: Buffer
  /** The certificate as text, for `openssl ts -verify -CAfile`. */
  pem: string
  name: Buffer
  serial: Buffer
  /** The algorithm of its signatures. */
  algorithm: Buffer
  sign: (bytes: Uint8Array) => Buffer
}

const algorithms = {
  ec: () => sequence(oid('1.2.840.10045.4.3.2')),
  rsa: () => sequence(oid('1.2.840.113549.1.1.11'), nothing),
}

const makeKey = (kind: KeyKind): { privateKey: KeyObject; publicKey: KeyObject } =>
  kind === 'ec'
    ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
    : generateKeyPairSync('rsa', { modulusLength: 2048 })

const TEN_YEARS_MS = 10 * 365 * 86_400_000

type Made = {
  kind: KeyKind
  now: Date
  /** What the certificate is for; time stamps by default. */
  purposes?: readonly string[]
  isCritical?: boolean
}

const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'

/** Makes a key and its certificate, valid from a year ago until ten years from now. */
export function makeKeys({ kind, now, purposes = [TIME_STAMPING], isCritical = true }: Made): Keys {
  const { privateKey, publicKey } = makeKey(kind)
  const algorithm = algorithms[kind]()
  const name = sequence(
    set(sequence(oid('2.5.4.10'), write(tags.utf8, Buffer.from('Baobab sandbox')))),
    set(sequence(oid('2.5.4.3'), write(tags.utf8, Buffer.from('Sandbox time stamps')))),
  )
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(8)])
  const extension = (id: string, isMarked: boolean, value: Buffer) =>
    sequence(oid(id), ...(isMarked ? [yes] : []), octets(value))
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const keyIdentifier = createHash('sha1').update(spki).digest()
  const content = sequence(
    numbered(0, integer(2)),
    integer(serial),
    algorithm,
    name,
    sequence(
      generalizedTime(new Date(now.getTime() - TEN_YEARS_MS / 10)),
      generalizedTime(new Date(now.getTime() + TEN_YEARS_MS)),
    ),
    name,
    spki,
    numbered(
      3,
      sequence(
        extension('2.5.29.15', true, write(tags.bits, Buffer.from([6, 0xc0]))),
        extension('2.5.29.37', isCritical, sequence(...purposes.map(oid))),
        extension('2.5.29.14', false, octets(keyIdentifier)),
      ),
    ),
  )
  const signBytes = (bytes: Uint8Array) => sign('sha256', bytes, privateKey)
  const certificate = sequence(content, algorithm, write(tags.bits, Buffer.from([0]), signBytes(content)))
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  const pem = ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
  return { certificate, pem, name, serial, algorithm, sign: signBytes }
}
