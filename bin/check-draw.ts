// Checks a scholarship draw from its saved files, without our servers and without a network:
//   node bin/check-draw.ts list.txt beacon.json [notices.json] [--rules rules.txt] [--result result.json]
//     [--commit commit.json] [--chain chain.json] [--hash HASH] [--told HASH] [--winner NUMBER|nobody]
// Ends with 0 if everything is true, 2 if the list is not, 3 if the round is not, 4 if the winner is not, 5 if everything is
// true but the chain is not a public one, so that the draw proves nothing, and 64 if it is called wrongly. HASH is the one
// of the list that was published before the round; --told takes that of any message to an entrant, of the list or of notices.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { checkDraw, type CheckName, type DrawCheck } from '@baobab/contract/check-draw.ts'
import { BeaconsFile, ChainFile, CommitFile, NoticesFile, ResultFile } from '@baobab/contract/draw-files.ts'
import { scholarshipText } from '@baobab/contract/scholarship-text.ts'

const exitCodes: Record<CheckName, number> = { list: 2, told: 2, chain: 3, round: 3, beacon: 3, winner: 4 }
const EXIT_PROVES_NOTHING = 5
const EXIT_USAGE = 64

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}

function parseWinner(told: string | undefined): number | null | undefined {
  if (told === undefined) return undefined
  if (told === 'nobody') return null
  if (!/^\d+$/.test(told)) throw new Error('The winner is a number of the list, or nobody.')
  return Number(told)
}

function checkFiles(): DrawCheck {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      chain: { type: 'string' },
      commit: { type: 'string' },
      hash: { type: 'string' },
      result: { type: 'string' },
      rules: { type: 'string' },
      told: { type: 'string' },
      winner: { type: 'string' },
    },
  })
  const [list, beacon, notices, ...others] = positionals
  if (!list || !beacon || others.length > 0) throw new Error('The files list.txt and beacon.json are needed.')
  return checkDraw({
    list: readFileSync(list, 'utf8'),
    rules: values.rules === undefined ? undefined : readFileSync(values.rules, 'utf8'),
    listHash: values.hash?.trim().toLowerCase(),
    told: values.told?.trim().toLowerCase(),
    commit: values.commit === undefined ? undefined : CommitFile.parse(readJson(values.commit)),
    chain: values.chain === undefined ? undefined : ChainFile.parse(readJson(values.chain)),
    beacons: BeaconsFile.parse(readJson(beacon)),
    notices: notices === undefined ? [] : NoticesFile.parse(readJson(notices)),
    result: values.result === undefined ? undefined : ResultFile.parse(readJson(values.result)),
    winner: parseWinner(values.winner),
  })
}

function printCheck({
  steps,
  listHash,
  attempts,
  isPublicChain,
  isListCompared,
  isUsualDay,
  isWitnessDraw,
  outcome,
}: DrawCheck): void {
  const print = (line: string) => process.stdout.write(`${line}\n`)
  print(`LIST ${listHash}`)
  for (const { name, attempt, isTrue, reason } of steps) {
    const label = attempt > 0 ? `${name.toUpperCase()} of attempt ${attempt}` : name.toUpperCase()
    print(isTrue ? `${label} ok` : `${label} FALSE: ${reason ?? ''}`)
  }
  if (!isPublicChain)
    print('TRIAL: this chain is not public. Whoever made it knew the winner in advance, so the draw proves nothing.')
  if (!isListCompared) print('The list was not compared with a published hash: give it with --hash.')
  if (!isUsualDay) print('The list was published late or made again: the round of a later day than the 3rd decides.')
  if (isWitnessDraw) print(scholarshipText.witnessDraw)
  if (outcome === 'open') print('The draw is not over: another round decides.')
  if (outcome === 'none') print('The draw is over, and nobody has won.')
  for (const { attempt, seed, winner } of attempts)
    print(`SEED ${seed}\nWINNER ${winner ?? 'nobody'}${attempt > 0 ? ` (attempt ${attempt})` : ''}`)
}

try {
  const check = checkFiles()
  printCheck(check)
  const wrong = check.steps.find(({ isTrue }) => !isTrue)
  process.exitCode = wrong ? exitCodes[wrong.name] : check.isPublicChain ? 0 : EXIT_PROVES_NOTHING
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = EXIT_USAGE
}
