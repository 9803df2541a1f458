// Off-heap buffers do not trigger garbage collection: V8 counts only their small wrappers, so a hundred megabytes of dead buffers
// can pile up while an upload streams through. A minor collection every few megabytes keeps memory flat.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const EVERY_BYTES = 8 * 1_048_576

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void

/** A pass-through stage for `pipeline` that runs a minor garbage collection (1 to 2 ms) every few megabytes. */
export async function* forceMinorGc(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of chunks) {
    yield chunk
    bytes += chunk.length
    if (bytes < EVERY_BYTES) continue
    bytes = 0
    collect({ type: 'minor' })
  }
}
