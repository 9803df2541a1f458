// Writes THIRD-PARTY-NOTICES.md: run `npm run notices` after packages have changed.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { formatNotices } from './notices.ts'

writeFileSync(fileURLToPath(new URL('../THIRD-PARTY-NOTICES.md', import.meta.url)), formatNotices())
