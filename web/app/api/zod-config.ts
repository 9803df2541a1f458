// Zod compiles schemas with `new Function` where it may; our content policy refuses that, so it must not even try.
import { z } from 'zod'

z.config({ jitless: true })
