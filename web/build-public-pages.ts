// Builds the public pages: their script and styles for the browser, and the module that lets the server render them.
import { cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type InlineConfig, type Rolldown } from 'vite'
import { buildTarget } from './browser-floor.ts'
import { leanEndpoints } from './lean-endpoints.ts'

const source = (name: string) => fileURLToPath(new URL(`public-pages/${name}`, import.meta.url))

type PublicPages = {
  paths: string[]
  /** Renders every page without data. Returns each name with its HTML. */
  render: () => [name: string, html: string][]
}

/** Writes build/public-pages/render.js, and adds the files that browsers load to the client's assets. */
export async function buildPublicPages(folder: string): Promise<PublicPages> {
  const client = join(folder, 'client')
  const output = join(folder, 'public-pages')
  const common = {
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [leanEndpoints()],
  } satisfies InlineConfig
  const production = { 'process.env.NODE_ENV': '"production"' }
  rmSync(output, { recursive: true, force: true })
  const script = await build({
    ...common,
    build: {
      target: buildTarget,
      outDir: client,
      emptyOutDir: false,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: source('script.ts'), output: { entryFileNames: 'assets/public-[hash].js' } },
    },
  })
  const [{ fileName }] = (script as Rolldown.RolldownOutput).output
  await build({
    ...common,
    define: { ...production, SCRIPT_URL: JSON.stringify(`/${fileName}`) },
    // A single file with everything it needs, so that the server does not depend on the web app.
    ssr: { noExternal: true },
    build: {
      ssr: source('render.tsx'),
      ssrEmitAssets: true,
      outDir: output,
      assetsInlineLimit: 0,
      cssMinify: true,
      cssTarget: buildTarget,
      rolldownOptions: {
        output: { entryFileNames: 'render.js', codeSplitting: false },
        // React Router's file says 'use client', which has no meaning here.
        onLog: (level, log, handle) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handle(level, log),
      },
    },
  })
  if (!existsSync(join(output, 'assets')))
    throw new Error('The public pages have no styles: see web/build-public-pages.ts.')
  cpSync(join(output, 'assets'), join(client, 'assets'), { recursive: true })
  rmSync(join(output, 'assets'), { recursive: true })
  const { names, NOT_FOUND, findPage, renderPage } = (await import(
    pathToFileURL(join(output, 'render.js')).href
  )) as typeof import('./public-pages/render.tsx')
  const query = new URLSearchParams()
  const render = (name: string) =>
    renderPage({ name, search: query, replies: (findPage(name, query)?.reads ?? []).map(() => null), origin: '' })
  return {
    paths: names.filter((name) => name !== NOT_FOUND),
    render: () => names.map((name) => [name, render(name)]),
  }
}
