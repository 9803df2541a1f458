import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect } from 'node:tls'

const TIMEOUT_MS = 5_000

/**
 * Returns when the certificate that visitors of a URL get expires; undefined if the URL is not https. An expired or self-signed
 * certificate is read like any other.
 * @throws if nothing replies within five seconds
 */
export async function readCertificateEnd(url: string): Promise<Date | undefined> {
  const { protocol, hostname, port } = new URL(url)
  if (protocol !== 'https:') return undefined
  // Only the date is read, and nothing is sent, so it does not matter who replies.
  const servername = isIP(hostname) === 0 ? hostname : ''
  const socket = connect({ host: hostname, port: Number(port || 443), servername, rejectUnauthorized: false })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return new Date(socket.getPeerCertificate().valid_to)
  } finally {
    socket.destroy()
  }
}
