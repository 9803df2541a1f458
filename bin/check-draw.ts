// Checks a scholarship draw from its saved files, without our servers and without a network:
//   npm run check-draw -- FOLDER [--told MESSAGE] [--winner NUMBER|nobody]
//   npm run check-draw -- list.txt beacon.json [FILE ...] [--told MESSAGE] [--winner NUMBER|nobody]
// FOLDER contains the files of a draw's archive, which are recognised by their names. MESSAGE is what somebody on the list was
// told: the whole text, a code from it, or a receipt. Exits with 0 if everything is valid, which includes a trial on a private
// chain, although that proves nothing. Exits with 2 if the list is wrong, 3 for the round, 4 for the winner, 5 for a leaderboard, 6
// for the winner's opened line, 7 for a time stamp, and 64 for wrong arguments.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { checkDraw, type DrawCheck } from '@baobab/contract/scholarship/draw/check-draw.ts'
import type { CheckName } from '@baobab/contract/scholarship/draw/check-rows.ts'
import { checkTimes, type CheckedTimes } from '@baobab/contract/scholarship/draw/check-times.ts'
import type { CheckedAttempt } from '@baobab/contract/scholarship/draw/attempt.ts'
import { readTold, type Told } from '@baobab/contract/scholarship/draw/rules.ts'
import {
  findFileName,
  readDrawTexts,
  type CheckedFileName,
  timeStampText,
} from '@baobab/contract/scholarship/draw/texts.ts'
import { parseStampName, type SavedStamp } from '@baobab/contract/scholarship/draw/files.ts'
import { scholarshipText } from '@baobab/contract/scholarship/text.ts'

const exitCodes: Record<CheckName, number> = {
  list: 2,
  told: 2,
  chain: 3,
  round: 3,
  beacon: 3,
  winner: 4,
  board: 5,
  opening: 6,
  time: 7,
}
const EXIT_USAGE = 64

/** npm runs a command in the package's folder, and sets INIT_CWD to the folder where it was called. */
const toPath = (told: string) => resolve(process.env['INIT_CWD'] ?? '.', told)

type Saved = { texts: Map<CheckedFileName, string>; stamps: SavedStamp[] }

function readFiles(paths: readonly string[]): Saved {
  const files = paths.flatMap((path) =>
    statSync(path).isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [path],
  )
  const texts = new Map<CheckedFileName, string>()
  const stamps: SavedStamp[] = []
  for (const file of files) {
    const name = findFileName(basename(file))
    if (name) texts.set(name, readFileSync(file, 'utf8'))
    if (parseStampName(basename(file))) stamps.push({ name: basename(file), bytes: readFileSync(file) })
  }
  return { texts, stamps }
}

function parseWinner(told: string | undefined): number | null | undefined {
  if (told === undefined) return undefined
  if (told === 'nobody') return null
  if (!/^\d+$/.test(told)) throw new Error('The winner is a number of the list, or nobody.')
  return Number(told)
}

function parseTold(message: string | undefined): Told | undefined {
  if (message === undefined) return undefined
  const told = readTold(message)
  if (!told) throw new Error('The message has no code: a code begins with L-, N- or R-.')
  return told
}

async function checkFiles(): Promise<{ check: DrawCheck; times: CheckedTimes }> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      told: { type: 'string' },
      winner: { type: 'string' },
      // The option's name as published before protocol 2.
      hash: { type: 'string' },
      rules: { type: 'string' },
      result: { type: 'string' },
      commit: { type: 'string' },
      chain: { type: 'string' },
    },
  })
  const { told, hash, winner, ...others } = values
  const paths = [...positionals, ...Object.values(others)]
  const { texts, stamps: saved } = readFiles(paths.map(toPath))
  if (!texts.has('list.txt')) throw new Error('The file list.txt is needed, or the folder with it.')
  const known = { told: parseTold(told ?? hash), winner: parseWinner(winner), stamps: saved }
  const files = readDrawTexts(texts, known)
  const check = checkDraw(files)
  for (const name of ['rules.txt', 'commit.json'] as const)
    if (!texts.has(name)) print(`${name} was not checked: it is not here.`)
  const times = await checkTimes(check, files)
  return { check: { ...check, steps: [...check.steps, ...times.steps] }, times }
}

const print = (line: string) => process.stdout.write(`${line}\n`)

/** Says first what decided the draw: if there were two possible sources, hiding which one was used would hide a choice. */
function printDeciding({ round, silent }: CheckedAttempt): void {
  print(
    round === null
      ? 'DECIDED by witnesses'
      : `DECIDED by round ${round} of the ${silent ? 'second' : 'first'} source in the rules`,
  )
  if (!silent) return
  const address = `https://api.drand.sh/${silent.chain.hash}/public/${silent.round}`
  print(`The first source gave no round for seven days. If ${address} exists, it should have decided.`)
}

function printCompared({ compared: { isListTold, areNoticesTold, entry }, list }: DrawCheck): void {
  if (isListTold) print('The code in the message matches this list.')
  else print('These files fit together. Compare the code in your message: give it with --told.')
  if (areNoticesTold) print('The code in the message matches what was announced after the list.')
  if (entry !== undefined) print(`You are number ${entry} of ${list?.leaves.length} on this list.`)
}

function printCheck(check: DrawCheck): void {
  const { steps, listHash, list, attempts, isPublicChain, isUsualDay, isWitnessDraw, outcome } = check
  const last = attempts.at(-1)
  if (last) printDeciding(last)
  print(`LIST ${listHash}`)
  for (const { name, attempt, isTrue, reason } of steps) {
    const label = attempt > 0 ? `${name.toUpperCase()} of attempt ${attempt}` : name.toUpperCase()
    print(isTrue ? `${label} ok` : `${label} FALSE: ${reason ?? ''}`)
  }
  const has = (wanted: CheckName) => steps.some(({ name }) => name === wanted)
  if (!isPublicChain)
    print('TRIAL: this chain is not public. Its maker knew the winner in advance, so the draw proves nothing.')
  if (list?.protocol === 2 && !has('board'))
    print('The leaderboards were not checked: give board-5-10.csv and board-11-20.csv.')
  if (list?.protocol === 2 && outcome === 'drawn' && !has('opening'))
    print('The line of the winner is not opened: opening.json was not given, or the account was deleted.')
  if (steps.every(({ isTrue }) => isTrue)) printCompared(check)
  if (!isUsualDay) print('The list was published late or made again: the round of a later day than the 3rd decides.')
  if (isWitnessDraw) print(scholarshipText.witnessDraw)
  if (outcome === 'open') print('The draw is not over: another round decides.')
  if (outcome === 'none') print('The draw is over, and nobody has won.')
  for (const { attempt, seed, winner } of attempts)
    print(`SEED ${seed}\nWINNER ${winner ?? 'nobody'}${attempt > 0 ? ` (attempt ${attempt})` : ''}`)
}

/** Prints what outside authorities confirm about the time, and what that does not prove. */
function printStamps({ stamps, unstamped }: CheckedTimes): void {
  for (const { file, authority, at, fingerprint } of stamps)
    print(`${file}: ${timeStampText.proved(authority, at.toISOString())} Its certificate: ${fingerprint}`)
  if (unstamped.length > 0) print(`There is no time stamp from the right time for: ${unstamped.join(', ')}.`)
  print(
    stamps.length > 0
      ? timeStampText.notProved
      : 'There are no time stamps: only messages prove when the list was there.',
  )
}

try {
  const { check, times } = await checkFiles()
  printCheck(check)
  printStamps(times)
  const wrong = check.steps.find(({ isTrue }) => !isTrue)
  process.exitCode = wrong ? exitCodes[wrong.name] : 0
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = EXIT_USAGE
}
