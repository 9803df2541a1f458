// Lists the third-party packages that reach an operator or a browser, and the notices that their licences require.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
/** The parts of the product, whose dependencies are in the production install or in page scripts. */
const parts = ['contract', 'sandbox', 'server', 'web']
/** Used only by the build; neither servers nor browsers get them. */
const buildTools = new Set(['vite', '@react-router/dev', '@types/react', '@types/react-dom'])

/** Licences that a package states only in its README. */
const statedInReadme: Record<string, string> = { 'combine-errors': 'MIT' }

type Locked = {
  version?: string
  license?: string
  link?: boolean
  resolved?: string
  /** Installed on some platforms only. */
  optional?: boolean
  os?: string[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

export type Package = { path: string; name: string; version: string; license: string; isForOnePlatform: boolean }

/** Finds a package as Node does: in the nearest node_modules at or above the package that needs it. */
function resolve(packages: Record<string, Locked>, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.replace(/\/?[^/]*$/, '')) {
    const path = join(folder, 'node_modules', name)
    if (packages[path]) return path
    if (folder === '') return undefined
  }
}

/** Returns the packages in the production install and in page scripts, for all platforms, sorted by name. */
export function listPackages(): Package[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const found = new Set<string>()
  const visit = (path: string) => {
    const { dependencies, optionalDependencies } = packages[path] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const target = buildTools.has(name) ? undefined : resolve(packages, path, name)
      if (target === undefined || packages[target]?.link || found.has(target)) continue
      found.add(target)
      visit(target)
    }
  }
  for (const part of parts) visit(part)
  return [...found]
    .map((path) => {
      const { version = '', license, optional, os } = packages[path] ?? {}
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      const isForOnePlatform = os !== undefined || optional === true
      return { path, name, version, license: license ?? statedInReadme[name] ?? 'unknown', isForOnePlatform }
    })
    .toSorted((a, b) => (a.name + a.version < b.name + b.version ? -1 : 1))
}

function readLicense(path: string): string {
  const folder = join(root, path)
  const name = existsSync(folder) && readdirSync(folder).find((file) => /^(?:licen[cs]e|copying)(?:\.|$|-)/i.test(file))
  return name ? readFileSync(join(folder, name), 'utf8').replaceAll('\r', '') : ''
}

const isCopyright = (line: string) => /^\W*(?:copyright|\(c\)|©).*\d{4}/i.test(line)

/** Returns the copyright lines of a package. */
function readCopyright({ path, isForOnePlatform }: Package): string[] {
  // Only the packages for this platform are installed, but the notices must be the same on all.
  if (isForOnePlatform) return []
  const lines = readLicense(path).split('\n').filter(isCopyright)
  return [...new Set(lines.map((line) => line.replaceAll(/[*#]/g, '').trim()))].slice(0, 5)
}

/** Returns the text of a licence, without the names of the copyright holders. */
function readLicenseText(packages: readonly Package[]): string {
  const texts = packages.filter((each) => !each.isForOnePlatform).map(({ path }) => readLicense(path))
  const whole = texts.filter((text) => text.length > 300).toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))
  return (whole[0] ?? '')
    .split('\n')
    .filter((line) => !isCopyright(line))
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** Returns the text of THIRD-PARTY-NOTICES.md: the packages by licence, and the text of each licence once. */
export function formatNotices(): string {
  const byLicense = Map.groupBy(listPackages(), ({ license }) => license)
  const sections = [...byLicense]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([license, packages]) => {
      const lines = packages.map((each) => `- ${[`${each.name} ${each.version}`, ...readCopyright(each)].join('; ')}`)
      const text = readLicenseText(packages)
      return `## ${license}\n\n${lines.join('\n')}\n${text && `\n\`\`\`text\n${text}\n\`\`\`\n`}`
    })
  return [
    '# Third-party notices',
    'Packages that the production install contains or that pages load, by licence. Written by `npm run notices`. Fonts and icons\nhave their licences beside them: `web/app/styles/fonts/OFL.txt`, `web/app/ui/art/PHOSPHOR-LICENSE.txt`.',
    ...sections,
  ].join('\n\n')
}
