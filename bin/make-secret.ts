// Makes the secret number of a witness, who helps draw a month's winner if no public number exists:
//   node bin/make-secret.ts 2026-11
// Nothing is sent. The witness first gives us the promise, and the secret number once all promises are published.
import { bytesToHex } from '@noble/hashes/utils.js'
import { commitmentTo } from '@baobab/contract/scholarship/draw/witnesses.ts'
import { month as monthField } from '@baobab/contract/scholarship/endpoints.ts'

const EXIT_USAGE = 64
const SECRET_BYTES = 32

const [month, ...others] = process.argv.slice(2)
if (others.length === 0 && monthField.safeParse(month).success && month !== undefined) {
  const secret = bytesToHex(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)))
  process.stdout.write(`PROMISE ${commitmentTo({ month, secret })}\nSECRET ${secret}\n`)
  process.stdout.write('Tell us the promise now. Keep the secret, and tell nobody before all promises are published.\n')
} else {
  process.stderr.write('The month of the draw is needed, such as 2026-11.\n')
  process.exitCode = EXIT_USAGE
}
