// npm run bench [-- answers ranks board storm videos draws visitors starts soak steady memory] [--small | --full] [--minutes=2]
import { join } from 'node:path'
import { answers } from './answers.ts'
import { type Bench } from './bench.ts'
import { board } from './board.ts'
import { withCluster } from './cluster.ts'
import { draws } from './draws.ts'
import { memory } from './memory.ts'
import { videos } from './videos.ts'
import { ranks } from './ranks.ts'
import { soak } from './soak.ts'
import { starts } from './starts.ts'
import { steady } from './steady.ts'
import { storm } from './storm.ts'
import { visitors } from './visitors.ts'
import { busyness, writeSection } from './results.ts'

const benches = {
  answers: { title: '1. Answers', run: answers },
  ranks: { title: '2. Ranks', run: ranks },
  board: { title: '3. Board', run: board },
  storm: { title: '4. Storm', run: storm },
  videos: { title: '5. Videos', run: videos },
  draws: { title: '8. Draws', run: draws },
  soak: { title: '12. Soak', run: soak },
  visitors: { title: '16. Visitors', run: visitors },
  steady: { title: '15. Steady answers', run: steady },
  starts: { title: '17. Starts', run: starts },
  memory: { title: '18. Memory', run: memory },
}
type Name = keyof typeof benches
/** These take longer than all others together, so they run only if named. */
const onlyByName: readonly string[] = ['soak', 'steady', 'memory'] satisfies Name[]
const isName = (word: string): word is Name => word in benches

const say = (text: string) => void process.stdout.write(`${text}\n`)

async function main(words: string[]): Promise<void> {
  const size = words.includes('--full') ? 'full' : words.includes('--small') ? 'small' : 'usual'
  const chosen = words.filter((word) => !word.startsWith('--'))
  const unknown = chosen.filter((word) => !isName(word))
  if (unknown.length > 0) throw new Error(`No such bench: ${unknown.join(', ')}.`)
  const all = Object.keys(benches).filter((name) => !onlyByName.includes(name))
  const names = (chosen.length > 0 ? chosen : all).filter(isName)
  const minutes = Number(words.find((word) => word.startsWith('--minutes='))?.split('=')[1])
  const busy = busyness()
  await withCluster(async (cluster, folder) => {
    for (const name of names) {
      const { title, run } = benches[name]
      say(title)
      const bench: Bench = { cluster, folder: join(folder, name), size, say, ...(minutes > 0 && { minutes }) }
      const outcome = await run(bench)
      for (const { what, measured, wanted, met } of outcome.figures)
        say(`  ${met === undefined ? '-' : met ? 'yes' : 'NO '}  ${what}: ${measured} (${wanted})`)
      for (const note of outcome.notes) say(`       ${note}`)
      // A small or short run only checks that everything runs.
      if (size === 'small' || minutes > 0) continue
      const beside = `PostgreSQL ${cluster.version} and the driver`
      const command = ['npm run bench', ...(words.length > 0 ? ['--', ...words] : [])].join(' ')
      await writeSection({ title, command, beside, busy, outcome })
    }
  })
}

// process.exit stops the programs that were started (processes.ts).
process.once('SIGINT', () => process.exit(130))
await main(process.argv.slice(2))
