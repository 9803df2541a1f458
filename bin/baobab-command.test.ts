// The command `baobab` of an installed server (deploy/baobab), with fake systemd programs that print their arguments.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'

const deploy = fileURLToPath(new URL('../deploy/', import.meta.url))
const unit = readFileSync(join(deploy, 'baobab@.service'), 'utf8')
const isRoot = process.getuid?.() === 0

/** Installs the command in a new folder. With a unit, systemd knows it; with settings, the file that the unit names exists. */
function install({ unitText, settings }: { unitText?: string; settings?: string } = {}) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'baobab-command-')))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'bin'))
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    chmodSync(join(folder, name), 0o755)
  }
  copyFileSync(join(deploy, 'baobab'), join(folder, 'bin/baobab'))
  const printArguments = '#!/bin/sh\nprintf "%s\\n" "$@"\n'
  write('bin/node', printArguments)
  write('systemd-run', printArguments)
  if (settings !== undefined) writeFileSync(join(folder, 'baobab.env'), settings)
  writeFileSync(join(folder, 'unit'), unitText?.replaceAll('/etc/baobab.env', join(folder, 'baobab.env')) ?? '')
  write('systemctl', `#!/bin/sh\n[ -s ${folder}/unit ] && cat ${folder}/unit\n`)
  const run = (args: string[], env = {}) => {
    const { status, stdout, stderr } = spawnSync('sh', [join(folder, 'bin/baobab'), ...args], {
      env: { PATH: `${folder}:${process.env['PATH']}`, ...env },
      encoding: 'utf8',
    })
    return { status, lines: stdout.trimEnd().split('\n'), stderr: stderr.trimEnd() }
  }
  return { folder, run }
}

it.each([[[]], [['migrate']]])('names its commands when called with %j', (args) => {
  expect(install().run(args)).toMatchObject({
    status: 64,
    stderr: 'Name a command: baobab backup, breach-report, check-draw, doctor, maintenance, restore, shard or verify.',
  })
})

it('checks draws without settings, root or systemd, in the folder of the caller', () => {
  const { folder, run } = install()
  expect(run(['check-draw', 'list.csv', 'a b'])).toMatchObject({
    status: 0,
    lines: [`${folder}/bin/check-draw.ts`, 'list.csv', 'a b'],
  })
})

it('takes its settings from the environment in a container', () => {
  expect(install().run(['restore', 'latest'], { NODE_ENV: 'production' })).toMatchObject({
    status: 0,
    lines: ['server/src/restore.ts', 'latest'],
  })
})

describe.skipIf(!isRoot)('with systemd', () => {
  it('says what is not installed', () => {
    const noUnit = install().run(['doctor'])
    expect(noUnit.status).toBe(78)
    expect(noUnit.stderr).toMatch(/^The unit baobab@\.service is not installed\. Copy it from deploy\//)
    const { folder, run } = install({ unitText: unit })
    const { status, stderr } = run(['doctor'])
    expect(status).toBe(78)
    expect(stderr).toBe(
      `There are no settings: ${folder}/baobab.env does not exist. Install a server first (docs/operations.md).`,
    )
  })

  it('runs as the user, in the sandbox and with the settings of the unit and its drop-ins', () => {
    const dropIn = '# /etc/systemd/system/baobab@.service.d/backups.conf\n[Service]\nReadWritePaths=/mnt/my backups\n'
    const { folder, run } = install({ unitText: `${unit}\n${dropIn}`, settings: '' })
    const { status, lines } = run(['maintenance', 'start', '--reason', 'New disk'])
    expect(status).toBe(0)
    const properties = lines.flatMap((line) => /^--property=(.*)/.exec(line)?.[1] ?? [])
    expect(properties).toEqual(
      expect.arrayContaining([
        'User=baobab',
        `EnvironmentFile=${folder}/baobab.env`,
        'ProtectSystem=strict',
        'ReadWritePaths=/mnt/my backups',
        'Environment=NODE_ENV=production HOST=127.0.0.1 PORT=3000 DATA_DIR=/var/lib/baobab',
        `WorkingDirectory=${folder}`,
      ]),
    )
    expect(properties.filter((property) => /^(Exec|Restart|Description|After|WantedBy)/.test(property))).toEqual([])
    const command = [`${folder}/bin/node`, 'server/src/maintenance.ts', 'start', '--reason', 'New disk']
    expect(lines.slice(-command.length)).toEqual(command)
  })
})
