// The files that are sent to browsers contain no answers, no keys and no source maps, and the service worker caches all
// scripts of the pages that open without a network.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { answersOf, TITLE } from './answers.ts'

const build = fileURLToPath(new URL('../web/build/client', import.meta.url))

test('the build contains no correct answers, no secret keys and no source maps', () => {
  const files = readdirSync(build, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files.filter(({ name }) => name.endsWith('.map'))).toEqual([])
  const texts = files.filter(({ name }) => /\.(js|html|css|json|webmanifest)$/.test(name))
  expect(texts.length).toBeGreaterThan(20)
  const all = texts.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8')).join('\n')
  const answers = [...answersOf(TITLE, '5-10').values(), ...answersOf(TITLE, '11-20').values()].filter(
    (answer) => answer.length > 20,
  )
  expect(answers.length).toBeGreaterThan(3)
  for (const answer of answers) expect(all).not.toContain(answer)
  expect(all).not.toMatch(/sk_(live|test)_/)
  expect(all).not.toContain('sourceMappingURL')
})

type Manifest = { routes: Record<string, { module: string; clientLoaderModule?: string }> }

function readManifest(): Manifest {
  const name = readdirSync(join(build, 'assets')).find((file) => /^manifest-.*\.js$/.test(file)) ?? ''
  const text = readFileSync(join(build, 'assets', name), 'utf8')
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest
}

test('the service worker caches the script of each clientLoader together with its page', () => {
  const worker = readFileSync(join(build, 'sw.js'), 'utf8')
  const cached = Object.values(readManifest().routes).filter(({ module }) => worker.includes(module))
  const loaders = cached.flatMap(({ clientLoaderModule = [] }) => clientLoaderModule)
  expect(loaders.length).toBeGreaterThan(3)
  expect(loaders.filter((url) => !worker.includes(url))).toEqual([])
})
