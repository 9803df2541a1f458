// The pieces of a large body die at once, but V8 sees only their small wrappers: nothing makes it look before a hundred
// megabytes of them have gathered. Whoever passes whole films on says now and then that a look is worth it.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const EVERY_BYTES = 8 * 1_048_576

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void

/** Passes pieces on unchanged; what they leave behind is collected every few megabytes, in a millisecond or two. */
export async function* forceMinorGc(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let passed = 0
  for await (const piece of pieces) {
    yield piece
    passed += piece.length
    if (passed < EVERY_BYTES) continue
    passed = 0
    collect({ type: 'minor' })
  }
}
