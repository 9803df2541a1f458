// The built scripts run in the oldest browsers that `browserslist` in package.json allows, with fallbacks for what these lack.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { parseAst } from 'vite'

type Support = { version_added: string | boolean | null; flags?: unknown[] }
type Data = { support: Record<string, Support | Support[]> }
type Node = { __compat?: Data; [name: string]: Node | Data | undefined }
type Nodes = Record<string, Node>
type Compat = { api: Nodes; javascript: { builtins: Nodes } }

const require = createRequire(import.meta.url)
const compat = require('@mdn/browser-compat-data') as Compat
const { browserslist } = require('../package.json') as { browserslist: string[] }
const build = fileURLToPath(new URL('../web/build/client', import.meta.url))

/** Whether every browser in `browserslist` has a feature; undefined if no version of one of them has it. */
function isInAll({ support }: Data): boolean | undefined {
  const versions = browserslist.map((line) => {
    const [, name = '', oldest = ''] = /^(\w+) >= ([\d.]+)$/.exec(line) ?? []
    const found = [support[name.replace('ios_saf', 'safari_ios')] ?? []].flat().filter(({ flags }) => !flags)
    const added = found.flatMap(({ version_added: version }) =>
      typeof version === 'string' ? parseFloat(version.replace('≤', '')) : [],
    )
    return { added: Math.min(...added), oldest: Number(oldest) }
  })
  if (versions.some(({ added }) => !Number.isFinite(added))) return undefined
  return versions.every(({ added, oldest }) => added <= oldest)
}

/** Lists names that no interface has in the oldest browsers, but that all newest browsers know: `name` and `Owner.name`. */
function listNewNames(): Set<string> {
  const known = new Map<string, boolean>()
  const note = (name: string, node: Node) => {
    const isKnown = node.__compat && isInAll(node.__compat)
    if (isKnown !== undefined) known.set(name, known.get(name) || isKnown)
  }
  for (const [owner, members] of [compat.javascript.builtins, compat.api].flatMap((all) => Object.entries(all))) {
    note(owner, members)
    for (const [member, node] of Object.entries(members as Nodes)) {
      if (member.endsWith('_static')) note(`${owner}.${member.slice(0, -'_static'.length)}`, node)
      else note(`.${member}`, node)
    }
  }
  return new Set([...known].filter(([, isKnown]) => !isKnown).map(([name]) => name))
}

type Ast = { type: string; start: number; end: number; [key: string]: unknown }
const isAst = (value: unknown): value is Ast => typeof value === 'object' && value !== null && 'type' in value

function* walk(node: Ast, parent?: Ast): Generator<[node: Ast, parent: Ast | undefined]> {
  yield [node, parent]
  for (const value of Object.values(node))
    for (const child of [value].flat()) if (isAst(child)) yield* walk(child, node)
}

/**
 * Returns the names that a script calls, and the syntax that the build leaves unchanged. A name whose existence is checked has a fallback.
 */
function listUses(code: string): { names: Set<string>; syntax: string[] } {
  const [called, looked] = [new Set<string>(), new Set<string>()]
  const syntax: string[] = []
  for (const [node, parent] of walk(parseAst(code, { sourceType: 'module' }) as unknown as Ast)) {
    if (node.type === 'MemberExpression' && !node['computed']) {
      const { object, property } = node as unknown as { object: Ast; property: { name: string } }
      const isCall = /^(Call|New)Expression$/.test(parent?.type ?? '') && parent?.['callee'] === node
      const names = [
        `.${property.name}`,
        ...(object.type === 'Identifier' ? [`${String(object['name'])}.${property.name}`] : []),
      ]
      for (const name of names) (isCall && !parent?.['optional'] ? called : looked).add(name)
    }
    if (node.type === 'NewExpression' && (node['callee'] as Ast).type === 'Identifier')
      called.add(String((node['callee'] as Ast)['name']))
    if (node.type === 'Literal' && typeof node['value'] === 'string') looked.add(`.${node['value']}`).add(node['value'])
    if (node.type === 'StaticBlock') syntax.push('static block')
    const regex = node['regex'] as { pattern: string; flags: string } | undefined
    if (regex && (/\(\?<[=!]|\(\?[ims-]+:/.test(regex.pattern) || regex.flags.includes('v')))
      syntax.push(`/${regex.pattern}/${regex.flags}`)
  }
  return { names: new Set([...called].filter((name) => !looked.has(name))), syntax }
}

/** Names that newer interfaces share with our own methods, libraries and older objects (CSS.escape). */
const others =
  '.check .configure .destroy .difference .draw .entry .escape .format .getPublicKey .isActive .lost .skipTransition .subscribe .take .toHex .unsubscribe .usage .use'

/**
 * Features offered only if the browser has them: push messages, a video in its own window, checking a draw's archive, marking the sentence
 * that is read.
 */
const optional =
  '.getSubscription .showNotification Notification.requestPermission .exitPictureInPicture .requestPictureInPicture DecompressionStream .Segmenter Highlight'

const allowed = new Set(`${others} ${optional}`.split(' '))

test('the built scripts use no method or syntax that the oldest browsers lack without a fallback', () => {
  const files = readdirSync(build, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))
  expect(files.length).toBeGreaterThan(100)
  const newNames = listNewNames()
  expect([...newNames]).toEqual(expect.arrayContaining(['.toSorted', '.withResolvers', 'URL.canParse']))
  const fallbacks = readFileSync(fileURLToPath(new URL('../web/app/shell/missing-methods.ts', import.meta.url)), 'utf8')
  const found = files.flatMap((file) => {
    const { names, syntax } = listUses(readFileSync(join(build, file), 'utf8'))
    // The public pages load no fallbacks.
    const isPublic = /\/(public|read-page|running-quiz)-[\w-]+\.js$/.test(file)
    const hasFallback = (name: string) => !isPublic && fallbacks.includes(`  ${name.replace(/.*\./, '')}(`)
    const unknown = [...names].filter((name) => newNames.has(name) && !allowed.has(name) && !hasFallback(name))
    return [...unknown, ...syntax].map((what) => `${file}: ${what}`)
  })
  expect(found).toEqual([])
})

test("the pages' inline scripts use the oldest syntax, which every browser can read", () => {
  const names = readdirSync(build).filter((name) => name.endsWith('.html'))
  const scripts = names.flatMap((name) => [
    ...readFileSync(join(build, name), 'utf8').matchAll(/<script>([\s\S]*?)<\/script>/g),
  ])
  expect(scripts.length).toBeGreaterThan(names.length)
  for (const [, script] of scripts)
    expect(script).not.toMatch(/=>|`|\b(?:let|const|class)\s|catch\s*\{|\?\.|\?\?|\.\.\./)
})
