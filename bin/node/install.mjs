// Installs Node 24 if the machine's own Node is older, and the packages that only accept Node 24. npm runs this after `npm ci`,
// and then finds that Node first in all scripts.
// With --check it installs nothing and only says what is missing. It is JavaScript because an older Node cannot run TypeScript.
import { spawnSync } from 'node:child_process'
import {
  closeSync,
  copyFileSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The oldest version that every package accepts. */
const [MAJOR, MINOR] = [24, 15]
const folder = dirname(fileURLToPath(import.meta.url))
const installed = join(folder, '../../node_modules/.bin/node')
const { optionalDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const name = `node-${process.platform}-${process.arch}`
const version = optionalDependencies[name]

function isRecentEnough() {
  // The copy from an earlier install must be the version that is pinned now.
  if (process.execPath.startsWith(join(folder, '../../node_modules'))) return process.versions.node === version
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major > MAJOR || (major === MAJOR && minor >= MINOR)
}

/** Exits with one line that says what to do. */
function fail(remedy, details = '') {
  process.stderr.write(
    `${details}Baobab needs Node ${MAJOR}.${MINOR} or later, and this is ${process.version}. ${remedy}\n`,
  )
  process.exit(1)
}

/**
 * Removes the symbols and debug information from a 64-bit ELF program, as `strip` does, which saves a seventh. They come after
 * everything that its program headers load, together with the section headers, which only debuggers and linkers read.
 */
function cutSymbols(path) {
  const file = openSync(path, 'r+')
  const header = Buffer.alloc(64)
  readSync(file, header, 0, 64, 0)
  const [size, count] = [header.readUInt16LE(0x36), header.readUInt16LE(0x38)]
  const programHeaders = Buffer.alloc(size * count)
  readSync(file, programHeaders, 0, programHeaders.length, Number(header.readBigUInt64LE(0x20)))
  const ends = Array.from({ length: count }, (_, index) => {
    const [offset, length] = [8, 32].map((field) => Number(programHeaders.readBigUInt64LE(index * size + field)))
    return offset + length
  })
  // Clears the offset of the section headers, their number, and the index of their names.
  header.fill(0, 0x28, 0x30).fill(0, 0x3c, 0x40)
  writeSync(file, header, 0, 64, 0)
  ftruncateSync(file, Math.max(...ends))
  closeSync(file)
}

function install() {
  if (version === undefined) fail('Install Node 24.15 or later, then run "npm ci".')
  process.stdout.write(`This machine has Node ${process.versions.node}. Installing Node ${version} ...\n`)
  const packages = join(folder, 'node_modules')
  const { npm_config_workspace: _workspace, npm_config_omit: _omit, ...env } = process.env
  const { status, stderr } = spawnSync(
    'npm',
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: folder, encoding: 'utf8', env },
  )
  const binary = join(packages, name, 'bin/node')
  if (status === 0) cutSymbols(binary)
  // Try to run it: a system with a different C library cannot.
  const runs = status === 0 && spawnSync(binary, ['--version']).status === 0
  if (runs) {
    mkdirSync(dirname(installed), { recursive: true })
    // Install only the program: two thirds of the rest are headers for the authors of native modules.
    // Copied first, because the folder may be on another disk; then renamed, because the old program may be running.
    copyFileSync(binary, `${installed}.new`)
    renameSync(`${installed}.new`, installed)
  }
  rmSync(packages, { recursive: true, force: true })
  if (!runs) fail('Install Node 24.15 or later, then run "npm ci".', stderr)
}

/**
 * Adds the optional packages, including build tools, that npm skipped because they do not accept this machine's Node. Does
 * nothing outside of `npm ci` and `npm install`.
 */
function addSkippedPackages() {
  const { npm_execpath: npm, npm_command: command } = process.env
  if (npm === undefined || !['ci', 'install'].includes(command)) return
  const args = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status, stderr } = spawnSync(installed, [npm, ...args], { cwd: join(folder, '../..'), encoding: 'utf8' })
  if (status !== 0) fail('Its packages could not be installed.', stderr)
}

if (!isRecentEnough()) {
  if (process.argv.includes('--check')) fail('Run "npm run install-node", or install Node 24.15.')
  install()
  addSkippedPackages()
}
