import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the range that systems use for outgoing connections, which could take the port while its server starts or restarts. */
const [FIRST, END] = [20_000, 32_000]

/** Finds a loopback port on which nothing listens. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    server.close()
    if (isFree) return port
  }
}

const portFaults: Readonly<Record<string, (address: { host: string; port: number }) => string>> = {
  EADDRINUSE: ({ port }) => `Port ${port} is in use by another program. Stop that, or set PORT to a free one.`,
  EACCES: ({ port }) => `This user may not open port ${port}. Set PORT to one above 1023.`,
  EADDRNOTAVAIL: ({ host }) => `HOST is ${host}, which is not an address of this machine.`,
  ENOTFOUND: ({ host }) => `HOST is ${host}, and no address has this name.`,
}

/** The server cannot listen on its port; the message says why. */
export class PortUnavailableError extends Error {}

/**
 * Listens on an address for a moment; port 0 stands for any free port.
 * @throws PortUnavailableError if that is not possible
 */
export async function requireFreePort(address: { host: string; port: number }): Promise<void> {
  const server = createServer().listen(address.port, address.host)
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    const fault = portFaults[error.code ?? '']
    throw fault ? new PortUnavailableError(fault(address)) : error
  })
  server.close()
  await once(server, 'close')
}
