/** A reply was longer than its limit. */
export class ReplyTooLongError extends Error {}

/** Reads the body of a reply as text. Throws ReplyTooLongError if it is longer than the limit. */
export const readUpTo = async (response: Response, bytes: number): Promise<string> =>
  (await readBytesUpTo(response, bytes)).toString('utf8')

/** Reads the body of a reply. Throws ReplyTooLongError if it is longer than the limit. */
export async function readBytesUpTo(response: Response, bytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let total = 0
  for await (const chunk of response.body ?? []) {
    total += chunk.byteLength
    // Throwing out of the loop cancels the download.
    if (total > bytes) throw new ReplyTooLongError('the reply is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
