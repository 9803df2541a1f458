// A copy of the product whose web app can be replaced by a new version while pages of the old one are open.
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { startProduct, root, type Product } from './product.ts'

export type UpdatableProduct = Product & {
  /** Restarts the server with a new version of the web app, which has none of the old version's files. */
  deploy(): Promise<void>
}

/** A sentence from the dashboard, in the build and in the new version. */
export const OLD_SENTENCE = 'How are you today?'
export const NEW_SENTENCE = 'How are you on this day?'

/** Starts a copy of the product. */
export async function startUpdatableProduct(): Promise<UpdatableProduct> {
  const folder = mkdtempSync(join(tmpdir(), 'baobab-version-'))
  for (const name of ['server', 'package.json', 'web/build'])
    cpSync(join(root, name), join(folder, name), { recursive: true, verbatimSymlinks: true })
  for (const name of ['node_modules', 'content', 'sandbox']) symlinkSync(join(root, name), join(folder, name))
  const product = await startProduct({}, folder)
  return {
    ...product,
    async deploy() {
      await product.stop()
      makeNewVersion(join(folder, 'web/build'))
      await product.restart()
    },
    async remove() {
      await product.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const TEXTS = new Set(['.html', '.js', '.css', '.svg', '.json'])

/**
 * Turns a build into one of changed sources, with another sentence and other names of all hashed files. Building again would take
 * a minute.
 */
function makeNewVersion(build: string): void {
  const files = () =>
    readdirSync(build, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => ({ path: join(parentPath, name), parentPath, name }))
  for (const { path } of files()) if (/\.(br|gz)$/.test(path)) rmSync(path)
  const hashes = new Map<string, string>()
  for (const { path, parentPath, name } of files()) {
    const [, hash] = /-([\w-]{8})\.\w+$/.exec(name) ?? []
    if (hash === undefined || !parentPath.endsWith('assets')) continue
    hashes.set(hash, createHash('sha256').update(hash).digest('base64url').slice(0, 8))
    renameSync(path, path.replace(hash, hashes.get(hash) ?? ''))
  }
  const anyHash = new RegExp([...hashes.keys()].join('|'), 'g')
  for (const { path } of files().filter((file) => TEXTS.has(extname(file.path)))) {
    const text = readFileSync(path, 'utf8')
      .replace(anyHash, (hash) => hashes.get(hash) ?? '')
      .replaceAll(OLD_SENTENCE, NEW_SENTENCE)
      // The revision of the shell, which tells the service worker that it has changed.
      .replace(/revision:(["'`])\w{16}\1/g, 'revision:"0123456789abcdef"')
    writeFileSync(path, text)
  }
  allowInlineScripts(build)
}

/** Adds the new shells' inline scripts to those that the content policy allows. */
function allowInlineScripts(build: string): void {
  const policy = JSON.parse(readFileSync(join(build, 'csp.json'), 'utf8')) as { scriptHashes: string[] }
  const pages = readdirSync(join(build, 'client')).filter((name) => name.endsWith('.html'))
  for (const page of pages) {
    const html = readFileSync(join(build, 'client', page), 'utf8')
    for (const [, script = ''] of html.matchAll(/<script\b(?![^>]*\ssrc\s*=)[^>]*>([\s\S]*?)<\/script>/gi))
      policy.scriptHashes.push(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  }
  writeFileSync(join(build, 'csp.json'), JSON.stringify(policy))
}
