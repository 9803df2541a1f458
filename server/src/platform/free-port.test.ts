import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { findFreePort, PortUnavailableError, requireFreePort } from './free-port.ts'

it('is a port that a server can listen on and no outgoing connection uses', async () => {
  const range = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').catch(() => '32768 60999')
  const firstOutgoing = Number(range.split(/\s/)[0])
  for (let times = 0; times < 20; times += 1) {
    const port = await findFreePort()
    expect(port).toBeGreaterThan(1024)
    expect(port).toBeLessThan(firstOutgoing)
    const server = createServer().listen(port, '127.0.0.1')
    await once(server, 'listening')
    server.close()
  }
})

it('a port that cannot be opened is refused with the reason', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void holder.close())
  await once(holder, 'listening')
  const { port } = holder.address() as AddressInfo
  const taken = requireFreePort({ host: '127.0.0.1', port })
  await expect(taken).rejects.toThrow(
    new PortUnavailableError(`Port ${port} is in use by another program. Stop that, or set PORT to a free one.`),
  )
  // An address for documentation, which no machine has (RFC 5737).
  const elsewhere = requireFreePort({ host: '192.0.2.1', port: 0 })
  await expect(elsewhere).rejects.toThrow('HOST is 192.0.2.1, which is not an address of this machine.')
})

it('a free port is still free afterwards', async () => {
  const port = await findFreePort()
  await requireFreePort({ host: '127.0.0.1', port })
  await requireFreePort({ host: '127.0.0.1', port })
})
