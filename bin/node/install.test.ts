import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const name = `node-${process.platform}-${process.arch}`
const { optionalDependencies } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8')) as {
  optionalDependencies: Record<string, string>
}
let checkout: string

/** Adds a fake npm that installs this Node with symbols at its end, or the given program. */
function fakeNpm(binary = process.execPath): void {
  const folder = `node_modules/${name}`
  const commands = [
    `mkdir -p ${folder}/bin ${folder}/include`,
    `cp "${binary}" ${folder}/bin/node`,
    `printf symbols >> ${folder}/bin/node`,
    `chmod 755 ${folder}/bin/node`,
  ]
  writeFileSync(join(checkout, 'programs/npm'), `#!/bin/sh\nset -e\n${commands.join('\n')}\n`)
  chmodSync(join(checkout, 'programs/npm'), 0o755)
}

/** Runs the script as if with some version of Node. */
function run(version: string, args: string[] = [], program = process.execPath) {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })
    Object.defineProperty(process, 'version', { value: 'v${version}' })`
  const preload = `data:text/javascript,${encodeURIComponent(pretend)}`
  const { status, stdout, stderr } = spawnSync(
    program,
    ['--import', preload, join(checkout, 'bin/node/install.mjs'), ...args],
    {
      encoding: 'utf8',
      env: { ...process.env, PATH: [join(checkout, 'programs'), process.env['PATH']].join(delimiter) },
    },
  )
  return { status, stdout, stderr }
}

const installed = () => join(checkout, 'node_modules/.bin/node')

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'baobab-node-'))
  for (const folder of ['programs', 'bin/node']) mkdirSync(join(checkout, folder), { recursive: true })
  for (const file of ['install.mjs', 'package.json', 'package-lock.json'])
    cpSync(join(import.meta.dirname, file), join(checkout, 'bin/node', file))
  fakeNpm()
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(checkout, { recursive: true })
})

describe.skipIf(!(name in optionalDependencies))('on a machine with an older Node', () => {
  it('the install puts Node 24 where npm finds it first: only the program, without symbols', () => {
    const version = optionalDependencies[name]
    expect(run('20.20.2')).toEqual({
      status: 0,
      stdout: `This machine has Node 20.20.2. Installing Node ${version} ...\n`,
      stderr: '',
    })
    expect(spawnSync(installed(), ['-p', 'process.version'], { encoding: 'utf8' }).stdout).toBe(`${process.version}\n`)
    expect(statSync(installed()).size).toBeLessThanOrEqual(statSync(process.execPath).size)
    expect(readFileSync(installed()).subarray(-7).toString()).not.toBe('symbols')
    expect(existsSync(join(checkout, 'bin/node/node_modules'))).toBe(false)
  })

  it('npm ci then adds the packages that npm skipped for the older Node, with the new one', () => {
    const npm = join(checkout, 'npm-cli.cjs')
    const note = `process.version + ' ' + process.argv.slice(2).join(' ') + ' ' + process.cwd()`
    writeFileSync(npm, `require('node:fs').writeFileSync(${JSON.stringify(join(checkout, 'calls'))}, ${note})`)
    vi.stubEnv('npm_execpath', npm)
    vi.stubEnv('npm_command', 'ci')
    expect(run('18.20.4').status).toBe(0)
    const calls = readFileSync(join(checkout, 'calls'), 'utf8')
    expect(calls).toMatch(
      new RegExp(`^${process.version} install --no-save --ignore-scripts .* ${realpathSync(checkout)}$`),
    )
    writeFileSync(npm, 'process.exit(1)')
    expect(run('18.20.4')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('Its packages could not be installed.') as string,
    })
  })

  it.each(['18.20.4', '20.20.2', '22.22.3', '24.14.0'])('%s is too old', (version) => {
    expect(run(version, ['--check']).status).toBe(1)
  })

  it('without the install, one line says what to do', () => {
    expect(run('20.20.2', ['--check'])).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'Baobab needs Node 24.15 or later, and this is v20.20.2. Run "npm run install-node", or install Node 24.15.\n',
    })
    expect(existsSync(installed())).toBe(false)
  })

  it('the copy from an earlier install is replaced once another version is pinned', () => {
    const version = optionalDependencies[name] ?? ''
    run('20.20.2')
    const { ino } = statSync(installed())
    expect(run(version, [], installed()).stdout).toBe('')
    expect(statSync(installed()).ino).toBe(ino)
    expect(run('24.20.0', [], installed()).stdout).toContain(`Installing Node ${version}`)
    expect(statSync(installed()).ino).not.toBe(ino)
  })

  it('the install fails where Node 24 does not run, and says what to do', () => {
    fakeNpm('/bin/false')
    const { status, stderr } = run('20.20.2')
    expect(status).toBe(1)
    expect(stderr).toBe(
      'Baobab needs Node 24.15 or later, and this is v20.20.2. Install Node 24.15 or later, then run "npm ci".\n',
    )
    expect(existsSync(installed())).toBe(false)
    expect(existsSync(join(checkout, 'bin/node/node_modules'))).toBe(false)
  })

  it("if npm fails, the install fails with npm's own message", () => {
    writeFileSync(join(checkout, 'programs/npm'), '#!/bin/sh\necho "no network" >&2\nexit 1\n')
    const { status, stderr } = run('20.20.2')
    expect(status).toBe(1)
    expect(stderr).toMatch(/^no network\nBaobab needs Node 24\.15 or later.*\n$/)
  })
})

it.each(['24.15.0', '24.21.0', '25.0.0', '26.1.0'])('a machine with Node %s does not get a second one', (version) => {
  expect(run(version)).toEqual({ status: 0, stdout: '', stderr: '' })
  expect(run(version, ['--check'])).toEqual({ status: 0, stdout: '', stderr: '' })
  expect(existsSync(installed())).toBe(false)
})
