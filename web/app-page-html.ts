// The HTML of an app page, made from the app's own HTML and what app-pages/render.tsx renders for the page.
import { earlyAttribute, USERNAME } from './app/api/early-replies.ts'
import { inlineRead } from './app/browser/storage.ts'
import type { Manifest } from './app/shell/route-manifest.ts'
import type { AppPage } from './app-pages/render.tsx'

/** Puts a page into the app's HTML. */
export function addPage(html: string, { meta, skeleton, requests, routeIds }: AppPage, manifest: Manifest): string {
  const early = earlyAttribute(requests)
  const replacements: readonly Replacement[] = [
    [/<html /, () => `<html ${early.name}="${escapeHtml(early.value)}" `],
    [/<title>[^<]*<\/title>/, (title) => (meta.some((entry) => 'title' in entry) ? '' : title) + renderMeta(meta)],
    [/(?=<link rel="modulepreload")/, () => listFiles(routeIds, manifest).map(renderLink).join('')],
    ...(skeleton === undefined ? [] : [toSkeleton(skeleton)]),
  ]
  return replaceEach(html, replacements)
}

/** What root.tsx renders instead of a page while the app is loading. */
const SKELETON = /(?<=<div id="skeleton">).*?<\/main>(?=<\/div>)/s
const toSkeleton = (skeleton: string): Replacement => [SKELETON, () => nameStudent(skeleton)]

/** In this script React Router prepares to receive data from a server that renders pages. */
const CONTEXT = /(?<=<script>)window\.__reactRouterContext = [^<]*\.stream = [^<]*(?=<\/script>)/
/** In these scripts the server would send it. */
const STREAM =
  /(?:<!--\$--><script>window\.__reactRouterContext\.streamController\.[^<]*<\/script>)+(?:<!--\/\$-->)+(?=<\/body>)/

/**
 * Removes the scripts that only React Router's own HydratedRouter reads, because app-router.tsx replaces it. The first script element
 * stays, emptied, because React expects it when it takes over the page.
 */
export function cutStreamScripts(html: string): string {
  return replaceEach(html, [
    [CONTEXT, () => ' '],
    [STREAM, () => ''],
  ])
}

/** The replacement is a function, because dollar signs in a string would be interpreted. */
type Replacement = readonly [pattern: RegExp, replace: (found: string) => string]

/** Replaces what each pattern matches. Throws if it matches nothing. */
function replaceEach(html: string, replacements: readonly Replacement[]): string {
  return replacements.reduce((text, [pattern, replace]) => {
    if (!pattern.test(text)) throw new Error(`The HTML of the app has no ${pattern.source}: see web/app-page-html.ts.`)
    return text.replace(pattern, replace)
  }, html)
}

function renderMeta(meta: AppPage['meta']): string {
  return meta
    .map((entry) =>
      'title' in entry
        ? `<title>${escapeHtml(entry.title)}</title>`
        : `<meta name="${entry.name}" content="${escapeHtml(entry.content)}"/>`,
    )
    .join('')
}

/** Lists the scripts and styles of routes that the page would otherwise request only once the app runs. */
function listFiles(routeIds: readonly string[], { routes }: Manifest): string[] {
  const files = routeIds.flatMap((id) => {
    const route = routes[id]
    if (!route) throw new Error(`There is no route ${id} in the build: see web/app-page-html.ts.`)
    const { module, clientLoaderModule = [], imports = [], css = [] } = route
    return [module, clientLoaderModule, imports, css].flat()
  })
  return [...new Set(files)]
}

function renderLink(url: string): string {
  return url.endsWith('.css') ? `<link rel="stylesheet" href="${url}"/>` : `<link rel="modulepreload" href="${url}"/>`
}

/**
 * Prepares what the browser shows until the app has loaded: an inline script fills in the student's name, and forms and buttons are
 * disabled, because the app would not receive the input.
 */
function nameStudent(skeleton: string): string {
  const html = skeleton
    .replaceAll(/<[^>]*>/g, (tag) => tag.replaceAll(USERNAME, '').replace(/^<(form|button)\b/, '<$1 inert=""'))
    // An avatar's letter is added together with its picture.
    .replaceAll(new RegExp(`<span class="avatar avatar--tone[^>]*>${USERNAME}`, 'g'), '<span class="avatar">')
    .replaceAll(USERNAME, '<span data-username=""></span>')
  return html + (html.includes('data-username') ? `<script>${fillUsername}</script>` : '')
}

const fillUsername = `try{var n=(${inlineRead})('username');
document.querySelectorAll('[data-username]').forEach(function(e){e.textContent=n})}catch(x){}`

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
