// `node run-measured.ts FILE COMMAND ARGUMENTS`: runs a command, and writes the processor seconds of its whole process tree to a
// file. This needs its own process, because a process only knows the sum of all its children.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { readChildrenSeconds } from './processor-time.ts'

const [file = '', command = '', ...args] = process.argv.slice(2)
const child = spawn(command, args, { stdio: 'inherit', shell: process.platform === 'win32' })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
const [status] = (await once(child, 'close')) as [number | null]
writeFileSync(file, JSON.stringify(readChildrenSeconds() ?? null))
process.exitCode = status ?? 1
