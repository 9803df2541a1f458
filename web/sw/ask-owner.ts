import type { OwnerQuestion } from '../app/offline/downloaded-files.ts'

/** A page usually replies at once, but a busy phone takes longer. */
const REPLY_TIMEOUT_MS = 5_000

/**
 * Asks the page that requests a file whether its student has downloaded it. The page knows who is logged in, because a login may belong to
 * a single tab. False without a page, such as for a typed URL, or without a reply.
 */
export async function askOwner(client: Client | undefined, name: string): Promise<boolean> {
  if (!client) return false
  const { port1, port2 } = new MessageChannel()
  const reply = new Promise<boolean>((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data === true))
    port1.start()
    setTimeout(resolve, REPLY_TIMEOUT_MS, false)
  })
  client.postMessage({ kind: 'is-downloaded', name } satisfies OwnerQuestion, [port2])
  return reply.finally(() => port1.close())
}
