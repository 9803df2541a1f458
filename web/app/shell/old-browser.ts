// What browsers older than `browserslist` in package.json show.
import { text } from './text.ts'

/**
 * Features that the scripts use. The oldest allowed browsers have all of them, and nearly all older ones lack something. missing-methods.ts
 * provides the rest.
 */
const needed = {
  window:
    'Promise Symbol fetch AbortController IntersectionObserver ResizeObserver queueMicrotask globalThis structuredClone',
  'Array.prototype': 'at find flat flatMap findLast includes',
  'String.prototype': 'at matchAll replaceAll padStart trimEnd',
  Object: 'entries fromEntries hasOwn',
  'window.Promise||{}': 'allSettled any',
  'Element.prototype': 'append closest replaceChildren replaceWith toggleAttribute',
  "document.createElement('script')": 'noModule',
}

type Options = {
  /** The message as HTML. */
  html: string
  /** Whether the page is useless without scripts, so that the HTML replaces it instead of appearing above it. */
  replacesPage: boolean
  /** A JavaScript expression: whether the page's scripts have started once everything is loaded. */
  hasStarted: string
}

/**
 * An inline script for the start of the body, in the oldest syntax. It shows the HTML if the browser lacks something that the scripts need,
 * or if it has loaded them but cannot run them. Everything after an open `plaintext` element is only text, so none of the page's scripts
 * run.
 */
const writeScript = ({ html, replacesPage, hasStarted }: Options) => `(function(){
var html=${JSON.stringify(html)},isLost=false,i,j,names,
needed=[${Object.entries(needed)
  .map(([owner, names]) => `[${owner},'${names}']`)
  .join()}];
for(i=0;i<needed.length;i++)for(names=needed[i][1].split(' '),j=0;j<names.length;j++)if(!(names[j]in needed[i][0])){
document.write(html${replacesPage ? "+'<plaintext hidden>'" : ''});return}
addEventListener('error',function(e){if(e.target.tagName==='SCRIPT')isLost=true},true);
addEventListener('load',function(){if(!isLost&&!(${hasStarted}))${
  replacesPage ? 'document.body.innerHTML=html' : "document.body.insertAdjacentHTML('afterbegin',html)"
}})
})()`

const { title, help } = text.oldBrowser

/** For pages of the app. */
export const oldBrowserPage = writeScript({
  html: `<main class="wrap sec"><div class="empty empty--page" role="alert"><h1>${title}</h1><p class="lead">${help}</p></div></main>`,
  replacesPage: true,
  // React Router sets it when the page's first scripts have run.
  hasStarted: 'window.__reactRouterRouteModules',
})

/** For public pages, which can be read without scripts. */
export const oldBrowserBanner = writeScript({
  html: `<p class="needs-script" role="alert"><b>${title}.</b> ${help}</p>`,
  replacesPage: false,
  hasStarted: "'started' in document.documentElement.dataset",
})
